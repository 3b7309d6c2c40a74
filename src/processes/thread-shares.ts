import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Log } from '../lib/log.ts';
import { CommandError } from './command.ts';
import { AUTO_THREADS, defaultThreads } from './default-threads.ts';
import type { Settings } from './settings.ts';

/** How a process divides its database sessions among its threads. */
export interface SessionShares {
  /** Serving threads. With more than one, the main thread coordinates and serves no requests. */
  threads: number;
  /** Database sessions of the coordinating thread, and of each serving thread. */
  sessions: { coordinator: number; each: number };
}

/** A transaction may need a second session. */
const MIN_SESSIONS_PER_THREAD = 2;

/** The configured sessions are divided, not multiplied. The coordinator needs few, unless it also runs jobs. */
export function computeShares(sessions: number, threads: number, works: boolean): SessionShares {
  if (threads === 1) return { threads, sessions: { coordinator: sessions, each: sessions } };
  const each = works
    ? Math.floor(sessions / (threads + 1))
    : Math.floor((sessions - MIN_SESSIONS_PER_THREAD) / threads);
  if (each < MIN_SESSIONS_PER_THREAD) {
    const minSessions = MIN_SESSIONS_PER_THREAD * (threads + 1);
    throw new CommandError(`SERVE_THREADS=${threads} needs DATABASE_SESSIONS of ${minSessions} or more`);
  }
  return { threads, sessions: { coordinator: sessions - threads * each, each } };
}

type ThreadSettings = Pick<Settings, 'SERVE_THREADS' | 'DATABASE_SESSIONS' | 'HOST' | 'PORT'>;

export async function resolveShares(
  settings: ThreadSettings,
  works: boolean,
  log: Log,
): Promise<SessionShares> {
  const { SERVE_THREADS, DATABASE_SESSIONS, HOST, PORT } = settings;
  const threads = SERVE_THREADS === AUTO_THREADS ? defaultThreads(DATABASE_SESSIONS) : SERVE_THREADS;
  const cores = availableParallelism();
  log.info({ event: 'process.threads', threads, cores }, 'threads that serve requests');
  if (threads === 1) return computeShares(DATABASE_SESSIONS, 1, works);
  const shares = computeShares(DATABASE_SESSIONS, threads, works);
  if (!(await canSharePort(HOST))) {
    log.warn(
      { event: 'process.port_sharing_unsupported', platform: process.platform },
      'threads cannot share a port on this system: one thread serves',
    );
    return computeShares(DATABASE_SESSIONS, 1, works);
  }
  // With SO_REUSEPORT another Gable of this user would share the port without an error.
  if (PORT !== 0) await listenOnce({ host: HOST, port: PORT, exclusive: true });
  return shares;
}

/** Error codes of systems without SO_REUSEPORT. */
const UNSUPPORTED_CODES: readonly unknown[] = ['ENOTSUP', 'EOPNOTSUPP', 'ENOPROTOOPT'];

async function canSharePort(host: string): Promise<boolean> {
  try {
    await listenOnce({ host, port: 0, reusePort: true });
    return true;
  } catch (error) {
    if (UNSUPPORTED_CODES.includes((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

const listenOnce = (at: object): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(at, () => server.close(() => resolve()));
  });
