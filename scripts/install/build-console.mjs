import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { withInstallLock } from './lock.mjs';
import { pinnedNode } from './node-version.mjs';
import { packFiles } from './pack-files.mjs';
import { InstallError, say } from './refusal.mjs';

/** The sources of the console, of what it may import (scripts/import-rules.ts), of the base map, and its guides. */
const SOURCES = ['src/console', 'src/catalogue', 'src/criteria', 'src/lib', 'scripts/console', 'docs/guides'];
const CONFIGURATION = ['package-lock.json', 'vite.config.ts'];
const DIST = join('dist', 'console');
const BUILT_FROM = '.built-from';

/**
 * Builds the console when it is absent or older than its sources: a second or two after a change. GABLE_NO_INSTALL=1 disables it.
 * @param {string} root
 */
export async function ensureConsole(root) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (process.env.GABLE_NO_INSTALL === '1' || !existsSync(join(root, 'vite.config.ts')) || !existsSync(vite))
    return;
  const mark = join(root, DIST, BUILT_FROM);
  const isCurrent = () => readOrNothing(mark) === sourcesDigest(root);
  if (isCurrent()) return;
  await withInstallLock(
    join(root, '.installing-console'),
    async () => {
      if (!isCurrent()) build(root, vite, mark);
    },
    (pid) => say(`another process (pid ${pid}) is building the console; waiting for it`),
  );
}

/**
 * @param {string} root
 * @param {string} vite
 * @param {string} mark
 */
function build(root, vite, mark) {
  const started = Date.now();
  // Read before the build: a source that changes meanwhile makes it stale.
  const digest = sourcesDigest(root);
  const node = pinnedNode(root)?.path ?? process.execPath;
  const result = spawnSync(node, [vite, 'build', '--logLevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (result.status !== 0)
    throw new InstallError(`the console could not be built:\n${result.stdout}${result.stderr}`);
  packFiles(join(root, DIST, 'assets'));
  writeFileSync(mark, digest);
  say(`console built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * By content, because a checkout changes the times of files.
 * @param {string} root
 */
export function sourcesDigest(root) {
  const digest = createHash('sha256');
  const files = SOURCES.flatMap((folder) => filesIn(join(root, folder)));
  for (const file of [...CONFIGURATION.map((name) => join(root, name)), ...files].sort()) {
    digest.update(`${relative(root, file).replaceAll(sep, '/')}\n`).update(readOrNothing(file));
  }
  return digest.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

/** @param {string} path */
function readOrNothing(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
