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

/** Everything that belongs to one data folder. */
export interface DataDirectory {
  readonly dataDir: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly lockFile: string;
  readonly user: ServerUser | undefined;
  readonly durable: boolean;
}

/** The kernel's limit is 107 bytes on Linux and 103 on macOS, of which the socket's own name takes 15. */
const MAX_SOCKET_PATH_BYTES = 88;

export function openDataDirectory(dataDir: string, durable: boolean): DataDirectory {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const real = realpathSync(dataDir);
  const cluster = join(real, 'postgres');
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

/** Where the Unix socket goes: short, and the same for every process of this data folder. */
export function socketDirectory({ dataDir }: DataDirectory): string {
  const name = `gable-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const preferred = join(tmpdir(), name);
  return Buffer.byteLength(preferred) > MAX_SOCKET_PATH_BYTES ? join('/tmp', name) : preferred;
}

/** The socket asks for no password, so its folder is closed to everybody else and must not have been laid by them. Call it while no server runs. */
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
  // After a hard kill the lock names a dead process, and PostgreSQL believes it for as long as nobody reaps the zombie.
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
}

/** A folder as a child process may name it, with the descriptor that the name may rest on. */
export interface DirectoryHandle {
  readonly path: string;
  readonly descriptors: readonly number[];
  close(): void;
}

/**
 * Root's own folders (/root) are closed to the server's user, although the data folder inside is its own. On Linux
 * the child then gets the folder as descriptor 3 and names it through /proc, which asks nothing of the folders above.
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
