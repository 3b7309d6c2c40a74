import { createServer } from 'node:net';
import type { Log } from '../lib/log.ts';
import { CommandError } from './command.ts';
import type { Settings } from './settings.ts';

/** How a process shares out what it has among its threads. */
export interface SessionShares {
  /** That answer calls; with more than one, the thread that began the process answers none. */
  threads: number;
  /** Sessions of the database for the thread that began the process, and for each that answers. */
  sessions: { keeper: number; each: number };
}

/** A transaction may need one more beside its own. */
const MIN_SESSIONS_PER_THREAD = 2;

/** The sessions of the setting are divided, not multiplied. The keeper needs few, unless it works too. */
export function computeShares(sessions: number, threads: number, works: boolean): SessionShares {
  if (threads === 1) return { threads, sessions: { keeper: sessions, each: sessions } };
  const each = works
    ? Math.floor(sessions / (threads + 1))
    : Math.floor((sessions - MIN_SESSIONS_PER_THREAD) / threads);
  if (each < MIN_SESSIONS_PER_THREAD) {
    const least = MIN_SESSIONS_PER_THREAD * (threads + 1);
    throw new CommandError(`SERVE_THREADS=${threads} needs DATABASE_SESSIONS of ${least} or more`);
  }
  return { threads, sessions: { keeper: sessions - threads * each, each } };
}

type ThreadSettings = Pick<Settings, 'SERVE_THREADS' | 'DATABASE_SESSIONS' | 'HOST' | 'PORT'>;

export async function resolveShares(
  settings: ThreadSettings,
  works: boolean,
  log: Log,
): Promise<SessionShares> {
  const { SERVE_THREADS, DATABASE_SESSIONS, HOST, PORT } = settings;
  if (SERVE_THREADS === 1) return computeShares(DATABASE_SESSIONS, 1, works);
  const found = computeShares(DATABASE_SESSIONS, SERVE_THREADS, works);
  if (!(await canSharePort(HOST))) {
    log.warn({ platform: process.platform }, 'threads cannot share a port here: one thread serves');
    return computeShares(DATABASE_SESSIONS, 1, works);
  }
  // Threads that share a port would share it with another Gable of this user too, without a word.
  if (PORT !== 0) await listenOnce({ host: HOST, port: PORT, exclusive: true });
  return found;
}

/** Of a system that does not know the option, as libuv or the kernel tells it. */
const CANNOT_SHARE: readonly unknown[] = ['ENOTSUP', 'EOPNOTSUPP', 'ENOPROTOOPT'];

async function canSharePort(host: string): Promise<boolean> {
  try {
    await listenOnce({ host, port: 0, reusePort: true });
    return true;
  } catch (error) {
    if (CANNOT_SHARE.includes((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

const listenOnce = (at: object): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(at, () => server.close(() => resolve()));
  });
