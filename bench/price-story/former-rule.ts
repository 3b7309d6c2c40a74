import type { RaisedMove } from './judge.ts';
import type { PricedWorld, PriceVisit } from './world.ts';

interface ShownPrice {
  price: number;
  changedAt: number;
}

/** What the former rule reports on the same groups: the price most live adverts show, ties to the newest, and each change of it. */
export function deriveFormerEvents(world: PricedWorld, groupOf: ReadonlyMap<string, string>): RaisedMove[] {
  const groups = new Map<string, Map<string, ShownPrice>>();
  const events: RaisedMove[] = [];
  for (const visit of world.visits) {
    const group = groupOf.get(visit.url);
    if (group === undefined) continue;
    const live = groups.get(group) ?? new Map<string, ShownPrice>();
    groups.set(group, live);
    const before = currentPrice(live);
    apply(live, visit);
    const after = currentPrice(live);
    const homeId = world.homeOf(visit.url);
    if (before === undefined || after === undefined || before === after || homeId === undefined) continue;
    events.push({ homeId, at: visit.at, percent: (after / before - 1) * 100 });
  }
  return events;
}

/** Misprints are left out, as if the market had refused every one of them. */
function apply(live: Map<string, ShownPrice>, { url, price, at, isMisprint }: PriceVisit): void {
  if (price === undefined) live.delete(url);
  else if (!isMisprint && live.get(url)?.price !== price) live.set(url, { price, changedAt: at });
}

function currentPrice(live: ReadonlyMap<string, ShownPrice>): number | undefined {
  const counts = new Map<number, number>();
  for (const { price } of live.values()) counts.set(price, (counts.get(price) ?? 0) + 1);
  return [...live.values()].sort(
    (one, other) =>
      (counts.get(other.price) ?? 0) - (counts.get(one.price) ?? 0) || other.changedAt - one.changedAt,
  )[0]?.price;
}
