import pg from 'pg';
import { RetryTimeoutError } from '../db/retrying.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { departmentOf } from '../identity/feature.ts';
import { sourceIdOf } from '../sources/sources.ts';
import type { ParsedObservation } from './assign-batch.ts';
import type { IncomingObservation, Observation } from './observation.ts';
import { preview, truncateReason } from './parse-notes.ts';
import type { NewRejection, RejectionKind } from './rejected-records.ts';
import { SerializedJson } from './serialized-json.ts';

/**
 * A transaction costs some 20 statements whatever its size: with 250 listings the database takes 18 % less CPU for each.
 * But concurrent ones share the core of the worker and hold zone locks meanwhile. On a slow machine those of 250 let
 * another wait for more than the 4 s of a statement.
 */
export const MAX_TRANSACTION_LISTINGS = 100;

type ProcessBatch = (batch: readonly ParsedObservation[]) => Promise<void>;

/**
 * Splits observations into transactions. A day is complete before the next begins, and observations of one listing
 * run in order. Departments run concurrently, each in its own transactions, so that two transactions rarely lock
 * the same zone. A failure is thrown once all transactions of its round have ended.
 */
export async function forEachTransactionBatch(
  observations: readonly ParsedObservation[],
  process: ProcessBatch,
): Promise<void> {
  for (const day of Map.groupBy(observations, ({ observedAt }) => observedAt.slice(0, 10)).values()) {
    for (const round of splitRepeatedListings(day)) {
      const results = await Promise.allSettled(
        packByDepartment(round).map((pack) => runInOrder(chunk(pack), process)),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    }
  }
}

async function runInOrder(batches: readonly ParsedObservation[][], process: ProcessBatch): Promise<void> {
  for (const batch of batches) await process(batch);
}

/** Rounds in which each listing occurs at most once. */
function splitRepeatedListings(observations: readonly ParsedObservation[]): ParsedObservation[][] {
  const rounds: ParsedObservation[][] = [];
  const occurrences = new Map<string, number>();
  for (const observation of observations) {
    const round = occurrences.get(observation.listingId) ?? 0;
    occurrences.set(observation.listingId, round + 1);
    rounds[round] ??= [];
    rounds[round].push(observation);
  }
  return rounds;
}

const departmentKey = ({ listing }: ParsedObservation): string => {
  const { district, city } = listing?.claims.location ?? {};
  return departmentOf((district ?? city)?.uniqueCode) ?? '';
};

/** Whole departments, as many as fit into one transaction. A larger department is a pack of its own. */
function packByDepartment(observations: readonly ParsedObservation[]): ParsedObservation[][] {
  const packs: ParsedObservation[][] = [];
  for (const department of Map.groupBy(observations, departmentKey).values()) {
    const last = packs.at(-1);
    if (last !== undefined && last.length + department.length <= MAX_TRANSACTION_LISTINGS)
      last.push(...department);
    else packs.push(department);
  }
  return packs;
}

const chunk = (all: readonly ParsedObservation[]): ParsedObservation[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_TRANSACTION_LISTINGS) }, (_, at) =>
    all.slice(at * MAX_TRANSACTION_LISTINGS, (at + 1) * MAX_TRANSACTION_LISTINGS),
  );

/**
 * Concurrent ingest transactions of a process: while the database runs one, others are prepared. With one core for
 * the worker and one for the database, two gave 248 new listings a second, three 259, four 273.
 */
const MAX_CONCURRENT_TRANSACTIONS = 4;

/** Bounds concurrent work. A process that ingests several feeds keeps database sessions free for requests. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count = MAX_CONCURRENT_TRANSACTIONS) {
    this.#free = count;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

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
 * failing record among a hundred costs 15 attempts. `work` must have no effect when it fails.
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
