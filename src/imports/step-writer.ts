import { type BulkDb, type Database, sql } from '../db/sql.ts';
import { ImportFault } from '../geo/import/json-records.ts';
import type { Clock } from '../lib/clock.ts';
import { addFaults, type Faults } from './fault.ts';
import { type BulkImportCounts, type ImportKey, type ImportProgress, storeProgress } from './progress.ts';

/** What was read of a file and is written in one transaction. */
export interface ImportStep {
  /** Answers how many rows were new or different. */
  readonly batch: { write(db: BulkDb): Promise<number> };
  readonly accepted: number;
  readonly records: number;
  readonly faults: Faults;
}

/** Writes one step after another, never two at once. */
export class StepWriter {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #key: ImportKey;
  #progress: ImportProgress;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, clock: Clock, { key, standing }: { key: ImportKey; standing: ImportProgress }) {
    this.#db = db;
    this.#clock = clock;
    this.#key = key;
    this.#progress = standing;
  }

  get counts(): BulkImportCounts {
    return this.#progress.counts;
  }

  idle(): Promise<void> {
    return this.#writing;
  }

  start(step: ImportStep, to: { position: number; line: number }): void {
    this.#writing = this.#write(step, to);
    // Who waits for it next hears of a failure.
    this.#writing.catch(() => {});
  }

  async #write(step: ImportStep, to: { position: number; line: number }): Promise<void> {
    const from = this.#progress;
    this.#progress = await this.#db.transaction(async (db) => {
      // A crash of the server may take back the last blocks, always with the position that stands for them.
      await db.rows(sql`set local synchronous_commit = off`);
      const changed = step.accepted === 0 ? 0 : await step.batch.write(db);
      const next = { ...to, counts: addStepCounts(from.counts, step, changed) };
      if (await storeProgress(db, this.#key, { from: from.position, to: next, at: this.#clock.now() }))
        return next;
      throw new ImportFault('another process is importing this very file');
    });
  }
}

function addStepCounts(counts: BulkImportCounts, step: ImportStep, changed: number): BulkImportCounts {
  const faults: Faults = structuredClone(counts.faults);
  addFaults(faults, step.faults);
  return {
    rows: counts.rows + step.records,
    accepted: counts.accepted + step.accepted,
    changed: counts.changed + changed,
    faults,
  };
}
