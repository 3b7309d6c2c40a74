import { existsSync, type Stats } from 'node:fs';
import { chmod, lchown, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import type { Settings } from './settings.ts';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Lets the user that the embedded server runs as pass through, where it cannot be handed the directory itself. */
const TRAVERSED_MODE = 0o711;
const PERMISSION_BITS = 0o777;
const STICKY_BIT = 0o1000;

/** What we write into DATA_DIR. The database's own directory is PostgreSQL's business, which wants 0700 too. */
const OURS = [
  'mail',
  'master-keys',
  'demo-key',
  'demo-world.json',
  'search',
  'warehouse',
  'postgres.log',
  'postgres.lock',
];

/** All that this process creates from now on is for its own user alone, whatever umask it was started with. */
export const createPrivately = (): void => void process.umask(0o077);

type PrivateDirectories = Pick<Settings, 'DATA_DIR' | 'WAREHOUSE_DIR'>;

/** Closes to others what an earlier version, another umask or a restored copy left open. Call it once at the start. */
export async function restrictPermissions(
  { DATA_DIR, WAREHOUSE_DIR }: PrivateDirectories,
  log: Log,
): Promise<void> {
  await mkdir(DATA_DIR, { recursive: true, mode: DIRECTORY_MODE });
  const root = await lstat(DATA_DIR);
  const closing = { owner: ownerToSet(root), open: 0, refused: [] as string[] };
  // A shared directory such as /tmp is not ours to close.
  if (root.isDirectory() && (root.mode & STICKY_BIT) === 0)
    await setMode(DATA_DIR, root, rootMode(), closing);
  for (const name of OURS) await restrictPath(join(DATA_DIR, name), closing);
  if (WAREHOUSE_DIR !== undefined) await restrictPath(WAREHOUSE_DIR, closing);
  if (closing.open > 0)
    log.warn(
      { event: 'files.closed', count: closing.open },
      'files were open to other users of this machine',
    );
  if (closing.refused.length > 0)
    log.error({ event: 'files.open', paths: closing.refused.slice(0, 10) }, 'files are open to other users');
}

interface RestrictContext {
  /** Who gets what root made: started once by root, the service is started by its own user again. */
  owner: { uid: number; gid: number } | undefined;
  open: number;
  refused: string[];
}

const isRoot = (): boolean => process.geteuid?.() === 0;
const ownerToSet = ({ uid, gid }: Stats): RestrictContext['owner'] =>
  isRoot() && uid !== 0 ? { uid, gid } : undefined;
/** As root the server runs as another user; on Linux it is given its directory as a descriptor, so none above it need be open. */
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
