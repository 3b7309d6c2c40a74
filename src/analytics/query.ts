import { parseDayOrMoment } from '../lib/day-or-moment.ts';
import { DAY_MS } from '../lib/durations.ts';
import { type AnalyticsColumn, columns, findColumn } from './columns.ts';
import { type Metric, type MetricError, parseMetric } from './metrics.ts';

export const MAX_GROUP_COLUMNS = 10;
export const MAX_METRICS = 20;
export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type GroupPeriod = (typeof PERIODS)[number];

/** One narrowing: any of these values, or between two bounds, both included. */
export type ColumnCondition =
  | { column: AnalyticsColumn; anyOf: readonly string[] }
  | { column: AnalyticsColumn; least?: string | number; most?: string | number };

/** A question to the warehouse, checked. */
export interface AnalyticsQuery {
  conditions: readonly ColumnCondition[];
  groupBy: readonly AnalyticsColumn[];
  period: GroupPeriod;
  metrics: readonly Metric[];
}

/** Parameters by name, already of the types and lists that their schemas ask for. */
export type AnalyticsParameters = Readonly<Record<string, unknown>>;

export function parseAnalyticsQuery(
  asked: AnalyticsParameters,
): { question: AnalyticsQuery } | { faults: MetricError[] } {
  const faults: MetricError[] = [];
  const conditions = columns.flatMap((column) => parseConditions(column, asked, faults));
  const entries = distinct(asked['metrics'] ?? ['count']);
  const metrics: Metric[] = [];
  for (const [at, entry] of entries.entries()) {
    const parsed = parseMetric(entry, `metrics[${at}]`);
    if ('entry' in parsed) metrics.push(parsed);
    else faults.push(parsed);
  }
  if (faults.length > 0) return { faults };
  const groupBy = distinct(asked['group_by'] ?? []).map(findColumn);
  return {
    question: { conditions, groupBy, metrics, period: (asked['time_bucket'] as GroupPeriod) ?? 'day' },
  };
}

/** Asked twice is answered once. */
const distinct = (values: unknown): string[] => [...new Set(values as string[])];

function parseConditions(
  column: AnalyticsColumn,
  asked: AnalyticsParameters,
  faults: MetricError[],
): ColumnCondition[] {
  const { narrow, name } = column;
  if (narrow === undefined) return [];
  if (!('between' in narrow)) {
    const value = asked[name];
    if (value === undefined) return [];
    // Ids are the same in either case; the words of a vocabulary were checked already.
    const fold = (text: string): string => (column.vocabulary === undefined ? text.toLowerCase() : text);
    return [{ column, anyOf: ('many' in narrow ? (value as string[]) : [value as string]).map(fold) }];
  }
  const [least, most] = narrow.between;
  const bounds: { least?: string | number; most?: string | number } = {
    ...parseBound(column, { name: least, end: 'least' }, asked, faults),
    ...parseBound(column, { name: most, end: 'most' }, asked, faults),
  };
  if (bounds.least === undefined && bounds.most === undefined) return [];
  if (bounds.least !== undefined && bounds.most !== undefined && bounds.least > bounds.most) {
    const message = `${least} may not be above ${most}.`;
    faults.push({ propertyPath: least, message, code: 'out_of_range', understood: true });
  }
  return [{ column, ...bounds }];
}

function parseBound(
  column: AnalyticsColumn,
  { name, end }: { name: string; end: 'least' | 'most' },
  asked: AnalyticsParameters,
  faults: MetricError[],
): { least?: string | number; most?: string | number } {
  const value = asked[name] as string | number | undefined;
  if (value === undefined || column.type !== 'TIMESTAMP') return value === undefined ? {} : { [end]: value };
  const moment = parseDayOrMoment(String(value));
  if (moment === undefined) {
    const message = 'Must be a date (2026-01-31) or a date and time (2026-01-31T10:00:00Z).';
    faults.push({ propertyPath: name, message, code: 'wrong_format', understood: false });
    return {};
  }
  // Both ends are included, and a bare date stands for its whole day.
  const at = moment.wholeDay && end === 'most' ? new Date(moment.at.getTime() + DAY_MS - 1) : moment.at;
  return { [end]: at.toISOString() };
}
