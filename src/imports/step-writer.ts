import { type BulkDb, type Database, sql } from '../db/sql.ts';
import { ImportFault } from '../geo/import/json-records.ts';
import type { Clock } from '../lib/clock.ts';
import { addFaults, type Faults } from './fault.ts';
import { type Counts, type ImportKey, putStanding, type Standing } from './progress.ts';

/** What was read of a file and is written in one transaction. */
export interface Step {
  /** Answers how many rows were new or different. */
  readonly gathering: { write(db: BulkDb): Promise<number> };
  readonly told: number;
  readonly records: number;
  readonly faults: Faults;
}

/** Writes one step after another, never two at once. */
export class StepWriter {
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
  addFaults(faults, step.faults);
  return {
    rows: counts.rows + step.records,
    told: counts.told + step.told,
    changed: counts.changed + changed,
    faults,
  };
}
