import { type IgnoredField, ignoredField } from '../parse-notes.ts';
import type { ClaimPath } from '../text-facts/fact.ts';
import { getAtPath, isMutableJsonObject, type MutableJsonObject, memberOfClaim } from './map-claims.ts';

/** Values outside are misplaced figures, such as a price in the field of an area. Areas are in square metres. */
const BOUNDS: Readonly<Partial<Record<ClaimPath, readonly [min: number, max: number]>>> = {
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

/** Castles are sold, and so are homes that are yet to be built. */
const MIN_YEAR = 1000;
const MAX_YEARS_AHEAD = 15;

const steps = Object.entries(BOUNDS).map(([path, bounds]) => ({ path: path.split('.'), bounds }));

/** Removes impossible values; mutates `claims`. */
export function dropImpossible(claims: MutableJsonObject, now: Date): IgnoredField[] {
  const latest = now.getUTCFullYear() + MAX_YEARS_AHEAD;
  const years = ['constructionYear', 'renovationYear'].map((name) => ({
    path: ['building', name],
    bounds: [MIN_YEAR, latest] as const,
  }));
  const ignoredFields: IgnoredField[] = [];
  for (const { path, bounds } of [...steps, ...years]) {
    const value = getAtPath(claims, path);
    if (typeof value !== 'number' || (value >= bounds[0] && value <= bounds[1])) continue;
    removeAt(claims, path);
    ignoredFields.push(ignoredField(memberOfClaim(path), 'impossible', value));
  }
  return ignoredFields;
}

/** An object without members besides its unit or law is removed with its last figure. */
function removeAt(claims: MutableJsonObject, path: readonly string[]): void {
  const above = path.slice(0, -1);
  const parent = above.length === 0 ? claims : getAtPath(claims, above);
  if (!isMutableJsonObject(parent)) return;
  delete parent[path.at(-1) ?? ''];
  const hasContent = Object.keys(parent).some((name) => name !== 'unit' && name !== 'law');
  if (!hasContent && above.length > 0) removeAt(claims, above);
}
