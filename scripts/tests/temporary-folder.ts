import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** A whole run had at most 3 GB there. */
const MIN_FREE_BYTES = 8 * 1024 ** 3;

/**
 * Where a run has its temporary directory: in memory if there is room, unless TMPDIR names another. A copy of a database is
 * 700 files: that took 30 ms of CPU in memory, and 40 to 420 on a disk, more with every one that was made before.
 */
export function temporaryRoot(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TMPDIR !== undefined && env.TMPDIR !== '') return tmpdir();
  return hasRoomInMemory() ? MEMORY_FOLDER : tmpdir();
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return (
      mayExecute(readFileSync('/proc/mounts', 'utf8')) &&
      bavail * bsize >= MIN_FREE_BYTES &&
      freemem() >= MIN_FREE_BYTES
    );
  } catch {
    return false; // not Linux, or a container without it
  }
}

/** Whether the directory is in memory, and programs in it can be started: some tests copy one. */
export const mayExecute = (mounts: string): boolean =>
  mounts
    .split('\n')
    .map((line) => line.split(' '))
    .some(
      ([, folder, type, options]) =>
        folder === MEMORY_FOLDER && type === 'tmpfs' && !options?.split(',').includes('noexec'),
    );
