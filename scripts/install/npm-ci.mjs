import { spawnSync } from 'node:child_process';
import { readFileSync, unlinkSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { withInstallLock } from './lock.mjs';
import { pinnedNode } from './node-version.mjs';
import { missingPackages, rememberLeftOut } from './packages.mjs';
import { InstallError, say } from './refusal.mjs';
import { runQuietly } from './run.mjs';

/**
 * Installs the packages when they are absent or stale. GABLE_NO_INSTALL=1 disables it, for images and machines that install
 * otherwise.
 * @param {string} root
 * @param {{ dev: boolean, name?: string }} wanted  a name in messages when it is not our own packages
 */
export async function ensurePackages(root, wanted) {
  if (process.env.GABLE_NO_INSTALL === '1') return;
  refuseUnlockedManifest(root);
  if (missingPackages(root, wanted).length === 0) return;
  await withInstallLock(
    join(root, '.installing'),
    async () => {
      // Another process may have installed them while this one waited for the lock.
      if (missingPackages(root, wanted).length > 0) await npmCi(root, wanted);
    },
    (pid) => say(`another process (pid ${pid}) is installing the ${nameOf(wanted)}; waiting for it`),
  );
}

/** @param {{ name?: string }} wanted */
const nameOf = ({ name }) => name ?? 'packages';

/**
 * @param {string} root
 * @param {{ dev: boolean, name?: string }} wanted
 */
async function npmCi(root, wanted) {
  // --loglevel=error: npm runs on the system's Node, which is older than "engines", and would warn about each package.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=optional'];
  if (wanted.dev) args.push('--include=dev');
  const title = `installing the ${nameOf(wanted)} (npm ci)`;
  const result = await runQuietly({
    title,
    command: 'npm',
    args,
    cwd: root,
    env: withoutOwnBin(process.env),
    killable: true, // npm undoes its work first, which took 15 s; half an install is seen as one and made again
  });
  if (result.signal)
    throw new InstallError(`the install was interrupted (${result.signal}); it starts again next time`);
  if (!result.ok)
    throw new InstallError(`npm ci failed: ${reasonIn(result.output)}; run \`npm ci\` to see it whole`);
  rememberRefusedPackages(root, wanted);
  removePinnedNodeThatCannotRun(root);
  say(`${nameOf(wanted)} installed in ${result.seconds} s`);
}

/**
 * npm silently skips an optional package that it cannot fetch. Ours are required: one is the Node we run on, one is the
 * database.
 * @param {string} root
 * @param {{ dev: boolean }} wanted
 */
function rememberRefusedPackages(root, wanted) {
  const left = missingPackages(root, wanted);
  if (left.length === 0) return;
  const own = Object.keys(manifestOf(root).optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
  const needed = left.filter((path) => own.includes(path));
  if (needed.length > 0) {
    throw new InstallError(
      `npm ci left out ${needed.join(', ')}, which this machine needs; run \`npm ci\` to try again`,
    );
  }
  rememberLeftOut(root, left);
}

/**
 * The pinned Node is built for glibc. Where it cannot start (Alpine) it is removed, because npm scripts would find it before
 * the system's Node.
 * @param {string} root
 */
function removePinnedNodeThatCannotRun(root) {
  const pinned = pinnedNode(root);
  if (pinned && spawnSync(pinned.path, ['--version']).status !== 0) unlinkSync(pinned.path);
}

/**
 * `npm ci` refuses a lock that differs from package.json with a page of text; this reports it in one line.
 * @param {string} root
 */
function refuseUnlockedManifest(root) {
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[''];
  const manifest = manifestOf(root);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    const inManifest = manifest[kind] ?? {};
    const inLock = locked[kind] ?? {};
    const names = new Set([...Object.keys(inManifest), ...Object.keys(inLock)]);
    const odd = [...names].filter((name) => inManifest[name] !== inLock[name]);
    if (odd.length > 0) {
      throw new InstallError(
        `package.json and package-lock.json disagree about ${odd.join(', ')}; run \`npm install\``,
      );
    }
  }
}

/** @param {string} root */
function manifestOf(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/**
 * npm must not run on the Node inside the directory that it removes.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutOwnBin(env) {
  const ownBin = `${sep}node_modules${sep}.bin`;
  const path = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(ownBin));
  return { ...env, PATH: path.join(delimiter) };
}

/**
 * The code and first sentence of npm's error.
 * @param {string} output
 */
function reasonIn(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim());
  const telling = lines.filter((line) => line !== '' && !/^(A complete log|code$)/.test(line));
  return (
    telling
      .slice(0, 2)
      .join(', ')
      .replace(/^code /, '') || 'it gave no reason'
  );
}
