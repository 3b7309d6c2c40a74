import { ImportFault } from './json-records.ts';

/** One transaction: about 0.3 s of work, repeated at most once when an import is interrupted. */
const MAX_BATCH_RECORDS = 2_000;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

export interface Batch<Item> {
  readonly batch: readonly Item[];
  /** The file could not be read further; the batches before are stored. */
  readonly fault?: ImportFault;
}

/** Groups the records of a file, so that one batch of them is in memory. */
export async function* batchRecords<Item extends { readonly end: number }>(
  records: AsyncIterable<Item>,
): AsyncGenerator<Batch<Item>> {
  let batch: Item[] = [];
  let start: number | undefined;
  let fault: ImportFault | undefined;
  try {
    for await (const record of records) {
      batch.push(record);
      start ??= record.end;
      if (batch.length < MAX_BATCH_RECORDS && record.end - start < MAX_BATCH_BYTES) continue;
      yield { batch };
      batch = [];
      start = undefined;
    }
  } catch (error) {
    const why = (error as Error).message;
    fault =
      error instanceof ImportFault ? error : new ImportFault(`the file cannot be read to its end: ${why}`);
  }
  if (fault !== undefined) yield { batch, fault };
  else if (batch.length > 0) yield { batch };
}
