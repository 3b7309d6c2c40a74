import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testsProcesses } from './postgres.ts';
import { findFilesReaching, quickFiles } from './quick.ts';

/** A process takes 1.4 s of CPU to load the API, 1 s for the schemas of its answers, and more until its code is compiled. */
const MIN_FILES_OF_PROCESS = 10;

const BROWSER = 'test/support/browser.ts';
/** Modules whose tests measure their own process: such a file has a process of its own. */
const ALONE_PARTS = [
  'test/support/longest-block.ts',
  'test/support/measure-growth.ts',
  'test/support/process-memory.ts',
];

/** Other files that do not share a process, and why. */
export const ALONE: Readonly<Record<string, string>> = {
  'src/imports/memory.test.ts': 'measures the memory of its process',
  'test/conformance/formats-memory.test.ts': 'measures the memory of its process',
  'test/conformance/heavy-queries.test.ts':
    'measures how soon a flood is refused: later than lint and the builds',
  'test/conformance/hot-scanners.test.ts': 'measures a warm parser',
  'test/conformance/regular-expressions.test.ts': 'measures a warm parser',
  'test/conformance/slow-senders.test.ts': 'waits for the time limits of sockets',
  'test/conformance/stalls.test.ts': 'measures its event loop',
};

/** Those that take longest begin first, so that no core waits for one at the end of a run. */
const LONG = ['test/conformance/fuzz', 'test/console/every-'];

/**
 * Replaces files that can share a process by a few processes that take them from queues (bundled.ts). The first one begins with
 * files that start services: they wait more than they compute, so one of them runs at a time.
 */
export function writeBundles(
  root: string,
  files: readonly string[],
  { folder, processes }: { folder: string; processes: number },
): string[] {
  const alone = new Set([...findFilesReaching(root, files, ALONE_PARTS), ...Object.keys(ALONE)]);
  const shared = files.filter((file) => !alone.has(file));
  const services = new Set(shared.filter(testsProcesses));
  const others = sortLongestFirst(
    root,
    shared.filter((file) => !services.has(file)),
  );
  const queues = [[...services], others].flatMap((some, index) => {
    if (some.length === 0) return [];
    const queue = join(folder, `queue-${index}.json`);
    writeFileSync(queue, JSON.stringify(some));
    return [queue];
  });
  const count = Math.min(processes, Math.ceil(shared.length / MIN_FILES_OF_PROCESS));
  const bundles = Array.from({ length: count }, (_, index) =>
    writeBundle(root, index === 0 ? queues : queues.toReversed(), join(folder, bundleName(index))),
  );
  return [...bundles, ...files.filter((file) => alone.has(file))];
}

function sortLongestFirst(root: string, files: readonly string[]): string[] {
  const long = files.filter((file) => LONG.some((beginning) => file.startsWith(beginning)));
  const browser = findFilesReaching(root, files, [BROWSER]);
  const quick = new Set(quickFiles(root, files));
  return [...new Set([...long, ...browser, ...files.filter((file) => !quick.has(file)), ...quick])];
}

/** Node sorts files by their paths: the absolute one of a bundle comes before the relative ones of single files. */
const bundleName = (index: number): string => `bundle-${index}.test.mjs`;

export const isBundle = (file: string): boolean => /\/bundle-\d+\.test\.mjs$/.test(file);

function writeBundle(root: string, queues: readonly string[], path: string): string {
  const runner = JSON.stringify(join(import.meta.dirname, 'bundled.ts'));
  writeFileSync(
    path,
    `import { runQueues } from ${runner};\nawait runQueues(${JSON.stringify(root)}, ${JSON.stringify(queues)});\n`,
  );
  return path;
}
