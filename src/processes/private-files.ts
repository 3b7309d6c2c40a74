import { existsSync, type Stats } from 'node:fs';
import { chmod, lchown, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import type { Settings } from './settings.ts';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Lets the user of the embedded server traverse the directory, where it cannot get a descriptor of its own. */
const TRAVERSED_MODE = 0o711;
const PERMISSION_BITS = 0o777;
const STICKY_BIT = 0o1000;

/** Our files in DATA_DIR. PostgreSQL itself enforces 0700 on its directory. */
const OURS = [
  'mail',
  'master-keys',
  'restored-master-keys',
  'demo-key',
  'demo-world.json',
  'places',
  'search',
  'regions',
  'warehouse',
  'postgres.log',
  'postgres.lock',
];

/** Everything this process creates from now on is private to its user, whatever its initial umask. */
export const createPrivately = (): void => void process.umask(0o077);

type PrivateDirectories = Pick<Settings, 'DATA_DIR' | 'WAREHOUSE_DIR'>;

/** Removes the permissions of other users that an earlier version, another umask or a restored copy left. */
export async function restrictPermissions(
  { DATA_DIR, WAREHOUSE_DIR }: PrivateDirectories,
  log: Log,
): Promise<void> {
  await mkdir(DATA_DIR, { recursive: true, mode: DIRECTORY_MODE });
  const root = await lstat(DATA_DIR);
  const closing = { owner: ownerToSet(root), open: 0, refused: [] as string[] };
  // A shared directory such as /tmp keeps its mode.
  if (root.isDirectory() && (root.mode & STICKY_BIT) === 0)
    await setMode(DATA_DIR, root, rootMode(), closing);
  for (const name of OURS) await restrictPath(join(DATA_DIR, name), closing);
  if (WAREHOUSE_DIR !== undefined) await restrictPath(WAREHOUSE_DIR, closing);
  if (closing.open > 0)
    log.warn(
      { event: 'files.permissions_restricted', count: closing.open },
      'files were accessible to other users of this machine; they no longer are',
    );
  if (closing.refused.length > 0)
    log.error(
      { event: 'files.permissions_failed', paths: closing.refused.slice(0, 10) },
      'files are accessible to other users',
    );
}

/** Gives what root created while it ran to the owner of DATA_DIR, whose next start could not write there otherwise. */
export async function giveFilesToOwner(directories: PrivateDirectories, log: Log): Promise<void> {
  const root = await lstat(directories.DATA_DIR).catch(() => undefined);
  if (root !== undefined && ownerToSet(root) !== undefined) await restrictPermissions(directories, log);
}

interface RestrictContext {
  /** The owner of files that root created: after a start by root the service runs as its own user again. */
  owner: { uid: number; gid: number } | undefined;
  open: number;
  refused: string[];
}

const isRoot = (): boolean => process.geteuid?.() === 0;
const ownerToSet = ({ uid, gid }: Stats): RestrictContext['owner'] =>
  isRoot() && uid !== 0 ? { uid, gid } : undefined;
/** As root the server runs as another user. On Linux it gets its directory as a descriptor and need not traverse the parents. */
const rootMode = (): number => (isRoot() && !existsSync('/proc/self/fd') ? TRAVERSED_MODE : DIRECTORY_MODE);

async function restrictPath(path: string, closing: RestrictContext): Promise<void> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat === undefined || stat.isSymbolicLink()) return;
  await setMode(path, stat, stat.isDirectory() ? DIRECTORY_MODE : FILE_MODE, closing);
  if (!stat.isDirectory()) return;
  for (const name of await readdir(path).catch(() => [])) await restrictPath(join(path, name), closing);
}

async function setMode(path: string, stat: Stats, mode: number, closing: RestrictContext): Promise<void> {
  try {
    if (closing.owner !== undefined && stat.uid === 0)
      await lchown(path, closing.owner.uid, closing.owner.gid);
    if ((stat.mode & PERMISSION_BITS) === mode) return;
    await chmod(path, mode);
    closing.open += 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    closing.refused.push(path);
  }
}
