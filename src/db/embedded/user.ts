import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** PostgreSQL refuses to run as root, so as root the server gets another user. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: ServerUser = { uid: 65_534, gid: 65_534 };

/**
 * Undefined: we are an ordinary user and the server runs as us. As root it runs as the owner of the folders given,
 * so that `sudo` on somebody's checkout leaves files its owner can still use, and else as nobody.
 */
export function serverUser(folders: readonly string[]): ServerUser | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  for (const folder of folders) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat !== undefined && stat.uid !== 0) return { uid: stat.uid, gid: stat.gid };
  }
  return NOBODY;
}

/** Whether the user may enter the folder (or run the program) and enter every folder above it. */
export function mayReach(path: string, user: ServerUser | undefined): boolean {
  if (user === undefined) return true;
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  const above = dirname(path);
  return above === path || mayReach(above, user);
}
