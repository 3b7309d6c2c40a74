import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { withAdvisoryLock } from './advisory-lock.ts';
import { deriveCentroids, nestParts } from './derive/derive.ts';
import { applyBatch } from './import/apply.ts';
import { batchRecords } from './import/batches.ts';
import { addBatch, type GeographyImportCounts, NO_IMPORT_COUNTS } from './import/counts.ts';
import { bytesFrom, type ImportFile, openImportFile } from './import/file.ts';
import { detectGeographyFormat, type ParsedRecord } from './import/format.ts';
import { ImportFault } from './import/json-records.ts';
import { deleteImportProgress, loadImportProgress, storeImportProgress } from './import/store.ts';
import { markChanged } from './load/store.ts';

export { importSize } from './import/file.ts';
export { ImportFault } from './import/json-records.ts';

export interface GeographyImportOptions {
  readonly path: string;
  readonly countryCode: string;
  /** Called after each batch with the bytes of the file read since the last call. */
  readonly onProgress?: (bytes: number, counts: GeographyImportCounts) => void;
  /** Stops between two batches; the next run of the same file resumes there. */
  readonly signal?: AbortSignal;
}

export interface GeographyImportReport extends GeographyImportCounts {
  readonly format: string;
  /** Where in the file this run began: more than 0 when it resumed an earlier one. */
  readonly resumedAt: number;
}

/**
 * Imports a file of centres, contours, neighbourhoods or postal codes into the divisions of a country. A batch and its
 * position in the file share a transaction, so that an interrupted import resumes where it stopped. Memory is bounded
 * by one batch. The same file twice changes nothing.
 */
export async function importGeography(
  db: Database,
  clock: Clock,
  options: GeographyImportOptions,
): Promise<GeographyImportReport> {
  const file = await openImportFile(options.path);
  const format = detectGeographyFormat(file.head);
  const { countryCode, signal } = options;
  const stored = await loadImportProgress(db, { countryCode, digest: file.digest });
  let position = stored?.position ?? 0;
  let counts = stored?.counts ?? NO_IMPORT_COUNTS;
  let read = 0;
  let broken: ImportFault | undefined;
  const bytes = bytesFrom(file, position, (count) => {
    read += count;
  });
  for await (const { batch, fault } of batchRecords(format.records(bytes, position))) {
    signal?.throwIfAborted();
    const to = batch.at(-1)?.end ?? position;
    const step = { file, from: position, to, counts, batch };
    counts = await withAdvisoryLock(db, clock, countryCode, (locked) =>
      writeBatch(locked, clock, options, step),
    );
    position = to;
    options.onProgress?.(read, counts);
    read = 0;
    broken = fault;
  }
  counts = await withAdvisoryLock(db, clock, countryCode, (locked) =>
    finish(locked, countryCode, file, counts),
  );
  if (broken !== undefined) throw broken;
  return { ...counts, format: format.name, resumedAt: stored?.position ?? 0 };
}

interface Step {
  readonly file: ImportFile;
  readonly from: number;
  readonly to: number;
  readonly counts: GeographyImportCounts;
  readonly batch: readonly ParsedRecord[];
}

async function writeBatch(
  db: Db,
  clock: Clock,
  { countryCode }: GeographyImportOptions,
  step: Step,
): Promise<GeographyImportCounts> {
  const outcome = await applyBatch(
    db,
    countryCode,
    step.batch.map(({ reading }) => reading),
  );
  const counts = addBatch(step.counts, step.batch.length, outcome);
  const key = { countryCode, digest: step.file.digest };
  if (!(await storeImportProgress(db, key, { from: step.from, to: step.to, counts }, clock.now()))) {
    throw new ImportFault('another process is importing this very file');
  }
  if (outcome.changed > 0) await markChanged(db, countryCode);
  return counts;
}

/** The derivations that need the whole file. They run again when the process ended before them. */
async function finish(
  db: Db,
  countryCode: string,
  { digest }: ImportFile,
  counts: GeographyImportCounts,
): Promise<GeographyImportCounts> {
  const moved = counts.parts > 0 ? await nestParts(db, countryCode) : 0;
  const derived = counts.changed > 0 ? await deriveCentroids(db, countryCode) : 0;
  await deleteImportProgress(db, { countryCode, digest });
  if (moved + derived > 0) await markChanged(db, countryCode);
  return { ...counts, changed: counts.changed + moved + derived };
}
