import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './vite-build.mjs';

export const SERVICE_FOLDER = join('dist', 'service');
/** Written by the build when it is complete: its folder, the files of the project that it was built from, their digest. */
export const CURRENT = join(SERVICE_FOLDER, 'current.json');

/**
 * The built service, unless a file that it was built from has changed since.
 * @param {string} root
 * @returns {string | undefined} the path of its first file
 */
export function currentServiceBuild(root) {
  try {
    const { folder, files, digest } = JSON.parse(readFileSync(join(root, CURRENT), 'utf8'));
    const main = join(root, SERVICE_FOLDER, folder, 'main.mjs');
    return digestOf(files, (file) => readFileSync(join(root, file))) === digest && existsSync(main)
      ? main
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * By content: a checkout or an archive may give a changed file an older time.
 * @param {string[]} files
 * @param {(file: string) => string | Uint8Array} read
 */
export function digestOf(files, read) {
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file}\n`).update(read(file));
  return digest.digest('hex');
}

/**
 * Bundles the service when there is no current build: two to three seconds after a change.
 * @param {string} root
 */
export function ensureService(root) {
  return ensureBuilt(root, {
    name: 'service',
    configuration: 'vite.service.config.ts',
    isCurrent: () => currentServiceBuild(root) !== undefined,
  });
}
