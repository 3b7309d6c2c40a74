import { isUtf8 } from 'node:buffer';
import { type BulkDb, type Database, sql } from '../db/sql.ts';
import { bytesFrom, openImportFile } from '../geo/import/file.ts';
import { ImportFault } from '../geo/import/json-records.ts';
import type { Clock } from '../lib/clock.ts';
import { countFault, type Faults, type RowFault } from './fault.ts';
import {
  type Counts,
  forgetStanding,
  type ImportKey,
  type ImportKind,
  NOTHING,
  putStanding,
  type Standing,
  standingOf,
} from './progress.ts';
import { type TextBlock, TextBlocks, type TextRecord } from './text-blocks.ts';

export { importSize } from '../geo/import/file.ts';
export { ImportFault } from '../geo/import/json-records.ts';

/** A format, opened on a file: its header is read, its columns are found. */
export interface OpenFormat<Row> {
  readonly name: string;
  /** Whether quotes may hold line ends. */
  readonly quoted: boolean;
  /** Whether line 1 names the columns. */
  readonly hasHeader: boolean;
  /** What a person should know of this file, such as columns that it lacks. */
  readonly notes: readonly string[];
  /** Answers the first record that cannot be told yet, if any: it and what follows come again with the next block. */
  read(records: readonly TextRecord[], last: boolean, taker: Taker<Row>): number | undefined;
}

/** Hears of each row of a block as it is read: none need be kept. */
export interface Taker<Row> {
  readonly take: (row: Row) => void;
  readonly refuse: (fault: RowFault, line: number) => void;
}

/** The rows of one block, set down for the database as they are taken. */
export interface Gathering<Row> {
  take(row: Row): void;
  /** Answers how many rows were new or different. */
  write(db: BulkDb): Promise<number>;
}

/** One kind of import: the formats that tell it, and how it is written. */
export interface BulkKind<Row> {
  readonly kind: ImportKind;
  open(head: string, format: string | undefined): OpenFormat<Row>;
  gather(at: Date): Gathering<Row>;
  /** Whether a file that was cut is read again from its beginning, since all of it must have been seen by the end. */
  readonly startsOver?: true;
}

export interface ImportOrder {
  readonly path: string;
  readonly format?: string | undefined;
  readonly onProgress?: (bytes: number, counts: Counts) => void;
  /** Stops between two blocks; the next run of the same file goes on from there. */
  readonly signal?: AbortSignal;
}

export interface ImportReport extends Counts {
  readonly format: string;
  readonly notes: readonly string[];
  /** Where in the file this run began: more than 0 when an earlier one was cut. */
  readonly resumedAt: number;
  /** Why the file could not be read to its end; what it had so far was kept. */
  readonly broken?: string;
}

/**
 * Imports a public file of any size. A block of rows and the position in the file share a transaction, so that an import that was cut
 * goes on where it stopped; while one block is written the next is read. Memory does not grow with the file.
 */
export async function bulkImport<Row>(
  db: Database,
  clock: Clock,
  bulk: BulkKind<Row>,
  order: ImportOrder,
): Promise<ImportReport> {
  const file = await openImportFile(order.path);
  const format = bulk.open(headText(file.head), order.format);
  const key = { kind: bulk.kind, digest: file.digest };
  if (bulk.startsOver) await forgetStanding(db, key);
  const standing = (await standingOf(db, key)) ?? BEGINNING;
  let read = 0;
  const bytes = bytesFrom(file, standing.position, (count) => {
    read += count;
  });
  const blocks = new TextBlocks(bytes, { ...standing, quoted: format.quoted });
  const writer = new BlockWriter(db, clock, { key, standing });
  for (let last = false; !last; ) {
    const block = await blocks.next();
    ({ last } = block);
    const step = readBlock(format, block, bulk.gather(clock.now()));
    if (step.putBack !== undefined) blocks.putBack(step.putBack);
    await writer.idle();
    order.signal?.throwIfAborted();
    order.onProgress?.(read, writer.counts);
    read = 0;
    writer.start(step, { position: blocks.position, line: blocks.line });
  }
  await writer.idle();
  await forgetStanding(db, key);
  const { name, notes } = format;
  const report = { ...writer.counts, format: name, notes, resumedAt: standing.position };
  if (blocks.failure === undefined) return report;
  return { ...report, broken: `the file cannot be read to its end: ${blocks.failure.message}` };
}

const BEGINNING: Standing = { position: 0, line: 1, counts: NOTHING };

/** Enough of the beginning to know the format by. */
function headText(head: Buffer): string {
  if (head[0] === 0xff || head[0] === 0xfe || (head.length > 1 && head[1] === 0))
    throw new ImportFault('line 1: the file is in UTF-16; save it as UTF-8');
  const text = isUtf8(head.subarray(0, head.lastIndexOf(0x0a) + 1))
    ? head.toString('utf8')
    : head.toString('latin1');
  return text.replace(/^\ufeff/, '');
}

interface Step {
  readonly gathering: Pick<Gathering<unknown>, 'write'>;
  readonly told: number;
  readonly records: number;
  readonly faults: Faults;
  readonly putBack: number | undefined;
}

function readBlock<Row>(
  format: OpenFormat<Row>,
  { records, last }: TextBlock,
  gathering: Gathering<Row>,
): Step {
  const header = format.hasHeader && records[0]?.line === 1 ? 1 : 0;
  const faults: Faults = {};
  let told = 0;
  const putBack = format.read(header === 0 ? records : records.slice(header), last, {
    take(row) {
      told += 1;
      gathering.take(row);
    },
    refuse: (fault, line) => countFault(faults, fault, line),
  });
  const taken = putBack ?? records.length - header;
  return {
    gathering,
    told,
    faults,
    records: taken,
    putBack: putBack === undefined ? undefined : putBack + header,
  };
}

/** Writes one block after another, never two at once. */
class BlockWriter {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #key: ImportKey;
  #standing: Standing;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, clock: Clock, { key, standing }: { key: ImportKey; standing: Standing }) {
    this.#db = db;
    this.#clock = clock;
    this.#key = key;
    this.#standing = standing;
  }

  get counts(): Counts {
    return this.#standing.counts;
  }

  idle(): Promise<void> {
    return this.#writing;
  }

  start(step: Step, to: { position: number; line: number }): void {
    this.#writing = this.#write(step, to);
    // Who waits for it next hears of a failure.
    this.#writing.catch(() => {});
  }

  async #write(step: Step, to: { position: number; line: number }): Promise<void> {
    const from = this.#standing;
    this.#standing = await this.#db.transaction(async (db) => {
      // A crash of the server may take back the last blocks, always with the position that stands for them.
      await db.rows(sql`set local synchronous_commit = off`);
      const changed = step.told === 0 ? 0 : await step.gathering.write(db);
      const next = { ...to, counts: added(from.counts, step, changed) };
      if (await putStanding(db, this.#key, { from: from.position, to: next, at: this.#clock.now() }))
        return next;
      throw new ImportFault('another process is importing this very file');
    });
  }
}

function added(counts: Counts, step: Step, changed: number): Counts {
  const faults: Faults = structuredClone(counts.faults);
  for (const [reason, { count, first }] of Object.entries(step.faults)) {
    const known = faults[reason];
    if (known === undefined) faults[reason] = { count, first };
    else known.count += count;
  }
  return {
    rows: counts.rows + step.records,
    told: counts.told + step.told,
    changed: counts.changed + changed,
    faults,
  };
}
