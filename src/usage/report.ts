import type { Db } from '../db/sql.ts';
import { timestamp } from '../lib/timestamp.ts';
import { type AskedPeriod, type Fault, type Period, usagePeriod } from './period.ts';
import { ownerOfKey, type UsageRow, usageRows } from './store.ts';

export interface AskedUsage extends AskedPeriod {
  apiKeyId?: string;
  groupBy?: 'API_KEY' | 'ROUTE' | 'CHANNEL';
  channel?: 'DIRECT' | 'MCP';
}

export interface Caller {
  accountId: string;
  billedInCredits: boolean;
}

export type Counted = { calls: number; results: number; credits?: number };
type Split = Counted & Record<string, string | number>;

export interface UsageReport {
  period: { start: string; end: string; granularity: string };
  totals: Counted;
  timeSeries: Split[];
  byApiKey: Split[];
  byRoute: Split[];
  byChannel: Split[];
}

export type Reported =
  | { report: UsageReport }
  | { faults: Fault[] }
  | { refused: 'unknown-key' | 'foreign-key' };

/** What is split by has its bit unset: key 4, route 2, channel 1; 8 is of no bucket. */
const TOTAL = 15;
const BY_KEY = 11;
const BY_ROUTE = 13;
const BY_CHANNEL = 14;
const SERIES_BELOW = 8;

export async function reportUsage(db: Db, caller: Caller, asked: AskedUsage, now: Date): Promise<Reported> {
  const parsed = usagePeriod(asked, now);
  if ('faults' in parsed) return parsed;
  const { apiKeyId, channel, groupBy } = asked;
  if (apiKeyId !== undefined) {
    const owner = await ownerOfKey(db, apiKeyId);
    if (owner !== caller.accountId) return { refused: owner === undefined ? 'unknown-key' : 'foreign-key' };
  }
  const { period } = parsed;
  const rows = await usageRows(db, {
    accountId: caller.accountId,
    span: period.span,
    granularity: period.granularity.toLowerCase(),
    groupBy,
    apiKeyId,
    channel,
  });
  const counts = (row: UsageRow | undefined): Counted => ({
    calls: row?.calls ?? 0,
    results: row?.results ?? 0,
    ...(caller.billedInCredits ? { credits: row?.credits ?? 0 } : {}),
  });
  const splits = (split: number): Split[] =>
    rows.filter((row) => row.split === split).map((row) => ({ ...named(row), ...counts(row) }));
  const series = rows.filter((row) => row.split < SERIES_BELOW);
  const found = series.map((row) => ({ date: row.date ?? '', ...named(row), ...counts(row) }));
  return {
    report: {
      period: {
        start: timestamp(period.start),
        end: timestamp(period.end),
        granularity: period.granularity,
      },
      totals: counts(rows.find(({ split }) => split === TOTAL)),
      timeSeries: groupBy === undefined ? filled(found, period, counts(undefined)) : found,
      byApiKey: splits(BY_KEY),
      byRoute: splits(BY_ROUTE),
      byChannel: splits(BY_CHANNEL),
    },
  };
}

/** The columns a row is split by. A key keeps its name when it is revoked. */
function named({ apiKeyId, apiKeyName, route, routeType, channel }: UsageRow): Record<string, string> {
  return {
    ...(apiKeyId === null ? {} : { apiKeyId, apiKeyName: apiKeyName ?? '' }),
    ...(route === null ? {} : { route, routeType: routeType ?? 'other' }),
    ...(channel === null ? {} : { channel }),
  };
}

/** One point a bucket, also where nothing was called. */
function filled(found: Split[], { start, end, granularity }: Period, nothing: Counted): Split[] {
  const byDate = new Map(found.map((point) => [point['date'], point]));
  const points: Split[] = [];
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
