import { DAY_MS } from '../../src/lib/durations.ts';
import type { MoveScore, RaisedMove } from './judge.ts';
import type { MemoryResult } from './memory.ts';
import type { PricedWorld, PriceVisit } from './world.ts';

/** Each wrong event and each missed move, with the seller's path, the adverts of the home and their properties. */
export function printMistakes(
  world: PricedWorld,
  { groups, raised }: MemoryResult,
  { wrong, missed }: MoveScore,
): void {
  const propertyOf = new Map(groups.map(({ url, id }) => [url, id]));
  const homesOf = Map.groupBy(groups, ({ id }) => id);
  const homes = new Set([...wrong, ...missed].map(({ homeId }) => homeId));
  const visits = Map.groupBy(world.visits, ({ url }) => world.homeOf(url) ?? '');
  for (const homeId of homes) {
    console.log(`  home ${homeId}`);
    for (const event of wrong)
      if (event.homeId === homeId)
        console.log(`    WRONG ${lineOf(world, event)}${standingOf(world, event)}`);
    for (const move of missed) if (move.homeId === homeId) console.log(`    MISSED ${lineOf(world, move)}`);
    const right = raised.filter((event) => event.homeId === homeId && !wrong.includes(event));
    console.log(`    right: ${right.map((event) => lineOf(world, event)).join('; ')}`);
    const path = world.homes.get(homeId)?.path ?? [];
    console.log(`    seller: ${path.map(({ day, price }) => `${day.toFixed(1)} ${price}`).join(', ')}`);
    for (const [url, own] of Map.groupBy(visits.get(homeId) ?? [], (visit) => visit.url)) {
      const id = propertyOf.get(url) ?? '';
      const others = new Set(homesOf.get(id)?.map((one) => world.homeOf(one.url)));
      others.delete(homeId);
      const mixed = others.size > 0 ? ` with ${[...others].join(' ')}` : '';
      console.log(
        `    ${id.slice(-6)}${mixed} ${url}: ${own.map((visit) => visitOf(world, visit)).join(', ')}`,
      );
    }
  }
}

const dayOf = (world: PricedWorld, at: number): string => ((at - world.beginning) / DAY_MS).toFixed(1);

const lineOf = (world: PricedWorld, { at, percent = 0, propertyId = '' }: RaisedMove): string =>
  `day ${dayOf(world, at)} ${percent.toFixed(2)} % ${propertyId.slice(-6)}`.trim();

const visitOf = (world: PricedWorld, { at, price, isMisprint }: PriceVisit): string =>
  `${dayOf(world, at)} ${price ?? 'gone'}${isMisprint ? ' (misprint)' : ''}`;

/** Where the adverts stood when it was raised, unless all of the home and no others were together. */
function standingOf(world: PricedWorld, { homeId, propertyId, standing = [] }: RaisedMove): string {
  const apart = standing.filter(({ id }) => id !== propertyId);
  const others = standing.filter(({ url }) => world.homeOf(url) !== homeId);
  const list = (title: string, adverts: typeof standing): string =>
    adverts.length === 0 ? '' : `; ${title} ${adverts.map(({ url }) => url.slice(-6)).join(' ')}`;
  return list('then apart:', apart) + list('then mixed with:', others);
}
