import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Connection } from '../../src/db/connection.ts';
import { serverCpu } from './cpu.ts';

/** What the worker is to feed in. */
export interface Task {
  files: string[];
  skip: number;
  most: number;
  /** The same visits so many days later; 0 for the visits as they are. */
  daysLater: number;
  tellEvery: number;
}

export interface IngestProgress {
  fed: number;
  report: Partial<Record<string, number>>;
  ended: boolean;
  /** Milliseconds, by the worker's clock. */
  at: number;
  /** Seconds. */
  cpu: number;
  rss: number;
  /** After a collection. */
  heapUsed: number;
}

/** What one stretch of a task took. */
export interface IngestStretch {
  from: number;
  to: number;
  seconds: number;
  workerCpu: number;
  serverCpu: number;
  rss: number;
  heapUsed: number;
}

export interface Worker {
  child: ChildProcess;
  postmaster: number;
}

/** Holds a process, with all it starts from now on, on one core. */
export function onCore(core: number, pid: number): boolean {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** As `npm start` has it: what a batch makes dies young, and is not carried along. A tenth of the worker's CPU. */
const YOUNG_SPACE = '--max-semi-space-size=128';

export const startIngestWorker = (connection: Connection, execArgv: string[]): ChildProcess =>
  fork(join(import.meta.dirname, 'worker.ts'), {
    execArgv: [...process.execArgv, YOUNG_SPACE, '--expose-gc', ...execArgv],
    env: { ...process.env, BENCH_CONNECTION: JSON.stringify(connection) },
  });

/** Has the worker do a task, and tells each stretch of it as it ends. */
export function measureStretches(
  { child, postmaster }: Worker,
  task: Task,
  told: (stretch: IngestStretch) => void,
): Promise<IngestProgress> {
  return new Promise((resolve, reject) => {
    let before: (IngestProgress & { server: number }) | undefined;
    const heard = (progress: IngestProgress): void => {
      const now = { ...progress, server: serverCpu(postmaster) ?? Number.NaN };
      if (before !== undefined && now.fed > before.fed) told(toStretch(before, now));
      before = now;
      if (!progress.ended) return;
      child.off('message', heard);
      child.off('exit', died);
      resolve(progress);
    };
    const died = (code: number | null): void => reject(new Error(`the worker ended with ${code}`));
    child.on('message', heard);
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
  heapUsed: to.heapUsed,
});
