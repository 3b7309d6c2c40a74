import type { ClaimPath } from '../text-facts/fact.ts';
import { type Block, isBlock, valueAt } from './at.ts';
import { type Dropped, dropped } from './dropped.ts';
import { memberOf } from './places.ts';

/** Beyond these no home has ever been: a misplaced figure, such as a price in the place of an area. Areas are in square metres. */
const BOUNDS: Readonly<Partial<Record<ClaimPath, readonly [least: number, most: number]>>> = {
  'unit.rooms': [1, 500],
  'unit.bedrooms': [0, 500],
  'unit.bathrooms': [0, 200],
  'unit.showerRooms': [0, 200],
  'unit.wc': [0, 200],
  'unit.livingRooms': [0, 100],
  'unit.kitchens': [0, 100],
  'unit.floor': [-10, 200],
  'unit.parking.total': [0, 5_000],
  'building.floors': [0, 200],
  'building.numberOfLots': [1, 100_000],
  'area.displayed': [1, 100_000_000],
  'area.indoor.living': [1, 1_000_000],
  'area.indoor.total': [1, 1_000_000],
  'area.indoor.legal.value': [1, 1_000_000],
  'area.outdoor.terrace': [0, 1_000_000],
  'area.outdoor.balcony': [0, 100_000],
  'area.outdoor.garden': [0, 100_000_000],
  'area.land.value': [1, 10_000_000_000],
  'unit.diagnostic.scores.ENERGY_CONSUMPTION.value': [0, 5_000],
  'unit.diagnostic.scores.CARBON_EMISSIONS.value': [0, 2_000],
  'pricing.sale.fees.agency.percentage': [0, 100],
};

/** Castles are sold, and flats that will be built. */
const EARLIEST_YEAR = 1000;
const YEARS_AHEAD = 15;

const steps = Object.entries(BOUNDS).map(([path, bounds]) => ({ path: path.split('.'), bounds }));

/** Takes out of the claims what cannot be; `claims` is changed. */
export function dropImpossible(claims: Block, now: Date): Dropped[] {
  const latest = now.getUTCFullYear() + YEARS_AHEAD;
  const years = ['constructionYear', 'renovationYear'].map((name) => ({
    path: ['building', name],
    bounds: [EARLIEST_YEAR, latest] as const,
  }));
  const left: Dropped[] = [];
  for (const { path, bounds } of [...steps, ...years]) {
    const value = valueAt(claims, path);
    if (typeof value !== 'number' || (value >= bounds[0] && value <= bounds[1])) continue;
    removeAt(claims, path);
    left.push(dropped(memberOf(path), 'impossible', value));
  }
  return left;
}

/** A block that says nothing any more goes with its last figure; its unit alone says nothing. */
function removeAt(claims: Block, path: readonly string[]): void {
  const above = path.slice(0, -1);
  const block = above.length === 0 ? claims : valueAt(claims, above);
  if (!isBlock(block)) return;
  delete block[path.at(-1) ?? ''];
  const says = Object.keys(block).some((name) => name !== 'unit' && name !== 'law');
  if (!says && above.length > 0) removeAt(claims, above);
}
