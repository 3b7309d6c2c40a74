import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESS_FOLDERS } from './postgres.ts';
import { findFilesReaching, quickFiles } from './quick.ts';

/**
 * A process that loads the API takes 1.4 s of CPU before its first test, and 1 s for the schemas of its answers, with a browser 2 s
 * more: files of a whole run share some. A process of more files would still run when all others have ended.
 */
const MAX_QUICK_FILES = 80;
const MAX_DATABASE_FILES = 45;
const MAX_BROWSER_FILES = 10;
/** Two fuzzers of uploads take 23.7 s of CPU in a process each, 20.1 s in one. They begin first, so no core waits for them at the end. */
const MAX_LONG_FILES = 2;

const BROWSER = 'test/support/browser.ts';
/** Modules whose tests start processes, or measure their own process: such a file has a process of its own. */
const ALONE_PARTS = [
  'test/support/gable.ts',
  'test/support/longest-block.ts',
  'test/support/measure-growth.ts',
  'test/support/process-memory.ts',
];

const BUNDLED_FOLDERS = ['src/', 'test/conformance/', 'test/delivery/', 'test/console/', 'test/faults/'];

const LONG = 'takes as long as half a bundle';
/** Folders whose files start services and browsers: each has a process of its own. */
const SERVICE_FOLDERS = [...PROCESS_FOLDERS, 'test/console/'];
/** Other files that do not share a process, and why. */
export const ALONE: Readonly<Record<string, string>> = {
  'src/imports/memory.test.ts': 'measures the memory of its process',
  'test/conformance/formats-memory.test.ts': 'measures the memory of its process',
  'test/conformance/fuzz.test.ts': LONG,
  'test/conformance/fuzz-other-routes.test.ts': LONG,
  'test/conformance/fuzz-broken-uploads.test.ts': LONG,
  'test/conformance/fuzz-uploads.test.ts': LONG,
  'test/conformance/heavy-queries.test.ts':
    'measures how soon a flood is refused: later than lint and the builds',
  'test/conformance/hot-scanners.test.ts': 'measures a warm parser',
  'test/conformance/regular-expressions.test.ts': 'measures a warm parser',
  'test/console/every-further-screen.test.ts': LONG,
  'test/console/every-other-screen.test.ts': LONG,
  'test/console/every-remaining-screen.test.ts': LONG,
  'test/console/every-screen.test.ts': LONG,
  'test/conformance/slow-senders.test.ts': 'waits for the time limits of sockets',
  'test/conformance/stalls.test.ts': 'measures its event loop',
};

/**
 * Replaces files that can share a process by files that run several of them (bundled.ts). The order inside a bundle is that of
 * the paths, so that neighbours share their modules.
 */
export function writeBundles(root: string, files: readonly string[], folder: string): string[] {
  const alone = new Set([...findFilesReaching(root, files, ALONE_PARTS), ...Object.keys(ALONE)]);
  const bundled = files.filter(
    (file) => !alone.has(file) && BUNDLED_FOLDERS.some((prefix) => file.startsWith(prefix)),
  );
  const quick = new Set(quickFiles(root, bundled));
  const browser = new Set(findFilesReaching(root, bundled, [BROWSER]));
  const others = bundled.filter((file) => !quick.has(file) && !browser.has(file));
  const inBundle = new Set(bundled);
  const single = files.filter((file) => !inBundle.has(file));
  const long = single.filter((file) => ALONE[file] === LONG);
  const services = single.filter((file) => !long.includes(file) && startsServices(file));
  const groups = [
    ...chunk(long, MAX_LONG_FILES),
    ...chunk([...browser], MAX_BROWSER_FILES),
    ...chunk(others, MAX_DATABASE_FILES),
    ...services.map((file) => [file]),
    ...chunk([...quick], MAX_QUICK_FILES),
  ];
  return [
    ...groups.map((group, index) => writeBundle(root, group, join(folder, bundleName(index)))),
    ...single.filter((file) => !long.includes(file) && !services.includes(file)),
  ];
}

/**
 * The longest start first, so that no core waits for one at the end of a run. Node sorts the files by their paths: a bundle has a
 * number of fixed width, and its absolute path comes before the relative ones of the files that stay single.
 */
const bundleName = (index: number): string => `bundle-${String(index).padStart(3, '0')}.test.mjs`;

const startsServices = (file: string): boolean => SERVICE_FOLDERS.some((prefix) => file.startsWith(prefix));

export const isBundle = (file: string): boolean => /\/bundle-\d+\.test\.mjs$/.test(file);

/** The test files that a process runs. */
export function filesIn(file: string): string[] {
  if (!isBundle(file)) return [file];
  const [, list = '[]'] = /^const files = (.*);$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return JSON.parse(list);
}

/** Equal groups, none above the limit. */
function chunk(files: readonly string[], limit: number): string[][] {
  const count = Math.ceil(files.length / limit);
  return Array.from({ length: count }, (_, index) =>
    files.slice((files.length * index) / count, (files.length * (index + 1)) / count),
  );
}

function writeBundle(root: string, files: readonly string[], path: string): string {
  const runner = JSON.stringify(join(import.meta.dirname, 'bundled.ts'));
  writeFileSync(
    path,
    `import { runBundled } from ${runner};\nconst files = ${JSON.stringify(files)};\nrunBundled(${JSON.stringify(root)}, files);\n`,
  );
  return path;
}
