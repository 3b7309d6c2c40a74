import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Connection } from '../../src/db/connection.ts';
import { serverCpu } from './cpu.ts';

/** What the worker ingests. */
export interface Task {
  files: string[];
  skip: number;
  most: number;
  /** The same observations so many days later; 0 for the first time. */
  daysLater: number;
  tellEvery: number;
  /** Force a garbage collection after each stretch. */
  collect?: boolean;
}

export interface IngestProgress {
  fed: number;
  report: Partial<Record<string, number>>;
  ended: boolean;
  /** Milliseconds by the worker's clock. */
  at: number;
  /** Seconds. */
  cpu: number;
  rss: number;
  /** After a garbage collection, at the end of a task. */
  heapUsed: number;
}

/** The cost of one stretch of a task. */
export interface IngestStretch {
  from: number;
  to: number;
  seconds: number;
  workerCpu: number;
  serverCpu: number;
  rss: number;
}

export interface Worker {
  child: ChildProcess;
  postmaster: number;
}

/** Pins a process and its children to one core. */
export function onCore(core: number, pid: number): boolean {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** As in `npm start`: objects of a batch die young. Saves a tenth of the worker's CPU. */
const YOUNG_SPACE = '--max-semi-space-size=128';

export const startIngestWorker = (
  connection: Connection,
  { execArgv = [], env = {} }: { execArgv?: string[]; env?: NodeJS.ProcessEnv } = {},
): ChildProcess =>
  fork(join(import.meta.dirname, 'worker.ts'), {
    execArgv: [...process.execArgv, YOUNG_SPACE, '--expose-gc', ...execArgv],
    env: { ...process.env, ...env, BENCH_CONNECTION: JSON.stringify(connection) },
  });

/** Runs a task in the worker, and reports each stretch as it ends. */
export function measureStretches(
  { child, postmaster }: Worker,
  task: Task,
  onStretch: (stretch: IngestStretch) => void,
): Promise<IngestProgress> {
  return new Promise((resolve, reject) => {
    let before: (IngestProgress & { server: number }) | undefined;
    const onMessage = (progress: IngestProgress): void => {
      const now = { ...progress, server: serverCpu(postmaster) ?? Number.NaN };
      if (before !== undefined && now.fed > before.fed) onStretch(toStretch(before, now));
      before = now;
      if (!progress.ended) return;
      child.off('message', onMessage);
      child.off('exit', died);
      resolve(progress);
    };
    const died = (code: number | null): void => reject(new Error(`the worker ended with ${code}`));
    child.on('message', onMessage);
    child.once('exit', died);
    child.send(task);
  });
}

const toStretch = (
  from: IngestProgress & { server: number },
  to: IngestProgress & { server: number },
): IngestStretch => ({
  from: from.fed,
  to: to.fed,
  seconds: (to.at - from.at) / 1_000,
  workerCpu: to.cpu - from.cpu,
  serverCpu: to.server - from.server,
  rss: to.rss,
});
