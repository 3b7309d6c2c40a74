// npm test: Node's runner over every test file, in a temporary folder of its own. The output ends with the runner's counts,
// and nothing outlives the run: what a test left running is named and ended, and fails the run.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import type { Closing } from './tests/closing.ts';
import { parseArguments, runnerArguments, testFiles } from './tests/command.ts';
import { endLeftovers, processesMarked } from './tests/leftovers.ts';

const MARK = 'GABLE_TEST_RUN';
const SLOWEST = 10;
/** No test may last 120 s, so longer silence is a file whose tests are over and that something keeps open. */
const SILENCE_LIMIT_MS = Number(process.env.GABLE_TEST_SILENCE_MS ?? 180_000);
const KILL_AFTER_MS = 10_000;

const root = process.cwd();
const asked = parseArguments(process.argv.slice(2));
const files = testFiles(root, asked.paths);
if (files.length === 0) {
  console.error(`no test file matches ${asked.paths.join(' ') || 'the usual folders'}`);
  process.exit(1);
}

const run = randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'gt-')); // short: paths of Unix sockets end at about 100 bytes
chmodSync(folder, 0o1777); // as the system's own: a database started by root runs as somebody else
const closingFile = join(folder, 'closing.json');

const runner = spawn(process.execPath, runnerArguments(root, asked, files, closingFile), {
  cwd: root,
  env: { ...process.env, ...colour(), [MARK]: run, TMPDIR: folder },
  stdio: ['inherit', 'pipe', 'inherit'],
});
const { code, interrupted, silent } = await watch(runner);
const left = await endLeftovers(`${MARK}=${run}`);
printClosing(readClosing());
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = left.length > 0 || silent ? 1 : code;
if (interrupted) process.exitCode = 128 + constants.signals[interrupted];

function colour(): NodeJS.ProcessEnv {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
}

async function watch(child: ChildProcess) {
  let wasSilent = false;
  let interruptedBy: NodeJS.Signals | undefined;
  const onSilence = () => {
    wasSilent = true;
    const open = processesMarked(`${MARK}=${run}`).filter(({ command }) => command.includes('.test.ts'));
    const names = open.map(({ command }) => command.split(' ').at(-1)).join('\n  ');
    console.log(`\nnothing happened for ${SILENCE_LIMIT_MS / 1000} s; still open:\n  ${names}`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  const silence = asked.flags.includes('--watch') ? undefined : setTimeout(onSilence, SILENCE_LIMIT_MS);
  child.stdout?.on('data', (text) => {
    process.stdout.write(text);
    if (!wasSilent) silence?.refresh();
  });
  const stop = (signal: NodeJS.Signals) => {
    interruptedBy = signal;
    child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const exit = await new Promise<number>((resolve) =>
    child.on('close', (exitCode) => resolve(exitCode ?? 1)),
  );
  clearTimeout(silence);
  return { code: exit, interrupted: interruptedBy, silent: wasSilent };
}

function readClosing(): Closing {
  try {
    return JSON.parse(readFileSync(closingFile, 'utf8'));
  } catch {
    return { counts: [], skipped: [], files: [] }; // the runner was ended before it could write
  }
}

function printClosing(closing: Closing): void {
  const slowest = closing.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  printList(
    'slowest files',
    slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(root, file)}`),
  );
  printList(
    'skipped',
    closing.skipped.map(({ name, file, why }) => `${name} (${relative(root, file)}): ${why}`),
  );
  printList(
    'left running, ended, and a failure',
    left.map(({ pid, command }) => `${pid}  ${command}`),
  );
  console.log('');
  for (const count of closing.counts) console.log(styleText('blue', `ℹ ${count}`));
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n  ${lines.join('\n  ')}`);
}
