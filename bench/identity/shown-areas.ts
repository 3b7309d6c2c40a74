import { areaInMetres } from '../../src/identity/feature-parts.ts';
import { consolidate } from '../../src/properties/consolidate.ts';
import type { ListingState } from '../../src/properties/listing-state.ts';

/** A shown area beyond this many times the median of the property's adverts is a misprint that got through. */
const MAX_SHARE_OF_MEDIAN = 1.5;

/** The properties whose area is too large beside their adverts: shown, and the areas of the adverts. */
export function findOversizedAreas(
  states: Iterable<ListingState>,
  found: ReadonlyMap<string, string>,
): { shown: number; stated: number[] }[] {
  return [...Map.groupBy(states, ({ id }) => found.get(id)).values()].flatMap((own) => {
    const live = own.filter(({ expiredAt }) => expiredAt === undefined);
    const view = consolidate(own);
    const shown = areaInMetres(view.area?.displayed, view.area?.unit);
    const stated = (live.length === 0 ? own : live)
      .flatMap(({ claims: { area } }) => areaInMetres(area?.displayed, area?.unit) ?? [])
      .toSorted((one, other) => one - other);
    if (shown === undefined || stated.length === 0) return [];
    const half = (stated.length - 1) / 2;
    const median = ((stated[Math.floor(half)] ?? 0) + (stated[Math.ceil(half)] ?? 0)) / 2;
    return shown > median * MAX_SHARE_OF_MEDIAN ? [{ shown, stated }] : [];
  });
}
