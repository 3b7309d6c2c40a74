import { departmentOf } from '../identity/feature.ts';
import type { ParsedObservation } from './assign-batch.ts';

/** Listings placed in one transaction: some 20 statements whatever their number, and zones are locked for a fraction of a second. */
const MAX_TRANSACTION_LISTINGS = 100;

/**
 * Hands arrivals on in the order of time: what was seen on one day before the next, and the visits of one listing one by one. Within that
 * each department is looked after by itself, so that two transactions seldom want the same zone. When one fails, it is told once all have ended.
 */
export async function forEachTransactionBatch<One extends ParsedObservation>(
  arrivals: readonly One[],
  place: (together: readonly One[]) => Promise<void>,
): Promise<void> {
  for (const day of Map.groupBy(arrivals, ({ observation }) =>
    observation.observedAt.slice(0, 10),
  ).values()) {
    for (const turn of splitRepeatedListings(day)) {
      const ended = await Promise.allSettled(
        packByDepartment(turn).map((pack) => runInOrder(chunk(pack), place)),
      );
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    }
  }
}

async function runInOrder<One>(all: readonly One[], place: (one: One) => Promise<void>): Promise<void> {
  for (const one of all) await place(one);
}

/** Each listing at most once a turn. */
function splitRepeatedListings<One extends ParsedObservation>(arrivals: readonly One[]): One[][] {
  const turns: One[][] = [];
  const met = new Map<string, number>();
  for (const arrival of arrivals) {
    const turn = met.get(arrival.listingId) ?? 0;
    met.set(arrival.listingId, turn + 1);
    turns[turn] ??= [];
    turns[turn].push(arrival);
  }
  return turns;
}

/** Where a home is looked for. */
const departmentKey = ({ parsed }: ParsedObservation): string => {
  const { district, city } = parsed?.content.claims.location ?? {};
  return departmentOf((district ?? city)?.uniqueCode) ?? '';
};

/** Whole departments, as many as go into one transaction; one that is larger than that stays by itself. */
function packByDepartment<One extends ParsedObservation>(arrivals: readonly One[]): One[][] {
  const packs: One[][] = [];
  for (const area of Map.groupBy(arrivals, departmentKey).values()) {
    const last = packs.at(-1);
    if (last !== undefined && last.length + area.length <= MAX_TRANSACTION_LISTINGS) last.push(...area);
    else packs.push(area);
  }
  return packs;
}

const chunk = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_TRANSACTION_LISTINGS) }, (_, at) =>
    all.slice(at * MAX_TRANSACTION_LISTINGS, (at + 1) * MAX_TRANSACTION_LISTINGS),
  );
