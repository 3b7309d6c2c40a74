import { type AnalyticsColumn, columns } from '../../src/analytics/columns.ts';

/** As many as the country's larger municipalities. */
const CITY_COUNT = 2_000;
const idText = (number: string): string => `00000000-0000-4000-8000-${number.padStart(12, '0')}`;
export const CITIES: readonly string[] = Array.from({ length: CITY_COUNT }, (_, at) => idText(String(at)));

const FIRST_DAY = Date.UTC(2025, 0, 1);
const YEAR_SECONDS = 365 * 86_400;
/** A prime, so that the columns of one row are nearly independent. */
const RANGE = 1_000_003;

const mixed = (salt: number): string => `((i * 7919 + i % 13 * 31 + ${salt * 104_729}) % ${RANGE})`;
const idOf = (number: string): string =>
  `'00000000-0000-4000-8000-' || lpad(cast(${number} as varchar), 12, '0')`;

/** One text that DuckDB and PostgreSQL both read, so that both have the same rows without a transfer. */
export const columnSql = (events: number, names = columns.map(({ name }) => name)): string =>
  names
    .map((name) => columns.findIndex((column) => column.name === name))
    .map((at) => [at, columns[at]] as const)
    .map(([at, column]) => (column ? `${expression(column, at + 1, events)} as "${column.name}"` : ''))
    .join(', ');

function expression(
  { name, type, vocabulary, within }: AnalyticsColumn,
  salt: number,
  events: number,
): string {
  if (['listing_id', 'property_id', 'revision_id'].includes(name)) return idOf(`i * ${salt}`);
  if (type === 'TIMESTAMP') {
    return `timestamp '2025-01-01' + cast(floor(cast(i as double precision) * cast(${YEAR_SECONDS / events} as double precision)) as bigint) * interval '1 second'`;
  }
  if (vocabulary !== undefined) {
    return `split_part('${vocabulary.values.join(',')}', ',', cast(1 + ${mixed(salt)} % ${vocabulary.values.length} as int))`;
  }
  if (type === 'VARCHAR') return idOf(`${mixed(salt)} % ${CITY_COUNT}`);
  if (type === 'INTEGER') return `cast(${mixed(salt)} % 9 as int)`;
  const [least, most] = within ?? [0, 900_000];
  return `cast(${mixed(salt)} as double precision) * ${(most - least) / RANGE} + ${least}`;
}

/** The rows of each month: events are spread evenly over the year, in the order of their number. */
export function monthsOf(events: number): { month: string; from: number; to: number }[] {
  const rowAt = (moment: number): number => Math.ceil(((moment - FIRST_DAY) / 1000 / YEAR_SECONDS) * events);
  return Array.from({ length: 12 }, (_, month) => ({
    month: new Date(Date.UTC(2025, month, 1)).toISOString().slice(0, 10),
    from: rowAt(Date.UTC(2025, month, 1)),
    to: Math.min(events, rowAt(Date.UTC(2025, month + 1, 1))),
  }));
}
