import { quoted } from '../warehouse/engine.ts';
import { pathOf } from './files.ts';
import { liveFiles, replaceFiles, type WarehouseFile } from './manifest.ts';
import { type Workshop, writeFile } from './write.ts';

/** So many files of one size make a larger one. */
const ENOUGH_FILES = 8;
const MAX_MERGED_FILES = 64;
/** No file is merged beyond this; a file of it takes about 40 MB. */
export const MAX_MERGED_EVENTS = 1_000_000;
/** A month in which nothing was closed for so long is put together, however few its files are. */
const QUIET_MS = 86_400_000;

/** Merges small files month by month; answers how many files were replaced. */
export async function mergeFiles(workshop: Workshop, signal?: AbortSignal): Promise<number> {
  const months = Map.groupBy(await liveFiles(workshop.db), ({ month }) => month);
  let replaced = 0;
  for (const [month, files] of months) {
    if (signal?.aborted) break;
    const chosen = filesToMerge(files, workshop.clock.now());
    if (chosen.length > 0 && (await merge(workshop, month, chosen)) !== undefined) replaced += chosen.length;
  }
  return replaced;
}

/**
 * Files of one order of magnitude are merged together, so that an event is written anew at most once per power of ten; what is left of
 * a month that has gone quiet is put together once.
 */
export function filesToMerge(files: readonly WarehouseFile[], now: Date): WarehouseFile[] {
  const small = files.filter(({ eventCount }) => eventCount < MAX_MERGED_EVENTS);
  const magnitudes = Map.groupBy(small, ({ eventCount }) => Math.floor(Math.log10(Math.max(1, eventCount))));
  const crowded = [...magnitudes.values()].find((alike) => alike.length >= ENOUGH_FILES);
  if (crowded !== undefined) return fitting(crowded);
  const quiet = files.every(({ closedAt }) => now.getTime() - closedAt.getTime() >= QUIET_MS);
  const rest = quiet ? fitting(small) : [];
  return rest.length > 1 ? rest : [];
}

/** The smallest first, up to the size of the largest file; two at least, else nothing would ever change. */
function fitting(files: readonly WarehouseFile[]): WarehouseFile[] {
  let sum = 0;
  return files
    .toSorted((one, other) => one.eventCount - other.eventCount)
    .slice(0, MAX_MERGED_FILES)
    .filter(({ eventCount }, at) => {
      sum += eventCount;
      return at < 2 || sum <= MAX_MERGED_EVENTS;
    });
}

/** Readers of the old files keep them for a while; from the commit on, new ones read the new file alone. */
function merge(
  workshop: Workshop,
  month: string,
  files: readonly WarehouseFile[],
): Promise<number | undefined> {
  const paths = files.map((file) => quoted(pathOf(workshop.engine.folder, file)));
  const expected = files.reduce((sum, { eventCount }) => sum + eventCount, 0);
  return writeFile(workshop, month, {
    source: async () => `read_parquet([${paths.join(', ')}], hive_partitioning = false)`,
    settle: async (db, { eventCount }) =>
      eventCount === expected &&
      (await replaceFiles(
        db,
        files.map(({ fileId }) => fileId),
        workshop.clock.now(),
      )) === files.length,
  });
}
