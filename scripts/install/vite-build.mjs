import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from './lock.mjs';
import { pinnedNode } from './node-version.mjs';
import { InstallError, say } from './refusal.mjs';

/**
 * @typedef {object} ViteBuild
 * @property {string} name  what is built, in messages and in the name of the lock
 * @property {string} configuration
 * @property {() => boolean} isCurrent
 * @property {(build: () => void) => void} [run]  what is done around the build
 */

/**
 * Builds a part of the project when it is absent or outdated, once for processes that start together. GABLE_NO_INSTALL=1
 * disables it.
 * @param {string} root
 * @param {ViteBuild} part
 */
export async function ensureBuilt(root, { name, configuration, isCurrent, run = (build) => build() }) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (process.env.GABLE_NO_INSTALL === '1' || !existsSync(join(root, configuration)) || !existsSync(vite))
    return;
  if (isCurrent()) return;
  await withInstallLock(
    join(root, `.installing-${name}`),
    async () => {
      if (isCurrent()) return;
      const started = Date.now();
      run(() => runVite(root, name, [vite, 'build', '--config', configuration, '--logLevel', 'error']));
      say(`${name} built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    },
    (pid) => say(`another process (pid ${pid}) is building the ${name}; waiting for it`),
  );
}

/**
 * @param {string} root
 * @param {string} name
 * @param {string[]} args
 */
function runVite(root, name, args) {
  const node = pinnedNode(root)?.path ?? process.execPath;
  const result = spawnSync(node, args, { cwd: root, encoding: 'utf8' });
  if (result.status !== 0)
    throw new InstallError(`the ${name} could not be built:\n${result.stdout}${result.stderr}`);
}
