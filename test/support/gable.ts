import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { MAIN } from './main-file.ts';
import type { TestScope } from './test-scope.ts';

/** `DATABASE_URL` requires a master key. */
const MASTER_KEYS = `1:${'A'.repeat(43)}=`;

/** A process of the service, run as an operator runs it. */
export interface GableProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  exited: Promise<number | string>;
  /** The URL it printed or logged once it runs. */
  url(): Promise<string>;
}

/** Processes that run, by their DATA_DIR. */
const running = new Map<GableProcess, string | undefined>();

/**
 * Ends the processes that use a directory. Hooks of a test run in the order of their registration, so that of the
 * directory comes first: without its files the last process would not find the embedded server that it has to stop.
 */
export async function endProcessesIn(folder: string): Promise<void> {
  const users = [...running].filter(([, dataDir]) => dataDir?.startsWith(folder)).map(([run]) => run);
  await Promise.all(users.map(endProcess));
}

async function endProcess({ child, exited }: GableProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  await exited;
}

export function createDataDirectory(t: TestScope): string {
  const folder = mkdtempSync(join(tmpdir(), 'gable-e2e-'));
  t.after(async () => {
    await endProcessesIn(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The test's environment would configure the process: only PATH and the compile cache are passed on. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]),
  );

/** The environment of a process as an operator starts it, without a database. */
export const processEnvironment = (): NodeJS.ProcessEnv => ({
  ...cleanEnvironment(),
  PORT: '0',
  WORK_PORT: '0',
  LOG_FORMAT: 'json',
  MASTER_KEYS,
});

export function spawnGable(t: TestScope, args: string[], settings: Record<string, string>): GableProcess {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: settings['DATA_DIR'] ?? tmpdir(),
    env: { ...processEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (texts.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (texts.stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const run: GableProcess = {
    child,
    exited: ended,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    async url() {
      const found = () => /"msg":"running","event":"process.running","url":"([^"]+)"/.exec(texts.stderr)?.[1];
      await until(() => found() !== undefined || child.exitCode !== null, {
        // A start takes 3 s of CPU; beside twenty others on two cores it took more than 30 s.
        within: 90_000,
        what: () => `a running process (it said: ${texts.stderr.slice(-2_000)})`,
      });
      const address = found();
      if (address === undefined) throw new Error(`it ended instead of running: ${texts.stderr}`);
      return address;
    },
  };
  running.set(run, settings['DATA_DIR']);
  void ended.then(() => running.delete(run));
  t.after(() => endProcess(run));
  return run;
}

/** Runs a command to its end. */
export async function runGableToEnd(
  t: TestScope,
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: number | string; stdout: string; stderr: string }> {
  const run = spawnGable(t, args, settings);
  const code = await run.exited;
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

export interface ReadinessAnswer {
  readonly code: number;
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

/**
 * What `/health/ready` answers. The probe gives the database 2 s; at a load of 9 the first session of a pool, with a
 * password, takes longer. "too slow" is asked again, as a load balancer does, and is the answer after 30 s.
 */
export async function readReadiness(url: string): Promise<ReadinessAnswer> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const response = await fetch(`${url}/health/ready`);
    const answer = (await response.json()) as Omit<ReadinessAnswer, 'code'>;
    if (answer.checks['database'] !== 'too slow' || performance.now() > deadline)
      return { code: response.status, ...answer };
  }
}
