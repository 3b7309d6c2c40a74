import { DAY_MS, parseMoment } from '../lib/day-or-moment.ts';
import { type Column, columnNamed, columns } from './columns.ts';
import { type Fault, type Metric, parseMetric } from './metrics.ts';

export const MAX_GROUP_COLUMNS = 10;
export const MAX_METRICS = 20;
export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** One narrowing: any of these values, or between two bounds, both included. */
export type Condition =
  | { column: Column; anyOf: readonly string[] }
  | { column: Column; least?: string | number; most?: string | number };

/** A question to the warehouse, checked. */
export interface ListingQuestion {
  conditions: readonly Condition[];
  groupBy: readonly Column[];
  period: Period;
  metrics: readonly Metric[];
}

/** Parameters by name, already of the types and lists that their schemas ask for. */
export type Asked = Readonly<Record<string, unknown>>;

export function parseQuestion(asked: Asked): { question: ListingQuestion } | { faults: Fault[] } {
  const faults: Fault[] = [];
  const conditions = columns.flatMap((column) => conditionsOf(column, asked, faults));
  const entries = distinct(asked['metrics'] ?? ['count']);
  const metrics: Metric[] = [];
  for (const [at, entry] of entries.entries()) {
    const parsed = parseMetric(entry, `metrics[${at}]`);
    if ('entry' in parsed) metrics.push(parsed);
    else faults.push(parsed);
  }
  if (faults.length > 0) return { faults };
  const groupBy = distinct(asked['group_by'] ?? []).map(columnNamed);
  return { question: { conditions, groupBy, metrics, period: (asked['time_bucket'] as Period) ?? 'day' } };
}

/** Asked twice is answered once. */
const distinct = (values: unknown): string[] => [...new Set(values as string[])];

function conditionsOf(column: Column, asked: Asked, faults: Fault[]): Condition[] {
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
    ...bound(column, { name: least, end: 'least' }, asked, faults),
    ...bound(column, { name: most, end: 'most' }, asked, faults),
  };
  if (bounds.least === undefined && bounds.most === undefined) return [];
  if (bounds.least !== undefined && bounds.most !== undefined && bounds.least > bounds.most) {
    const message = `${least} may not be above ${most}.`;
    faults.push({ propertyPath: least, message, code: 'out_of_range', understood: true });
  }
  return [{ column, ...bounds }];
}

function bound(
  column: Column,
  { name, end }: { name: string; end: 'least' | 'most' },
  asked: Asked,
  faults: Fault[],
): { least?: string | number; most?: string | number } {
  const value = asked[name] as string | number | undefined;
  if (value === undefined || column.type !== 'TIMESTAMP') return value === undefined ? {} : { [end]: value };
  const moment = parseMoment(String(value));
  if (moment === undefined) {
    const message = 'Must be a date (2026-01-31) or a date and time (2026-01-31T10:00:00Z).';
    faults.push({ propertyPath: name, message, code: 'wrong_format', understood: false });
    return {};
  }
  // Both ends are included, and a bare date stands for its whole day.
  const at = moment.wholeDay && end === 'most' ? new Date(moment.at.getTime() + DAY_MS - 1) : moment.at;
  return { [end]: at.toISOString() };
}
