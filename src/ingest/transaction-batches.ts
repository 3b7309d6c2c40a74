import { departmentOf } from '../identity/feature.ts';
import type { ParsedObservation } from './assign-batch.ts';

/**
 * A transaction costs some 20 statements whatever its size. At this size it holds zone locks for a fraction of a
 * second.
 */
const MAX_TRANSACTION_LISTINGS = 100;

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
