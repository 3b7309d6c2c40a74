import { parseDayOrMoment } from '../lib/day-or-moment.ts';
import { DAY_MS, SECOND_MS } from '../lib/durations.ts';

/** How long seconds are stored; an older period that begins or ends within a day covers that whole day. */
export const SECONDS_RETENTION_DAYS = 40;
const DEFAULT_DAYS = 30;
/** Points of one series: ten years of days. */
const MAX_POINTS = 3_700;

export interface PeriodError {
  propertyPath: string;
  message: string;
  code: string;
  understood: boolean;
}

/** What is read for a period: whole days, and the seconds before and after them. All ranges are half-open. */
export interface UsageSpan {
  firstDay: string;
  lastDay: string;
  head: { from: Date; to: Date };
  tail: { from: Date; to: Date };
}

export interface UsagePeriod {
  start: Date;
  end: Date;
  granularity: 'YEAR' | 'MONTH' | 'DAY';
  span: UsageSpan;
}

export interface PeriodQuery {
  startDate?: string;
  endDate?: string;
  granularity?: 'YEAR' | 'MONTH' | 'DAY';
}

/** The window that is covered: its ends by the contract, widened to what is stored exactly. */
export function parseUsagePeriod(
  query: PeriodQuery,
  now: Date,
): { period: UsagePeriod } | { faults: PeriodError[] } {
  const faults: PeriodError[] = [];
  const given = {
    startDate: parsePeriodMoment(query, 'startDate', faults),
    endDate: parsePeriodMoment(query, 'endDate', faults),
  };
  const { startDate, endDate } = given;
  const wished = endDate && new Date(endDate.at.getTime() + (endDate.wholeDay ? DAY_MS : 0));
  const end = wished === undefined || wished > now ? now : wished;
  const start = startDate?.at ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS);
  const broken = (propertyPath: string, message: string): void =>
    void faults.push({ propertyPath, message, code: 'out_of_range', understood: true });
  if (start > now) broken('startDate', 'May not lie in the future.');
  else if (start >= end) broken('startDate', 'Must lie before the end of the period.');
  const { granularity = 'DAY' } = query;
  const points = (end.getTime() - start.getTime()) / (DAY_MS * { DAY: 1, MONTH: 28, YEAR: 365 }[granularity]);
  if (points > MAX_POINTS) broken('startDate', `More than ${MAX_POINTS} points: take a wider granularity.`);
  return faults.length > 0 ? { faults } : { period: coverPeriod(start, end, now, granularity) };
}

function parsePeriodMoment(query: PeriodQuery, name: 'startDate' | 'endDate', faults: PeriodError[]) {
  const text = query[name];
  const moment = text === undefined ? undefined : parseDayOrMoment(text);
  if (text !== undefined && moment === undefined) {
    const message = 'Must be a date (2026-01-31) or a date and time (2026-01-31T10:00:00Z).';
    faults.push({ propertyPath: name, message, code: 'wrong_format', understood: false });
  }
  return moment;
}

const floorTo = (at: number, width: number): number => Math.floor(at / width) * width;
const ceilTo = (at: number, width: number): number => Math.ceil(at / width) * width;
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

function coverPeriod(
  start: Date,
  end: Date,
  now: Date,
  granularity: UsagePeriod['granularity'],
): UsagePeriod {
  const remembered = floorTo(now.getTime() - SECONDS_RETENTION_DAYS * DAY_MS, DAY_MS) + DAY_MS;
  const exact = (at: Date): boolean => at.getTime() >= remembered;
  const from = floorTo(start.getTime(), exact(start) ? SECOND_MS : DAY_MS);
  // There are no calls after now, so today is a whole day.
  const isNow = end.getTime() === now.getTime();
  const to = isNow
    ? ceilTo(end.getTime() + 1, DAY_MS)
    : ceilTo(end.getTime(), exact(end) ? SECOND_MS : DAY_MS);
  const [firstDay, lastDay] = [ceilTo(from, DAY_MS), floorTo(to, DAY_MS)];
  const wholeDays = firstDay <= lastDay;
  const head = { from: new Date(from), to: new Date(wholeDays ? firstDay : to) };
  const tail = { from: new Date(wholeDays ? lastDay : to), to: new Date(to) };
  return {
    start: new Date(from),
    end: isNow ? end : new Date(Math.min(to, now.getTime())),
    granularity,
    span: { firstDay: dayText(firstDay), lastDay: dayText(lastDay), head, tail },
  };
}
