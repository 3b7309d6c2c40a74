import type { Arrival } from './place.ts';

/** Listings placed in one transaction: some 20 statements whatever their number, and zones are locked for a fraction of a second. */
const TOGETHER = 100;
/** Transactions under way at once: while the database works for one, the next is prepared. */
const LANES = 2;

/**
 * Hands arrivals on in the order of time: what was seen on one day before the next, and the visits of one listing one by one. Within that
 * neighbours go together, so that two transactions seldom want the same zone.
 */
export async function inTurns<One extends Arrival>(
  arrivals: readonly One[],
  place: (together: readonly One[]) => Promise<void>,
): Promise<void> {
  for (const day of Map.groupBy(arrivals, ({ observation }) =>
    observation.observedAt.slice(0, 10),
  ).values()) {
    for (const turn of turnsOf(day)) {
      const ready = parts(turn.toSorted(byZone));
      const lane = async (): Promise<void> => {
        for (let next = ready.shift(); next !== undefined; next = ready.shift()) await place(next);
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

const zoneOf = ({ read }: Arrival): string => {
  const { district, city } = read?.content.claims.location ?? {};
  return (district ?? city)?.uniqueCode ?? '';
};

const byZone = (one: Arrival, other: Arrival): number => {
  const [left, right] = [zoneOf(one), zoneOf(other)];
  return left === right ? 0 : left < right ? -1 : 1;
};

const parts = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, at) =>
    all.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );
