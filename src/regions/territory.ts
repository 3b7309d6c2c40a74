import { DEFAULT_REGION, type Region, type RegionStray } from '../db/region-set.ts';

/** The divisions of a division: itself and all above it, the narrowest first. */
export type DivisionLine = (divisionId: string) => readonly string[];

/** Where an advert or a criteria's place is: its divisions from the narrowest, and its country. */
export interface Situation {
  readonly divisionIds: readonly string[];
  readonly countryCode?: string | undefined;
}

type Territory = Pick<Region, 'name' | 'countries' | 'divisionIds'>;

/**
 * The region of a place: that of its narrowest division that a region names, else that of its country, else the default
 * one.
 */
export function chooseRegion(regions: readonly Territory[], { divisionIds, countryCode }: Situation): string {
  for (const id of divisionIds) {
    const owner = regions.find((region) => region.divisionIds.includes(id));
    if (owner !== undefined) return owner.name;
  }
  const ofCountry = regions.find(
    ({ countries }) => countryCode !== undefined && countries.includes(countryCode),
  );
  return ofCountry?.name ?? DEFAULT_REGION;
}

/** The regions that may have properties in a division: its own, those of parts of it, and those with strays there. */
export function regionsOfDivision(
  regions: readonly Territory[],
  strays: readonly RegionStray[],
  place: Situation & { readonly id: string },
  lineOf: DivisionLine,
): Set<string> {
  const isRelated = (divisionId: string): boolean =>
    place.divisionIds.includes(divisionId) || lineOf(divisionId).includes(place.id);
  const names = new Set([chooseRegion(regions, place)]);
  for (const region of regions)
    if (region.divisionIds.some((id) => lineOf(id).includes(place.id))) names.add(region.name);
  for (const { region, place: stray } of strays)
    if (stray === place.countryCode || isRelated(stray)) names.add(region);
  return names;
}
