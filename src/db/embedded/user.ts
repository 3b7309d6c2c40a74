import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** PostgreSQL refuses to run as root, so as root the server gets another user. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The usual uid of `nobody`, for a machine where it cannot be found. */
const NOBODY = 65_534;

/**
 * Undefined: we are an ordinary user and the server runs as us. As root it runs as the owner of the data, so that
 * `sudo` leaves files that their owner can still use, and else as nobody. initdb needs a user with a name, which the
 * owner of a mounted directory may lack; an existing cluster needs none.
 */
export function findServerUser(cluster: string, dataDir: string): ServerUser | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const owner = readOwner(cluster);
  if (owner !== undefined) return owner;
  const neighbour = readOwner(dataDir);
  if (neighbour !== undefined && runIdCommand('-un', String(neighbour.uid)) !== undefined) return neighbour;
  return {
    uid: Number(runIdCommand('-u', 'nobody') ?? NOBODY),
    gid: Number(runIdCommand('-g', 'nobody') ?? NOBODY),
  };
}

function readOwner(folder: string): ServerUser | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat === undefined || stat.uid === 0 ? undefined : { uid: stat.uid, gid: stat.gid };
}

function runIdCommand(question: string, user: string): string | undefined {
  try {
    return execFileSync('id', [question, user], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** Whether the user may enter the directory (or run the program) and enter every parent. */
export function canAccess(path: string, user: ServerUser | undefined): boolean {
  if (user === undefined) return true;
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  const above = dirname(path);
  return above === path || canAccess(above, user);
}
