import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import type { BulkDb, Database } from '../db/sql.ts';
import { bytesFrom, openImportFile } from '../geo/import/file.ts';
import { ImportFault } from '../geo/import/json-records.ts';
import type { Clock } from '../lib/clock.ts';
import { countFault, type Faults, type RowFault } from './fault.ts';
import {
  type BulkImportCounts,
  deleteProgress,
  type ImportKind,
  type ImportProgress,
  loadProgress,
  NO_BULK_IMPORT_COUNTS,
} from './progress.ts';
import { type ImportStep, StepWriter } from './step-writer.ts';
import { type TextBlock, TextBlocks, type TextRecord } from './text-blocks.ts';

export { importSize } from '../geo/import/file.ts';
export { ImportFault } from '../geo/import/json-records.ts';

/** A format opened on a file: its header is parsed, its columns are located. */
export interface OpenFormat<Row> {
  readonly name: string;
  /** Whether quoted cells may contain line ends. */
  readonly quoted: boolean;
  /** Whether line 1 names the columns. */
  readonly hasHeader: boolean;
  /** Notes for the operator, such as missing columns. */
  readonly notes: readonly string[];
  /** Returns the first record that is incomplete, if any: it and those after it are read again with the next block. */
  read(records: readonly TextRecord[], last: boolean, taker: RowSink<Row>): number | undefined;
}

/** Receives each row of a block as it is read, so that no row is buffered. */
export interface RowSink<Row> {
  readonly add: (row: Row) => void;
  readonly reject: (fault: RowFault, line: number) => void;
}

/** The rows of one block, encoded for the database as they are added. */
export interface RowBatch<Row> {
  add(row: Row): void;
  /** Returns how many rows were new or different. */
  write(db: BulkDb): Promise<number>;
  /** For importers that need to know what was rejected. */
  reject?(fault: RowFault): void;
}

/** One kind of import: its formats, and how it is written. */
export interface BulkImportKind<Row> {
  readonly kind: ImportKind;
  open(head: string, format: string | undefined): OpenFormat<Row>;
  createBatch(at: Date): RowBatch<Row>;
  /** Whether an interrupted file is read again from its beginning, since its end needs all of it. */
  readonly startsOver?: true;
}

export interface BulkImportOptions {
  readonly path: string;
  readonly format?: string | undefined;
  readonly onProgress?: (bytes: number, counts: BulkImportCounts) => void;
  /** Stops between two blocks; the next run of the same file resumes there. */
  readonly signal?: AbortSignal;
}

export interface BulkImportReport extends BulkImportCounts {
  readonly format: string;
  readonly notes: readonly string[];
  /** Where in the file this run began: more than 0 when it resumed an earlier one. */
  readonly resumedAt: number;
  /** Why the file could not be read to its end; the rows before are stored. */
  readonly broken?: string;
}

/**
 * Imports a public file of any size. A block of rows and its position in the file share a transaction, so that an
 * interrupted import resumes where it stopped. While one block is written the next is read. Memory is bounded.
 */
export async function bulkImport<Row>(
  db: Database,
  clock: Clock,
  bulk: BulkImportKind<Row>,
  order: BulkImportOptions,
): Promise<BulkImportReport> {
  const file = await openImportFile(order.path);
  const format = bulk.open(headText(file.head), order.format);
  const key = { kind: bulk.kind, digest: file.digest };
  if (bulk.startsOver) await deleteProgress(db, key);
  const stored = (await loadProgress(db, key)) ?? START;
  let read = 0;
  const bytes = bytesFrom(file, stored.position, (count) => {
    read += count;
  });
  const blocks = new TextBlocks(bytes, { ...stored, quoted: format.quoted });
  const writer = new StepWriter(db, clock, { key, stored });
  for (let last = false; !last; ) {
    const step = await readStep(blocks, { format, batch: bulk.createBatch(clock.now()) }, order.signal);
    ({ last } = step);
    await writer.idle();
    order.signal?.throwIfAborted();
    order.onProgress?.(read, writer.counts);
    read = 0;
    writer.start(step, { position: blocks.position, line: blocks.line });
  }
  await writer.idle();
  await deleteProgress(db, key);
  const { name, notes } = format;
  const report = { ...writer.counts, format: name, notes, resumedAt: stored.position };
  if (blocks.failure === undefined) return report;
  const broken = `the file cannot be read to its end, it breaks off in line ${blocks.line}: ${blocks.failure.message}`;
  return { ...report, broken };
}

const START: ImportProgress = { position: 0, line: 1, counts: NO_BULK_IMPORT_COUNTS };

/** Enough of the beginning to detect the format. */
function headText(head: Buffer): string {
  if (head[0] === 0xff || head[0] === 0xfe || (head.length > 1 && head[1] === 0))
    throw new ImportFault('line 1: the file is in UTF-16; save it as UTF-8');
  const text = isUtf8(head.subarray(0, head.lastIndexOf(0x0a) + 1))
    ? head.toString('utf8')
    : head.toString('latin1');
  return text.replace(/^\ufeff/, '');
}

/** The bytes of one transaction: about 11,000 addresses. */
const STEP_BYTES = 2 * 1024 * 1024;

interface StepSource<Row> {
  readonly format: OpenFormat<Row>;
  readonly batch: RowBatch<Row>;
}

/** Reads the rows of one transaction, yielding to the writer of the previous step after each block. */
async function readStep<Row>(
  blocks: TextBlocks,
  reading: StepSource<Row>,
  signal: AbortSignal | undefined,
): Promise<ImportStep & { last: boolean }> {
  const step = { batch: reading.batch, accepted: 0, records: 0, faults: {}, last: false };
  const until = blocks.position + STEP_BYTES;
  while (!step.last && blocks.position < until && signal?.aborted !== true) {
    const block = await blocks.next();
    step.last = block.last;
    const putBack = readBlock(block, reading, step);
    if (putBack !== undefined) blocks.putBack(putBack);
    await turn();
  }
  return step;
}

function readBlock<Row>(
  { records, last }: TextBlock,
  { format, batch }: StepSource<Row>,
  step: { accepted: number; records: number; readonly faults: Faults },
): number | undefined {
  const header = format.hasHeader && records[0]?.line === 1 ? 1 : 0;
  const putBack = format.read(header === 0 ? records : records.slice(header), last, {
    add(row) {
      step.accepted += 1;
      batch.add(row);
    },
    reject(fault, line) {
      batch.reject?.(fault);
      countFault(step.faults, fault, line);
    },
  });
  step.records += putBack ?? records.length - header;
  return putBack === undefined ? undefined : putBack + header;
}
