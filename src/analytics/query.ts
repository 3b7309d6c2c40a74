import { parseDayOrMoment } from '../lib/day-or-moment.ts';
import { DAY_MS } from '../lib/durations.ts';
import { type AnalyticsColumn, columns, findColumn } from './columns.ts';
import { type Metric, type MetricError, parseMetric } from './metrics.ts';

export const MAX_GROUP_COLUMNS = 10;
export const MAX_METRICS = 20;
export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type GroupPeriod = (typeof PERIODS)[number];

/** One filter: any of these values, or a range with both bounds included. */
export type ColumnCondition =
  | { column: AnalyticsColumn; anyOf: readonly string[] }
  | { column: AnalyticsColumn; min?: string | number; max?: string | number };

/** A checked query to the warehouse. */
export interface AnalyticsQuery {
  conditions: readonly ColumnCondition[];
  groupBy: readonly AnalyticsColumn[];
  period: GroupPeriod;
  metrics: readonly Metric[];
}

/** Parameters by name, already of the types and lists of their schemas. */
export type AnalyticsParameters = Readonly<Record<string, unknown>>;

export function parseAnalyticsQuery(
  parameters: AnalyticsParameters,
): { query: AnalyticsQuery } | { faults: MetricError[] } {
  const faults: MetricError[] = [];
  const conditions = columns.flatMap((column) => parseConditions(column, parameters, faults));
  const entries = distinct(parameters['metrics'] ?? ['count']);
  const metrics: Metric[] = [];
  for (const [at, entry] of entries.entries()) {
    const parsed = parseMetric(entry, `metrics[${at}]`);
    if ('entry' in parsed) metrics.push(parsed);
    else faults.push(parsed);
  }
  if (faults.length > 0) return { faults };
  const groupBy = distinct(parameters['group_by'] ?? []).map(findColumn);
  return {
    query: { conditions, groupBy, metrics, period: (parameters['time_bucket'] as GroupPeriod) ?? 'day' },
  };
}

/** A repeated metric is computed once. */
const distinct = (values: unknown): string[] => [...new Set(values as string[])];

function parseConditions(
  column: AnalyticsColumn,
  parameters: AnalyticsParameters,
  faults: MetricError[],
): ColumnCondition[] {
  const { filter, name } = column;
  if (filter === undefined) return [];
  if (!('between' in filter)) {
    const value = parameters[name];
    if (value === undefined) return [];
    // Ids are case-insensitive; the words of a vocabulary were checked already.
    const fold = (text: string): string => (column.vocabulary === undefined ? text.toLowerCase() : text);
    return [{ column, anyOf: ('many' in filter ? (value as string[]) : [value as string]).map(fold) }];
  }
  const [min, max] = filter.between;
  const bounds: { min?: string | number; max?: string | number } = {
    ...parseBound(column, { name: min, end: 'min' }, parameters, faults),
    ...parseBound(column, { name: max, end: 'max' }, parameters, faults),
  };
  if (bounds.min === undefined && bounds.max === undefined) return [];
  if (bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max) {
    const message = `${min} may not be above ${max}.`;
    faults.push({ propertyPath: min, message, code: 'out_of_range', understood: true });
  }
  return [{ column, ...bounds }];
}

function parseBound(
  column: AnalyticsColumn,
  { name, end }: { name: string; end: 'min' | 'max' },
  parameters: AnalyticsParameters,
  faults: MetricError[],
): { min?: string | number; max?: string | number } {
  const value = parameters[name] as string | number | undefined;
  if (value === undefined || column.type !== 'TIMESTAMP') return value === undefined ? {} : { [end]: value };
  const moment = parseDayOrMoment(String(value));
  if (moment === undefined) {
    const message = 'Must be a date (2026-01-31) or a date and time (2026-01-31T10:00:00Z).';
    faults.push({ propertyPath: name, message, code: 'wrong_format', understood: false });
    return {};
  }
  // Both ends are included, and a bare date means its whole day.
  const at = moment.wholeDay && end === 'max' ? new Date(moment.at.getTime() + DAY_MS - 1) : moment.at;
  return { [end]: at.toISOString() };
}
