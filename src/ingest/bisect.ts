import pg from 'pg';
import { RetryTimeoutError } from '../db/retrying.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { preview, truncateReason } from './parse-notes.ts';

/** One of several that could not be taken, and why. */
export class RefusedItem {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A single record is rather delayed by a busy machine than to blame: it is tried so many times over before it is set aside. */
const MAX_ROUNDS = 4;

/**
 * Does the work for all together, or all the same for the most of them: one that makes it fail is found by halving, and refused with its
 * error. One bad record among a hundred costs 14 tries, each without effect but the last.
 */
export async function bisectFailures<One, Result>(
  all: readonly One[],
  work: (together: readonly One[]) => Promise<readonly Result[]>,
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
 * Classes of errors that no record brings about: the connection, a lost race, rights, the schema, resources, an operator, the server itself. With them nothing can be taken,
 * and setting all records aside would hide it.
 */
const INFRASTRUCTURE_SQLSTATES = /^(?:0A|08|25|26|28|2D|34|3D|3F|40|42|53|55|57|58|72|F0|XX001|XX002)/;

/** Whether an error may come from what a record holds: the database refused a value, or our code failed on it. */
export function isRecordFault(error: unknown): boolean {
  if (error instanceof RetryTimeoutError) return true;
  if (isUnavailable(error)) return false;
  return !(error instanceof pg.DatabaseError) || !INFRASTRUCTURE_SQLSTATES.test(error.code ?? '');
}

/** In our own words where they are plain, and those of the database behind them. */
export function refusalReason(error: unknown): string {
  if (error instanceof RetryTimeoutError)
    return truncateReason(`the database did not take it in time: ${error.message}`);
  if (error instanceof pg.DatabaseError)
    return truncateReason(`the database refuses it: ${error.message} (${error.code})`);
  return truncateReason(`a fault of our own: ${error instanceof Error ? error.message : preview(error)}`);
}
