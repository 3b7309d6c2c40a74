import { propertyVocabularies as words } from '../catalogue/property-vocabularies.ts';
import { serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import type { Vocabulary } from '../catalogue/vocabulary.ts';
import type { EventFacts } from './facts.ts';

export type AnalyticsColumnType = 'VARCHAR' | 'TIMESTAMP' | 'DOUBLE' | 'INTEGER';

/** How a request filters a column: by `many` values, by exactly `one`, or by a range. */
export type ColumnFilter = { many: true } | { one: true } | { between: readonly [min: string, max: string] };

export interface AnalyticsColumn {
  name: string;
  type: AnalyticsColumnType;
  description: string;
  /** The closed list of its values; ids have none. */
  vocabulary?: Vocabulary;
  filter?: ColumnFilter;
  /** Bounds of any value, if any. */
  within?: readonly [min: number, max: number];
  of(facts: EventFacts): string | number | undefined;
}

const id = (name: string, description: string, of: AnalyticsColumn['of']): AnalyticsColumn => ({
  name,
  type: 'VARCHAR',
  description,
  of,
});

const divisionColumn = (name: string, description: string, of: AnalyticsColumn['of']): AnalyticsColumn => ({
  ...id(name, description, of),
  filter: { many: true },
});

const word = (
  name: string,
  description: string,
  vocabulary: Vocabulary,
  more: Pick<AnalyticsColumn, 'filter' | 'of'>,
): AnalyticsColumn => ({ name, type: 'VARCHAR', description, vocabulary, ...more });

const figure = (name: string, description: string, of: AnalyticsColumn['of']): AnalyticsColumn => ({
  name,
  type: 'DOUBLE',
  description,
  of,
});

const between = (name: string): Pick<AnalyticsColumn, 'filter'> => ({
  filter: { between: [`${name}_min`, `${name}_max`] },
});

const many = { filter: { many: true } } as const;

/** The time of the event, which periods and the two date parameters refer to. */
export const EVENT_AT = 'event_at';

/**
 * The only list of the columns of an event. Parquet files, the SQL of both engines, the API parameters with their
 * checks and documentation, and the random queries of the tests derive from it.
 */
export const columns: readonly AnalyticsColumn[] = [
  id('listing_id', 'The listing.', ({ listing }) => listing.id),
  id('property_id', 'The property it belonged to at that moment.', ({ propertyId }) => propertyId),
  id('revision_id', 'The revision of the property that the event made.', ({ revisionId }) => revisionId),
  {
    name: EVENT_AT,
    type: 'TIMESTAMP',
    description: 'When the source showed it, in UTC.',
    filter: { between: ['event_at_from', 'event_at_to'] },
    of: ({ eventAt }) => eventAt.toISOString(),
  },
  word('event_type', 'What the listing did.', serviceVocabularies.analyticsEventType, {
    ...many,
    of: ({ kind }) => kind,
  }),
  word('property_type', words.propertyType.description, words.propertyType, {
    ...many,
    of: ({ listing, property }) => listing.propertyType ?? property.propertyType,
  }),
  word('transaction_type', words.transactionType.description, words.transactionType, {
    filter: { one: true },
    of: ({ listing, property }) => listing.transactionType ?? property.transaction?.type,
  }),
  word('transaction_status', words.transactionStatus.description, words.transactionStatus, {
    of: ({ listing, property }) => listing.transactionStatus ?? property.transaction?.status,
  }),
  word('sale_type', words.saleType.description, words.saleType, {
    of: ({ property }) => property.transaction?.saleType,
  }),
  divisionColumn('city_id', 'The municipality.', ({ property }) => property.location?.city?.id),
  divisionColumn('district_id', 'The municipal district.', ({ property }) => property.location?.district?.id),
  divisionColumn(
    'neighborhood_id',
    'The neighbourhood.',
    ({ property }) => property.location?.neighborhood?.id,
  ),
  word('location_accuracy', words.locationAccuracy.description, words.locationAccuracy, {
    of: ({ property }) => property.location?.accuracy,
  }),
  word('dpe_energy_rating', 'The letter for energy consumption.', words.scoreRating, {
    ...many,
    of: ({ property }) => property.unit?.diagnostic?.scores?.ENERGY_CONSUMPTION?.rating,
  }),
  word('dpe_ghg_rating', 'The letter for greenhouse gases.', words.scoreRating, {
    of: ({ property }) => property.unit?.diagnostic?.scores?.CARBON_EMISSIONS?.rating,
  }),
  word('condition', words.condition.description, words.condition, {
    of: ({ listing, property }) => listing.condition ?? property.unit?.condition,
  }),
  word('heating_system', 'How the unit, else the building, is heated.', words.heatingSystem, {
    of: ({ heating }) => heating?.system,
  }),
  word('energy_carrier', 'What that heating consumes.', words.energyCarrier, {
    of: ({ heating }) => heating?.energyCarrier,
  }),
  word('publisher_type', 'The kind of advertiser of the listing.', words.publisherType, {
    ...many,
    of: ({ publisher }) => publisher?.publisherType,
  }),
  word('mandate_type', 'The terms the advertiser offers it on.', words.mandate, {
    of: ({ publisher }) => publisher?.mandate,
  }),
  id('source_id', 'Where it is advertised; unknown for a protected source.', ({ listing }) => {
    return listing.source?.id;
  }),
  word('price_currency', 'The currency of its prices.', words.currency, {
    of: ({ property }) => property.pricing?.currency,
  }),
  {
    ...figure('price', 'The consolidated price of the property, misprints left out.', ({ property }) => {
      return property.pricing?.displayed;
    }),
    ...between('price'),
  },
  figure('price_displayed', 'The price this listing displays.', ({ listing, property }) => {
    return listing.displayedPrice ?? property.pricing?.displayed;
  }),
  figure('price_per_sqm', 'The consolidated price of a square metre.', ({ property }) => {
    return property.pricing?.pricePerArea;
  }),
  {
    ...figure('area', 'The consolidated area in square metres.', ({ area }) => area),
    ...between('area'),
  },
  figure('area_displayed', 'The area this listing displays, in square metres.', ({ area, listing }) => {
    return listing.area ?? area;
  }),
  {
    ...figure('rooms', 'How many rooms it has.', ({ listing, property }) => {
      return listing.rooms ?? property.unit?.rooms;
    }),
    type: 'INTEGER',
    ...between('rooms'),
  },
  {
    ...figure('bedrooms', 'How many of them are bedrooms.', ({ listing, property }) => {
      return listing.bedrooms ?? property.unit?.bedrooms;
    }),
    type: 'INTEGER',
    ...between('bedrooms'),
  },
  figure(
    'days_between_events',
    'Days since the event before of the same listing; unknown for its first.',
    ({ daysSinceLast }) => daysSinceLast,
  ),
  {
    name: 'latitude',
    type: 'DOUBLE',
    description: 'Where it stands, in degrees north.',
    filter: { between: ['lat_min', 'lat_max'] },
    within: [-90, 90],
    of: ({ property }) => property.location?.geometry?.coordinates[1],
  },
  {
    name: 'longitude',
    type: 'DOUBLE',
    description: 'Where it stands, in degrees east.',
    filter: { between: ['lng_min', 'lng_max'] },
    within: [-180, 180],
    of: ({ property }) => property.location?.geometry?.coordinates[0],
  },
];

export function findColumn(name: string): AnalyticsColumn {
  const column = columns.find((one) => one.name === name);
  if (column === undefined) throw new Error(`the warehouse has no column ${name}`);
  return column;
}

export const groupColumns = serviceVocabularies.analyticsGroupBy.values.map(findColumn);
export const measureColumns = serviceVocabularies.analyticsField.values.map(findColumn);

/** Names with their types, as DuckDB takes them for a table, or as JSON for its rows. */
export const analyticsColumnTypes = (): string =>
  columns.map(({ name, type }) => `${name} ${type}`).join(', ');
export const columnStructure = (): string =>
  JSON.stringify([Object.fromEntries(columns.map(({ name, type }) => [name, type]))]);

/** The row of the warehouse; unknown values are null. */
export const toColumnRow = (facts: EventFacts): Record<string, string | number | null> =>
  Object.fromEntries(columns.map(({ name, of }) => [name, of(facts) ?? null]));
