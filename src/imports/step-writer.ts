import { type BulkDb, type Database, sql } from '../db/sql.ts';
import { ImportFault } from '../geo/import/json-records.ts';
import type { Clock } from '../lib/clock.ts';
import { addFaults, type Faults } from './fault.ts';
import { type BulkImportCounts, type ImportKey, type ImportProgress, storeProgress } from './progress.ts';

/** The part of a file that is written in one transaction. */
export interface ImportStep {
  /** Returns how many rows were new or different. */
  readonly batch: { write(db: BulkDb): Promise<number> };
  readonly accepted: number;
  readonly records: number;
  readonly faults: Faults;
}

/** Writes the steps one after another. */
export class StepWriter {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #key: ImportKey;
  #progress: ImportProgress;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, clock: Clock, { key, stored }: { key: ImportKey; stored: ImportProgress }) {
    this.#db = db;
    this.#clock = clock;
    this.#key = key;
    this.#progress = stored;
  }

  get counts(): BulkImportCounts {
    return this.#progress.counts;
  }

  idle(): Promise<void> {
    return this.#writing;
  }

  start(step: ImportStep, to: { position: number; line: number }): void {
    this.#writing = this.#write(step, to);
    // The next caller of idle() receives the failure.
    this.#writing.catch(() => {});
  }

  async #write(step: ImportStep, to: { position: number; line: number }): Promise<void> {
    const from = this.#progress;
    this.#progress = await this.#db.transaction(async (db) => {
      // A crash of the server may lose the last blocks, always together with their position.
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
