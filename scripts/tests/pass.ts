import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announcedFile, beganFile } from './bundled.ts';
import type { TestSummary } from './closing.ts';
import { runnerArguments, type TestArguments } from './command.ts';
import { processesOf } from './leftovers.ts';
import { POSTGRES_VARIABLE, type Postgres } from './postgres.ts';

export const RUN_MARK = 'GABLE_TEST_RUN';
/**
 * No test may last 120 s: after a longer silence something keeps a finished file open. The runner prints the first process until it
 * ends: the others are silent, but begin files.
 */
const SILENCE_LIMIT_MS = Number(process.env.GABLE_TEST_SILENCE_MS ?? 180_000);
const KILL_AFTER_MS = 10_000;

/** A run of Node's runner over some files on one PostgreSQL. */
export interface Pass {
  readonly root: string;
  readonly parsed: TestArguments;
  readonly files: readonly string[];
  readonly postgres: Postgres;
  /** Of its own files in the temporary directory. */
  readonly name: string;
  /** How many files run at once. */
  readonly concurrency: number;
  print(text: string): void;
  /** The temporary directory of the whole run. */
  readonly folder: string;
  /** Is in the environment of every process of the run. */
  readonly run: string;
}

export interface PassResult {
  readonly postgres: Postgres;
  readonly code: number;
  readonly interrupted: NodeJS.Signals | undefined;
  readonly silent: boolean;
  readonly closing: TestSummary;
}

export async function runPass(pass: Pass): Promise<PassResult> {
  const closingFile = join(pass.folder, `closing-${pass.name}.json`);
  const runner = spawn(process.execPath, runnerArguments(pass, closingFile), {
    cwd: pass.root,
    env: {
      ...process.env,
      ...colour(),
      ...compileCache(pass.root),
      [RUN_MARK]: pass.run,
      [POSTGRES_VARIABLE]: pass.postgres,
      TMPDIR: pass.folder,
    },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const outcome = await watch(runner, pass);
  return { ...outcome, postgres: pass.postgres, closing: readClosing(closingFile) };
}

function colour(): NodeJS.ProcessEnv {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
}

/** Each test file is a process that loads up to a thousand modules: the compile cache saves 1 of 2.2 s of CPU. */
function compileCache(root: string): NodeJS.ProcessEnv {
  return {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'gable-tests'),
  };
}

async function watch(child: ChildProcess, { parsed, run, folder, print }: Pass) {
  let silent = false;
  let interrupted: NodeJS.Signals | undefined;
  const onSilence = () => {
    if (beganFile(folder, SILENCE_LIMIT_MS)) {
      silence?.refresh();
      return;
    }
    silent = true;
    const open = processesOf({ mark: `${RUN_MARK}=${run}`, folder })
      .map(({ pid, command }) => announcedFile(folder, pid) ?? command.split(' ').at(-1) ?? '')
      .filter((file) => file.endsWith('.test.ts'));
    const names = open.join('\n  ');
    print(`\nnothing happened for ${SILENCE_LIMIT_MS / 1000} s; still open:\n  ${names}\n`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  const silence = parsed.flags.includes('--watch') ? undefined : setTimeout(onSilence, SILENCE_LIMIT_MS);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    print(text);
    if (!silent) silence?.refresh();
  });
  const stop = (signal: NodeJS.Signals) => {
    interrupted = signal;
    child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const code = await new Promise<number>((resolve) => child.on('close', (exit) => resolve(exit ?? 1)));
  process.off('SIGINT', stop).off('SIGTERM', stop);
  clearTimeout(silence);
  return { code, interrupted, silent };
}

function readClosing(file: string): TestSummary {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { counts: [], skipped: [], files: [], failed: [] }; // the runner was ended before it could write
  }
}
