import { departmentOf } from '../identity/feature.ts';
import type { Arrival } from './place.ts';

/** Listings placed in one transaction: some 20 statements whatever their number, and zones are locked for a fraction of a second. */
const TOGETHER = 100;
/**
 * Transactions under way at once: while the database works for one, the others are prepared. With a core for the worker and one for the
 * database two gave 248 new listings a second by the clock, three 259, four 273.
 */
const LANES = 4;

/**
 * Hands arrivals on in the order of time: what was seen on one day before the next, and the visits of one listing one by one. Within that
 * each zone is looked after by one lane, so that two transactions seldom want the same.
 */
export async function inTurns<One extends Arrival>(
  arrivals: readonly One[],
  place: (together: readonly One[]) => Promise<void>,
): Promise<void> {
  for (const day of Map.groupBy(arrivals, ({ observation }) =>
    observation.observedAt.slice(0, 10),
  ).values()) {
    for (const turn of turnsOf(day)) {
      const ready = byZones(turn);
      const lane = async (): Promise<void> => {
        for (let next = ready.shift(); next !== undefined; next = ready.shift())
          for (const together of parts(next)) await place(together);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    }
  }
}

/** Each listing at most once a turn. */
function turnsOf<One extends Arrival>(arrivals: readonly One[]): One[][] {
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
const areaOf = ({ read }: Arrival): string => {
  const { district, city } = read?.content.claims.location ?? {};
  return departmentOf((district ?? city)?.uniqueCode) ?? '';
};

/** Whole zones, as many as go into one transaction; a zone that is larger than that stays by itself. */
function byZones<One extends Arrival>(arrivals: readonly One[]): One[][] {
  const packs: One[][] = [];
  for (const zone of Map.groupBy(arrivals, areaOf).values()) {
    const last = packs.at(-1);
    if (last !== undefined && last.length + zone.length <= TOGETHER) last.push(...zone);
    else packs.push(zone);
  }
  return packs;
}

const parts = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, at) =>
    all.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );
