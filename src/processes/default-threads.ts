import { availableParallelism, totalmem } from 'node:os';

/** The setting SERVE_THREADS=auto. */
export const AUTO_THREADS = 0;

/** Up to so many cores one thread serves: a coordinator beside it would take the core of the database. */
const MAX_SINGLE_THREAD_CORES = 2;
const MAX_DEFAULT_THREADS = 8;
/** A transaction may need a second session; the coordinator has a share too. */
const SESSIONS_PER_THREAD = 2;
const THREAD_BYTES = 200 * 2 ** 20;
/** The rest is for PostgreSQL, the memory index and the page cache. */
const MEMORY_SHARE = 0.25;

interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** A limit of the cgroup above the machine's memory means none. */
function describeMachine(): Machine {
  const limit = process.constrainedMemory();
  return {
    cores: availableParallelism(),
    memoryBytes: limit > 0 ? Math.min(totalmem(), limit) : totalmem(),
  };
}

/** The threads that serve requests by default: one core stays for the coordinator and the database. */
export function defaultThreads(
  sessions: number,
  { cores, memoryBytes }: Machine = describeMachine(),
): number {
  if (cores <= MAX_SINGLE_THREAD_CORES) return 1;
  const inMemory = Math.floor((memoryBytes * MEMORY_SHARE) / THREAD_BYTES);
  const withSessions = Math.floor(sessions / SESSIONS_PER_THREAD) - 1;
  const threads = Math.min(MAX_DEFAULT_THREADS, cores - 1, inMemory, withSessions);
  return Math.max(1, threads);
}
