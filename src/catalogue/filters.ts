import { changeFilters, dateFilters, listingFilters, publisherFilters } from './filters/beside-property.ts';
import { featureFilters } from './filters/features.ts';
import type { Filter, FilterPart } from './filters/kinds.ts';
import { placesFilter } from './filters/places.ts';
import { propertyFilters } from './filters/property.ts';
import { scoresFilter } from './filters/scores.ts';
import type { AttributePath } from './paths.ts';
import type { SortField } from './service-vocabularies.ts';

/** Every filter of a leaf of the criteria tree. */
const all = [
  placesFilter,
  ...propertyFilters,
  scoresFilter,
  ...featureFilters,
  ...publisherFilters,
  ...listingFilters,
  ...dateFilters,
  ...changeFilters,
] as const;

export type FilterPath = (typeof all)[number]['path'];

export const filters: readonly (Filter & { readonly path: FilterPath })[] = all;

/** The sections of a leaf, in the order of the filters. */
export const sections: readonly string[] = [...new Set(filters.map(({ path }) => path.split('.')[0] ?? ''))];

/** The filter over the attribute of each sort field; its column is the sort key. */
export const sortedBy: Readonly<Record<SortField, FilterPath>> = {
  CREATED_AT: 'dates.createdAt',
  UPDATED_AT: 'dates.updatedAt',
  PRICE: 'property.pricing.displayed',
  AREA: 'property.areas.displayed',
  PRICE_PER_AREA: 'property.pricing.pricePerArea',
  VALUATION_DEVIATION: 'property.valuation.deviationPercent',
};

/** The parts of a compound filter, none for the others. */
export function filterParts(filter: Filter): readonly FilterPart[] {
  if (filter.kind === 'places') return [...Object.values(filter.beside), ...Object.values(filter.inside)];
  if (filter.kind === 'scores')
    return Object.values(filter.scores).flatMap(({ rating, value }) => [rating, value]);
  return [];
}

export function attributesRead(filter: Filter): readonly AttributePath[] {
  if (filter.kind === 'places' || filter.kind === 'scores')
    return filterParts(filter).flatMap(({ reads }) => reads);
  if (filter.kind === 'features') return Object.values(filter.reads).flat();
  const unitAt = filter.kind === 'range' ? filter.comparedIn?.unitAt : undefined;
  return unitAt === undefined ? filter.reads : [...filter.reads, unitAt];
}

const columnsCache = new Map<Filter, readonly string[]>();

export function columnsOf(filter: Filter): readonly string[] {
  const columns = columnsCache.get(filter) ?? computeColumns(filter);
  columnsCache.set(filter, columns);
  return columns;
}

function computeColumns(filter: Filter): readonly string[] {
  if (filter.kind === 'places' || filter.kind === 'scores') {
    return [...new Set(filterParts(filter).flatMap(({ columns }) => columns))];
  }
  return filter.kind === 'features' ? [filter.column, filter.deniedColumn] : [filter.column];
}
