import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packFiles } from './pack-files.mjs';
import { ensureBuilt } from './vite-build.mjs';

/** The sources of the console, of what it may import (scripts/import-rules.ts), of the base map, and its guides. */
const SOURCES = ['src/console', 'src/catalogue', 'src/criteria', 'src/lib', 'scripts/console', 'docs/guides'];
const CONFIGURATION = ['package-lock.json', 'vite.config.ts'];
const DIST = join('dist', 'console');
const BUILT_FROM = '.built-from';

/**
 * Builds the console when it is absent or older than its sources: a second or two after a change.
 * @param {string} root
 */
export function ensureConsole(root) {
  const mark = join(root, DIST, BUILT_FROM);
  return ensureBuilt(root, {
    name: 'console',
    configuration: 'vite.config.ts',
    isCurrent: () => readOrNothing(mark) === sourcesDigest(root),
    run: (build) => {
      // Read before the build: a source that changes meanwhile makes it stale.
      const digest = sourcesDigest(root);
      build();
      packFiles(join(root, DIST, 'assets'));
      writeFileSync(mark, digest);
    },
  });
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
