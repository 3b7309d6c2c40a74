import { type EngineValue, quoteIdentifier, quoteLiteral } from '../warehouse/engine.ts';
import { EVENT_AT, findColumn } from './columns.ts';
import type { Metric } from './metrics.ts';
import type { AnalyticsQuery, ColumnCondition } from './query.ts';

/** The sources of events: closed files and the table of the tail. */
export interface QuerySources {
  paths: readonly string[];
  tail: string;
}

export interface EngineStatement {
  text: string;
  values: EngineValue[];
}

/** The format of a timestamp in answers and files: ISO 8601 in UTC. */
const ISO = "'%Y-%m-%dT%H:%M:%S+00:00'";

/** The serialized form of a group: fixed text around its parts. */
export type ResultPiece = { text: string } | 'group' | 'metrics' | 'number';

/** Groups serialized together as one text: reading 10,000 separate texts blocks the event loop for 15 ms. */
const GROUPS_PER_SLICE = 256;

/**
 * The groups as JSON, serialized by the engine's threads instead of the event loop: one row a slice, with the sums of
 * the summary.
 */
export function buildResultSql(
  query: AnalyticsQuery,
  sources: QuerySources,
  { pieces, atMost }: { pieces: readonly ResultPiece[]; atMost: number },
): EngineStatement {
  const { groupBy, metrics } = query;
  const { text, values } = groupsSql(query, sources);
  const group = [
    `${EVENT_AT}: strftime(period, ${ISO})`,
    ...groupBy.map(({ name }) => `${quoteIdentifier(name)}: ${quoteIdentifier(name)}`),
  ];
  const figures = metrics.map((metric) => `${quoteIdentifier(metric.entry)}: ${metricSql(metric, metrics)}`);
  const parts = {
    group: `to_json({${group.join(', ')}})::varchar`,
    metrics: `to_json({${figures.join(', ')}})::varchar`,
    number: 'rank',
  };
  const written = pieces.map((piece) =>
    typeof piece === 'string' ? parts[piece] : quoteLiteral(piece.text),
  );
  return {
    text: `
      select string_agg(concat(${written.join(', ')}), ',' order by rank) as text, count(*)::double as "groups",
             sum(events)::double as events, epoch_ms(min(first_at))::double as first, epoch_ms(max(last_at))::double as last
      from (select *, row_number() over (order by ${orderBySql(query)}) as rank from (${text}))
      where rank <= ${atMost}
      group by (rank - 1) // ${GROUPS_PER_SLICE} order by (rank - 1) // ${GROUPS_PER_SLICE}`,
    values,
  };
}

/** The same as a table: a column for each group column and metric, under the names of the answer. */
export function buildTableSql(query: AnalyticsQuery, sources: QuerySources): EngineStatement {
  const { groupBy, metrics } = query;
  const { text, values } = groupsSql(query, sources);
  const shown = [
    `period as ${EVENT_AT}`,
    ...groupBy.map(({ name }) => quoteIdentifier(name)),
    ...metrics.map((metric) => `${metricSql(metric, metrics)} as ${quoteIdentifier(metric.entry)}`),
  ];
  return { text: `select ${shown.join(', ')} from (${text}) order by ${orderBySql(query)}`, values };
}

const orderBySql = ({ groupBy }: AnalyticsQuery): string =>
  ['period', ...groupBy.map(({ name }) => `${quoteIdentifier(name)} nulls last`)].join(', ');

function groupsSql(query: AnalyticsQuery, sources: QuerySources): EngineStatement {
  const values: EngineValue[] = [];
  const grouped = query.groupBy.map(({ name }) => quoteIdentifier(name));
  const measured = [...new Set(query.metrics.map(({ field }) => field).filter((field) => field !== ''))];
  const read = [...new Set([EVENT_AT, ...grouped, ...measured.map(quoteIdentifier)])].join(', ');
  const where = whereSql(query.conditions, values);
  const parts = [`select ${read} from ${sources.tail} where ${where}`];
  if (sources.paths.length > 0) {
    const files = sources.paths.map(quoteLiteral).join(', ');
    parts.push(`select ${read} from read_parquet([${files}], hive_partitioning = false) where ${where}`);
  }
  const selected = [
    `date_trunc('${query.period}', ${EVENT_AT}) as period`,
    ...grouped,
    ...[...aggregates(query.metrics)].map(([name, expression]) => `${expression} as ${name}`),
    'count(*) as events',
    `min(${EVENT_AT}) as first_at`,
    `max(${EVENT_AT}) as last_at`,
  ];
  const text = `
    select ${selected.join(', ')} from (${parts.join(' union all ')})
    group by ${['period', ...grouped].join(', ')}`;
  return { text, values };
}

function whereSql(conditions: readonly ColumnCondition[], values: EngineValue[]): string {
  const bind = (value: string | number): string => `$${values.push(value)}`;
  const tests = conditions.flatMap((condition) => {
    const { name, type } = condition.column;
    if ('anyOf' in condition)
      return [`${quoteIdentifier(name)} in (${condition.anyOf.map(bind).join(', ')})`];
    const { min, max } = condition;
    return [
      ...(min === undefined ? [] : [`${quoteIdentifier(name)} >= ${bind(min)}::${type}`]),
      ...(max === undefined ? [] : [`${quoteIdentifier(name)} <= ${bind(max)}::${type}`]),
    ];
  });
  return tests.join(' and ') || 'true';
}

/** All quantiles of a field share one state: its values are sorted once. */
function aggregates(metrics: readonly Metric[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { function: name, field } of metrics) {
    if (name === 'quantile') {
      found.set(
        `q_${field}`,
        `quantile_cont(${quoteIdentifier(field)}, [${quantileFractions(field, metrics).join(', ')}])`,
      );
    } else if (name !== 'count') found.set(`${name}_${field}`, `${name}(${quoteIdentifier(field)})`);
  }
  return found;
}

const quantileFractions = (field: string, metrics: readonly Metric[]): number[] => [
  ...new Set(
    metrics.flatMap((metric) =>
      metric.function === 'quantile' && metric.field === field ? metric.fraction : [],
    ),
  ),
];

function metricSql({ function: name, field, fraction }: Metric, metrics: readonly Metric[]): string {
  if (name === 'count') return 'events';
  if (name !== 'quantile') return `${name}_${findColumn(field).name}`;
  return `q_${field}[${quantileFractions(field, metrics).indexOf(fraction) + 1}]`;
}
