import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canAccess, findServerUser, type ServerUser } from './user.ts';

/** The paths and settings of one data directory. */
export interface DataDirectory {
  readonly dataDir: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly lockFile: string;
  readonly user: ServerUser | undefined;
  readonly durable: boolean;
}

/** The limit of the kernel is 107 bytes on Linux and 103 on macOS; the name of the socket takes 15. */
const MAX_SOCKET_PATH_BYTES = 88;

/** The directory of the cluster in a data directory. */
export const CLUSTER_DIRECTORY = 'postgres';

export function openDataDirectory(dataDir: string, durable: boolean): DataDirectory {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const real = realpathSync(dataDir);
  const cluster = join(real, CLUSTER_DIRECTORY);
  rejectForeignFiles(cluster);
  return {
    dataDir: real,
    cluster,
    logFile: join(real, 'postgres.log'),
    lockFile: join(real, 'postgres.lock'),
    user: findServerUser(cluster, real),
    durable,
  };
}

function rejectForeignFiles(cluster: string): void {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const us = process.geteuid?.();
  if (owner === undefined || owner === us || us === 0) return;
  throw new Error(
    `${cluster} belongs to user ${owner}: run Gable as that user, or set DATA_DIR to a folder of your own`,
  );
}

/** The directory of the Unix socket: short, and the same for every process of this data directory. */
export function socketDirectory({ dataDir }: DataDirectory): string {
  const name = `gable-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const preferred = join(tmpdir(), name);
  return Buffer.byteLength(preferred) > MAX_SOCKET_PATH_BYTES ? join('/tmp', name) : preferred;
}

/**
 * The socket needs no password, so its directory is closed to other users and must not be theirs. Call it while no
 * server runs.
 */
export function recreateSocketDirectory(folder: string, { user }: DataDirectory): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stat = lstatSync(folder);
  const owner = user?.uid ?? process.geteuid?.();
  if (!stat.isDirectory() || stat.uid !== owner || (stat.mode & 0o077) !== 0) {
    throw new Error(`${folder} belongs to somebody else or is open to others: remove it, then start again`);
  }
  // After a hard kill the lock has the pid of a dead process, which PostgreSQL believes until the zombie is reaped.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
}

/** A directory as a child process may name it, with the descriptor that the name may need. */
export interface DirectoryHandle {
  readonly path: string;
  readonly descriptors: readonly number[];
  close(): void;
}

/**
 * Root's own directories (/root) are closed to the user of the server, although the data directory is its own. On Linux
 * the child gets the directory as descriptor 3 and names it through /proc, which needs no access to its parents.
 */
export function openDirectoryHandle(folder: string, user: ServerUser | undefined): DirectoryHandle {
  if (canAccess(folder, user)) return { path: folder, descriptors: [], close: () => {} };
  if (process.platform !== 'linux') {
    throw new Error(
      `PostgreSQL does not run as root, and user ${user?.uid} may not enter ${folder}: run Gable as an ordinary user, or set DATA_DIR to a folder outside`,
    );
  }
  const descriptor = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', descriptors: [descriptor], close: () => closeSync(descriptor) };
}
