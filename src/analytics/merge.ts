import { DAY_MS } from '../lib/durations.ts';
import { quoteLiteral } from '../warehouse/engine.ts';
import { warehouseFilePath } from './files.ts';
import { markFilesObsolete, selectLiveFiles, type WarehouseFile } from './manifest.ts';
import { type WarehouseContext, writeWarehouseFile } from './write.ts';

/** So many files of one size class are merged. */
const MIN_MERGED_FILES = 8;
const MAX_MERGED_FILES = 64;
/** The maximum events of a merged file; such a file takes about 40 MB. */
export const MAX_MERGED_EVENTS = 1_000_000;
/** A month without closed files for so long is merged, however few its files are. */
const QUIET_MS = DAY_MS;

/** Merges small files month by month; returns how many files were replaced. */
export async function mergeFiles(warehouse: WarehouseContext, signal?: AbortSignal): Promise<number> {
  const months = Map.groupBy(await selectLiveFiles(warehouse.db), ({ month }) => month);
  let replaced = 0;
  for (const [month, files] of months) {
    if (signal?.aborted) break;
    const chosen = selectFilesToMerge(files, warehouse.clock.now());
    if (chosen.length > 0 && (await merge(warehouse, month, chosen)) !== undefined) replaced += chosen.length;
  }
  return replaced;
}

/**
 * Files of one order of magnitude are merged together, so that an event is rewritten at most once per power of ten; the
 * rest of a quiet month is merged once.
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

/** The smallest first, up to the maximum size; at least two, else nothing changes. */
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

/** Current readers may finish with the old files; from the commit on, new ones read the new file alone. */
function merge(
  warehouse: WarehouseContext,
  month: string,
  files: readonly WarehouseFile[],
): Promise<number | undefined> {
  const paths = files.map((file) => quoteLiteral(warehouseFilePath(warehouse.engine.folder, file)));
  const expected = files.reduce((sum, { eventCount }) => sum + eventCount, 0);
  return writeWarehouseFile(warehouse, month, {
    source: async () => `read_parquet([${paths.join(', ')}], hive_partitioning = false)`,
    commit: async (db, { eventCount }) =>
      eventCount === expected &&
      (await markFilesObsolete(
        db,
        files.map(({ fileId }) => fileId),
        warehouse.clock.now(),
      )) === files.length,
  });
}
