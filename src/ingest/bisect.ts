import pg from 'pg';
import { RetryTimeoutError } from '../db/retrying.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { preview, truncateReason } from './parse-notes.ts';

/** An item of a batch that failed, with its reason. */
export class RefusedItem {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A timeout of a single record is more likely load than the record: it is retried this often before it is refused. */
const MAX_ROUNDS = 4;

/**
 * Runs `work` on a whole batch. When it fails, halves the batch until the failing items are found and refused. One
 * failing record among a hundred costs 14 attempts. `work` must have no effect when it fails.
 */
export async function bisectFailures<Item, Result>(
  all: readonly Item[],
  work: (batch: readonly Item[]) => Promise<readonly Result[]>,
  round = 1,
): Promise<(Result | RefusedItem)[]> {
  try {
    return [...(await work(all))];
  } catch (error) {
    if (!isRecordFault(error)) throw error;
    if (all.length <= 1 && error instanceof RetryTimeoutError && round < MAX_ROUNDS)
      return bisectFailures(all, work, round + 1);
    if (all.length <= 1) return all.map(() => new RefusedItem(refusalReason(error)));
    const half = Math.ceil(all.length / 2);
    return [
      ...(await bisectFailures(all.slice(0, half), work)),
      ...(await bisectFailures(all.slice(half), work)),
    ];
  }
}

/**
 * SQLSTATE classes that no record can cause: connection, serialization, privileges, schema, resources, operator
 * intervention, the server itself. They fail every record, and refusing all records would hide them.
 */
const INFRASTRUCTURE_SQLSTATES = /^(?:0A|08|25|26|28|2D|34|3D|3F|40|42|53|55|57|58|72|F0|XX001|XX002)/;

/** Whether an error may be caused by a record: the database refused a value, or our code failed on it. */
export function isRecordFault(error: unknown): boolean {
  if (error instanceof RetryTimeoutError) return true;
  if (isUnavailable(error)) return false;
  return !(error instanceof pg.DatabaseError) || !INFRASTRUCTURE_SQLSTATES.test(error.code ?? '');
}

/** The reason that operators see, with the message of the database. */
export function refusalReason(error: unknown): string {
  if (error instanceof RetryTimeoutError)
    return truncateReason(`the database did not take it in time: ${error.message}`);
  if (error instanceof pg.DatabaseError)
    return truncateReason(`the database refuses it: ${error.message} (${error.code})`);
  return truncateReason(`a fault of our own: ${error instanceof Error ? error.message : preview(error)}`);
}
