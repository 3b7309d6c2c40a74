import pg from 'pg';
import { RetryTimeoutError } from '../db/retrying.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { sourceIdOf } from '../sources/sources.ts';
import type { ParsedObservation } from './assign-batch.ts';
import type { IncomingObservation, Observation } from './observation.ts';
import { preview, truncateReason } from './parse-notes.ts';
import type { NewRejection, RejectionKind } from './rejected-records.ts';
import { SerializedJson } from './serialized-json.ts';

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
function isRecordFault(error: unknown): boolean {
  if (error instanceof RetryTimeoutError) return true;
  if (isUnavailable(error)) return false;
  return !(error instanceof pg.DatabaseError) || !INFRASTRUCTURE_SQLSTATES.test(error.code ?? '');
}

/** The reason that operators see, with the message of the database. */
function refusalReason(error: unknown): string {
  if (error instanceof RetryTimeoutError)
    return truncateReason(`the database did not take it in time: ${error.message}`);
  if (error instanceof pg.DatabaseError)
    return truncateReason(`the database refuses it: ${error.message} (${error.code})`);
  return truncateReason(`a fault of our own: ${error instanceof Error ? error.message : preview(error)}`);
}

/** A rejected record of a batch, with its position there. */
export interface BatchRejection extends NewRejection {
  index: number;
}

/** Allowed skew of a source's clock. An observation from the future would make all true ones count as outdated. */
export const MAX_OBSERVATION_AHEAD_MS = 5 * 60_000;

/** Why an observation is rejected as dated in the future; undefined when it is not. */
export function aheadReason(now: Date, { observedAt }: Observation): string | undefined {
  if (Date.parse(observedAt) <= now.getTime() + MAX_OBSERVATION_AHEAD_MS) return undefined;
  return `observedAt ${observedAt} is more than ${MAX_OBSERVATION_AHEAD_MS / 60_000} minutes ahead of our clock, ${now.toISOString()}`;
}

/** Turns a parse failure into a refusal of its record. Infrastructure errors are thrown on. */
export function toRefusedItem(error: unknown): RefusedItem {
  if (!isRecordFault(error)) throw error;
  return new RefusedItem(refusalReason(error));
}

export const buildRejection = (
  { observation, listingId, raw }: IncomingObservation & { listingId: string },
  kind: RejectionKind,
  reason: string,
): NewRejection => ({
  sourceId: sourceIdOf(observation.source),
  listingId,
  url: observation.url,
  kind,
  reason,
  observedAt: new Date(observation.observedAt),
  record: serializeRecord(raw ?? observation.payload),
});

const serializeRecord = (raw: unknown): string =>
  raw instanceof SerializedJson ? raw.text : JSON.stringify(raw);

/** An observation that was parsed, and that the database refused. */
export const buildRefusal = (observation: ParsedObservation, reason: string): BatchRejection => ({
  index: observation.index,
  sourceId: observation.sourceId,
  listingId: observation.listingId,
  url: observation.url,
  kind: 'REFUSED',
  reason,
  observedAt: new Date(observation.observedAt),
  record: serializeRecord(observation.payload),
});
