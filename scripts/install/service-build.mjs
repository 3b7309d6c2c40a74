import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from './lock.mjs';
import { pinnedNode } from './node-version.mjs';
import { InstallError, say } from './refusal.mjs';

const CONFIGURATION = 'vite.service.config.ts';
/** Written by the build when it is complete: its folder, the files of the project that it was built from, their digest. */
export const CURRENT = join('dist', 'service', 'current.json');

/**
 * The built service, unless a file that it was built from has changed since.
 * @param {string} root
 * @returns {string | undefined} the path of its first file
 */
export function currentServiceBuild(root) {
  try {
    const { folder, files, digest } = JSON.parse(readFileSync(join(root, CURRENT), 'utf8'));
    const main = join(root, 'dist', 'service', folder, 'main.mjs');
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
 * Bundles the service when there is no current build: two to three seconds after a change. GABLE_NO_INSTALL=1 disables it.
 * @param {string} root
 */
export async function ensureService(root) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (process.env.GABLE_NO_INSTALL === '1' || !existsSync(join(root, CONFIGURATION)) || !existsSync(vite))
    return;
  if (currentServiceBuild(root)) return;
  await withInstallLock(
    join(root, '.installing-service'),
    async () => {
      if (!currentServiceBuild(root)) build(root, vite);
    },
    (pid) => say(`another process (pid ${pid}) is building the service; waiting for it`),
  );
}

/**
 * @param {string} root
 * @param {string} vite
 */
function build(root, vite) {
  const started = Date.now();
  const node = pinnedNode(root)?.path ?? process.execPath;
  const result = spawnSync(node, [vite, 'build', '--config', CONFIGURATION, '--logLevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (result.status !== 0)
    throw new InstallError(`the service could not be built:\n${result.stdout}${result.stderr}`);
  say(`service built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
