import { DAY_MS } from '../lib/durations.ts';
import { quoteLiteral } from '../warehouse/engine.ts';
import { warehouseFilePath } from './files.ts';
import { markFilesObsolete, selectLiveFiles, type WarehouseFile } from './manifest.ts';
import { type WarehouseContext, writeWarehouseFile } from './write.ts';

/** So many files of one size make a larger one. */
const MIN_MERGED_FILES = 8;
const MAX_MERGED_FILES = 64;
/** No file is merged beyond this; a file of it takes about 40 MB. */
export const MAX_MERGED_EVENTS = 1_000_000;
/** A month in which nothing was closed for so long is put together, however few its files are. */
const QUIET_MS = DAY_MS;

/** Merges small files month by month; answers how many files were replaced. */
export async function mergeFiles(workshop: WarehouseContext, signal?: AbortSignal): Promise<number> {
  const months = Map.groupBy(await selectLiveFiles(workshop.db), ({ month }) => month);
  let replaced = 0;
  for (const [month, files] of months) {
    if (signal?.aborted) break;
    const chosen = selectFilesToMerge(files, workshop.clock.now());
    if (chosen.length > 0 && (await merge(workshop, month, chosen)) !== undefined) replaced += chosen.length;
  }
  return replaced;
}

/**
 * Files of one order of magnitude are merged together, so that an event is written anew at most once per power of ten; what is left of
 * a month that has gone quiet is put together once.
 */
export function selectFilesToMerge(files: readonly WarehouseFile[], now: Date): WarehouseFile[] {
  const small = files.filter(({ eventCount }) => eventCount < MAX_MERGED_EVENTS);
  const magnitudes = Map.groupBy(small, ({ eventCount }) => Math.floor(Math.log10(Math.max(1, eventCount))));
  const crowded = [...magnitudes.values()].find((alike) => alike.length >= MIN_MERGED_FILES);
  if (crowded !== undefined) return pickFittingFiles(crowded);
  const quiet = files.every(({ closedAt }) => now.getTime() - closedAt.getTime() >= QUIET_MS);
  const rest = quiet ? pickFittingFiles(small) : [];
  return rest.length > 1 ? rest : [];
}

/** The smallest first, up to the size of the largest file; two at least, else nothing would ever change. */
function pickFittingFiles(files: readonly WarehouseFile[]): WarehouseFile[] {
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
  workshop: WarehouseContext,
  month: string,
  files: readonly WarehouseFile[],
): Promise<number | undefined> {
  const paths = files.map((file) => quoteLiteral(warehouseFilePath(workshop.engine.folder, file)));
  const expected = files.reduce((sum, { eventCount }) => sum + eventCount, 0);
  return writeWarehouseFile(workshop, month, {
    source: async () => `read_parquet([${paths.join(', ')}], hive_partitioning = false)`,
    settle: async (db, { eventCount }) =>
      eventCount === expected &&
      (await markFilesObsolete(
        db,
        files.map(({ fileId }) => fileId),
        workshop.clock.now(),
      )) === files.length,
  });
}
