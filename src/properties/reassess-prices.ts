import type { Database } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { refreshMedians } from '../market/medians.ts';
import { deleteDueProperty, takeDueProperties } from '../market/store.ts';
import { record } from './record.ts';

/** Properties reassessed per transaction. */
const BATCH_ROWS = 50;
const MAX_RETRIES = 5;
/** Before the id of every property. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Updates the medians and reassesses the properties whose verdicts may have changed; returns how many it examined.
 * It may run in several processes at once, and again over the same period. What a stop interrupts is reassessed by the
 * next run, and so is a property that fails: the others do not wait for it.
 */
export async function reassessPrices(db: Database, clock: Clock, signal?: AbortSignal): Promise<number> {
  await refreshMedians(db, clock.now(), signal);
  const failures: unknown[] = [];
  let examined = 0;
  for (let after = FIRST; !signal?.aborted; ) {
    const batch = await reassessAfter(db, after, clock);
    if (batch.ids.length === 0) break;
    failures.push(...batch.failures);
    examined += batch.ids.length;
    after = batch.ids.at(-1) ?? after;
  }
  if (failures.length > 0) throw failures[0];
  return examined;
}

interface Batch {
  readonly ids: readonly string[];
  /** Of properties that could not be recorded, and are still due. */
  readonly failures: readonly unknown[];
}

/** A due property and its revision share a transaction: nothing is forgotten, whichever process stops. */
async function reassessAfter(db: Database, after: string, clock: Clock): Promise<Batch> {
  let ids: readonly string[] = [];
  try {
    await db.transaction(
      async (tx) => {
        ids = await takeDueProperties(tx, after, BATCH_ROWS);
        if (ids.length > 0) await record(tx, { reconsolidate: ids }, clock.now());
      },
      { retries: MAX_RETRIES },
    );
    return { ids, failures: [] };
  } catch (error) {
    if (ids.length <= 1) throw error;
    return { ids, failures: await reassessEach(db, ids, clock) };
  }
}

/** One after the other; where all of them fail it is not for one of them. */
async function reassessEach(db: Database, ids: readonly string[], clock: Clock): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const id of ids) {
    try {
      await db.transaction(async (tx) => {
        await deleteDueProperty(tx, id);
        await record(tx, { reconsolidate: [id] }, clock.now());
      });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length === ids.length) throw failures[0];
  return failures;
}
