import type { Db } from '../db/sql.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { type PeriodError, type PeriodQuery, parseUsagePeriod, type UsagePeriod } from './period.ts';
import { findKeyOwner, selectUsage, type UsageRow } from './store.ts';

export interface UsageQuery extends PeriodQuery {
  apiKeyId?: string;
  groupBy?: 'API_KEY' | 'ROUTE' | 'CHANNEL';
  channel?: 'DIRECT' | 'MCP';
}

export interface UsageCaller {
  accountId: string;
  billedInCredits: boolean;
}

export type UsageCounts = { calls: number; results: number; credits?: number };
type UsageSplit = UsageCounts & Record<string, string | number>;

export interface UsageReport {
  period: { start: string; end: string; granularity: string };
  totals: UsageCounts;
  timeSeries: UsageSplit[];
  byApiKey: UsageSplit[];
  byRoute: UsageSplit[];
  byChannel: UsageSplit[];
}

export type UsageReportResult =
  | { report: UsageReport }
  | { faults: PeriodError[] }
  | { refused: 'unknown-key' | 'foreign-key' };

/** A bit is unset for each column of the split: key 4, route 2, channel 1; 8 means no bucket. */
const TOTAL = 15;
const BY_KEY = 11;
const BY_ROUTE = 13;
const BY_CHANNEL = 14;
const SERIES_BELOW = 8;

export async function reportUsage(
  db: Db,
  caller: UsageCaller,
  query: UsageQuery,
  now: Date,
): Promise<UsageReportResult> {
  const parsed = parseUsagePeriod(query, now);
  if ('faults' in parsed) return parsed;
  const { apiKeyId, channel, groupBy } = query;
  if (apiKeyId !== undefined) {
    const owner = await findKeyOwner(db, apiKeyId);
    if (owner !== caller.accountId) return { refused: owner === undefined ? 'unknown-key' : 'foreign-key' };
  }
  const { period } = parsed;
  const rows = await selectUsage(db, {
    accountId: caller.accountId,
    span: period.span,
    granularity: period.granularity.toLowerCase(),
    groupBy,
    apiKeyId,
    channel,
  });
  const counts = (row: UsageRow | undefined): UsageCounts => ({
    calls: row?.calls ?? 0,
    results: row?.results ?? 0,
    ...(caller.billedInCredits ? { credits: row?.credits ?? 0 } : {}),
  });
  const splits = (split: number): UsageSplit[] =>
    rows.filter((row) => row.split === split).map((row) => ({ ...splitColumns(row), ...counts(row) }));
  const series = rows.filter((row) => row.split < SERIES_BELOW);
  const found = series.map((row) => ({ date: row.date ?? '', ...splitColumns(row), ...counts(row) }));
  return {
    report: {
      period: {
        start: formatTimestamp(period.start),
        end: formatTimestamp(period.end),
        granularity: period.granularity,
      },
      totals: counts(rows.find(({ split }) => split === TOTAL)),
      timeSeries: groupBy === undefined ? fillGaps(found, period, counts(undefined)) : found,
      byApiKey: splits(BY_KEY),
      byRoute: splits(BY_ROUTE),
      byChannel: splits(BY_CHANNEL),
    },
  };
}

/** The columns of the split. A revoked key still has its name. */
function splitColumns({ apiKeyId, apiKeyName, route, routeType, channel }: UsageRow): Record<string, string> {
  return {
    ...(apiKeyId === null ? {} : { apiKeyId, apiKeyName: apiKeyName ?? '' }),
    ...(route === null ? {} : { route, routeType: routeType ?? 'other' }),
    ...(channel === null ? {} : { channel }),
  };
}

/** One point for each bucket, also without calls. */
function fillGaps(
  found: UsageSplit[],
  { start, end, granularity }: UsagePeriod,
  nothing: UsageCounts,
): UsageSplit[] {
  const byDate = new Map(found.map((point) => [point['date'], point]));
  const points: UsageSplit[] = [];
  const step = { DAY: [0, 0, 1], MONTH: [0, 1, 0], YEAR: [1, 0, 0] }[granularity] as [number, number, number];
  const month = granularity === 'YEAR' ? 0 : start.getUTCMonth();
  const day = granularity === 'DAY' ? start.getUTCDate() : 1;
  for (let at = new Date(Date.UTC(start.getUTCFullYear(), month, day)); at < end; ) {
    const date = at.toISOString().slice(0, 10);
    points.push(byDate.get(date) ?? { date, ...nothing });
    const [years, months, days] = step;
    at = new Date(Date.UTC(at.getUTCFullYear() + years, at.getUTCMonth() + months, at.getUTCDate() + days));
  }
  return points;
}
