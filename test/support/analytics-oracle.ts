import { columns, groupColumns, measureColumns } from '../../src/analytics/columns.ts';
import type { EventRow } from '../../src/analytics/store.ts';
import { type Db, identifier, joinSql, type Sql, sql } from '../../src/db/sql.ts';
import { FIRST_EVENT, idPool, LAST_EVENT, pick } from './made-events.ts';

const TYPES = { VARCHAR: 'text', TIMESTAMP: 'timestamp', DOUBLE: 'double precision', INTEGER: 'integer' };

const raw = (text: string): Sql => joinSql([{ text, values: [] }], '');

const shape = (): string => columns.map(({ name, type }) => `"${name}" ${TYPES[type]}`).join(', ');

export async function createOracle(db: Db): Promise<void> {
  await db.rows(raw(`create table oracle_event (${shape()})`));
}

/** The same events as a plain table of PostgreSQL. */
export async function fillOracle(db: Db, events: readonly EventRow[]): Promise<void> {
  await createOracle(db);
  await db.rows(sql`
    insert into oracle_event
    select * from json_to_recordset(${JSON.stringify(events.map(({ event }) => event))}::json) as given (${raw(shape())})`);
}

/** Random parameters as a client sends them. */
export function randomAnalyticsQuery(random: () => number): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  const some = <Value>(values: readonly Value[], most: number): Value[] =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, values));
  for (const column of columns) {
    const { filter, name, type } = column;
    if (filter === undefined || random() > 0.12) continue;
    const values = column.vocabulary?.values ?? idPool;
    if ('many' in filter) parameters[name] = some(values, 4);
    else if ('one' in filter) parameters[name] = pick(random, values);
    else Object.assign(parameters, randomBounds(filter.between, type, random));
  }
  if (random() < 0.8)
    parameters['group_by'] = some(
      groupColumns.map(({ name }) => name),
      3,
    );
  if (random() < 0.9) parameters['time_bucket'] = pick(random, ['day', 'week', 'month', 'quarter', 'year']);
  if (random() < 0.9)
    parameters['metrics'] = some(measureColumns, 6).map(({ name }) => randomMetric(name, random));
  return parameters;
}

function randomMetric(field: string, random: () => number): string {
  const aggregate = pick(random, ['count', 'avg', 'median', 'min', 'max', 'percentile']);
  if (aggregate === 'count') return aggregate;
  return aggregate === 'percentile'
    ? `percentile:${field}:${pick(random, ['90', '100', '0.5', '33.3', '75', '12.25'])}`
    : `${aggregate}:${field}`;
}

function randomBounds([least, most]: readonly [string, string], type: string, random: () => number): object {
  const between = (from: number, to: number): number[] =>
    [random(), random()].sort((one, other) => one - other).map((share) => from + share * (to - from));
  const of = {
    TIMESTAMP: () => between(FIRST_EVENT, LAST_EVENT).map((ms) => new Date(Math.floor(ms)).toISOString()),
    INTEGER: () => between(0, 9).map(Math.floor),
    DOUBLE: () => between(least.startsWith('l') ? -18 : 0, least.startsWith('l') ? 18 : 1e6),
  }[type as 'TIMESTAMP'];
  const [low, high] = of();
  const ends = random();
  return { ...(ends < 0.7 ? { [least]: low } : {}), ...(ends > 0.3 ? { [most]: high } : {}) };
}

interface OracleRow {
  group: Record<string, string | null>;
  metrics: Record<string, number | null>;
}

/** The result by plain SQL, written independently of the code under test. */
export async function queryOracle(db: Db, parameters: Record<string, unknown>): Promise<OracleRow[]> {
  const grouped = [...new Set((parameters['group_by'] as string[] | undefined) ?? [])];
  const metrics = [...new Set((parameters['metrics'] as string[] | undefined) ?? ['count'])];
  const bucket = raw(`date_trunc('${parameters['time_bucket'] ?? 'day'}', event_at)`);
  const rows = await db.rows<Record<string, unknown>>(sql`
    select to_char(${bucket}, 'YYYY-MM-DD"T"HH24:MI:SS+00:00') as event_at,
           ${joinSql([...grouped.map(identifier), ...metrics.map(oracleMetric)], ', ')}
    from oracle_event where ${joinSql([sql`true`, ...oracleConditions(parameters)], ' and ')}
    group by ${joinSql([bucket, ...grouped.map(identifier)], ', ')}`);
  return rows.map((row) => ({
    group: Object.fromEntries(['event_at', ...grouped].map((name) => [name, row[name] as string | null])),
    metrics: Object.fromEntries(
      metrics.map((entry, at) => [entry, row[`m${at}`] === null ? null : Number(row[`m${at}`])]),
    ),
  }));
}

function oracleMetric(entry: string, at: number): Sql {
  const [name, field = '', percent = '50'] = entry.split(':');
  if (name === 'count') return raw(`count(*) as m${at}`);
  if (name === 'median' || name === 'percentile')
    return raw(`percentile_cont(${percent} / 100.0) within group (order by "${field}") as m${at}`);
  return raw(`${name}("${field}"::double precision) as m${at}`);
}

const BOUNDS: Record<string, [column: string, operator: string]> = {
  event_at_from: ['event_at', '>='],
  event_at_to: ['event_at', '<='],
  lat_min: ['latitude', '>='],
  lat_max: ['latitude', '<='],
  lng_min: ['longitude', '>='],
  lng_max: ['longitude', '<='],
  ...Object.fromEntries(
    ['price', 'area', 'rooms', 'bedrooms'].flatMap((name) => [
      [`${name}_min`, [name, '>=']],
      [`${name}_max`, [name, '<=']],
    ]),
  ),
};

function oracleConditions(parameters: Record<string, unknown>): Sql[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const bound = BOUNDS[name];
    if (bound !== undefined) {
      const [column, operator] = bound;
      const cast = column === 'event_at' ? "::timestamptz at time zone 'UTC'" : '::double precision';
      return [sql`${identifier(column)} ${raw(operator)} ${sql`${value}`}${raw(cast)}`];
    }
    if (['group_by', 'metrics', 'time_bucket'].includes(name)) return [];
    return [sql`${identifier(name)} = any (${[value].flat()}::text[])`];
  });
}
