import { DAY_MS } from './durations.ts';

/** The hands of a clock: hours and minutes. */
export interface ClockTime {
  readonly hours: number;
  readonly minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      ...{
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      },
    });
    formats.set(timeZone, format);
  }
  return format;
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The local date and time as if they were UTC. */
function toLocal(moment: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The moment of a local date and time. In the hour that a clock skips it is the moment after the skip. */
function fromLocal(local: number, timeZone: string): Date {
  let moment = local;
  for (let step = 0; step < 2; step += 1) moment -= toLocal(new Date(moment), timeZone) - local;
  return new Date(moment);
}

/** The next moment, later than this one, at which local clocks show the time. */
export function nextClockTime(moment: Date, { hours, minutes }: ClockTime, timeZone: string): Date {
  const midnight = Math.floor(toLocal(moment, timeZone) / DAY_MS) * DAY_MS;
  for (let day = 0; ; day += 1) {
    const next = fromLocal(midnight + day * DAY_MS + (hours * 60 + minutes) * 60_000, timeZone);
    if (next > moment) return next;
  }
}

/** When the local day of a moment began. */
export const startOfLocalDay = (moment: Date, timeZone: string): Date =>
  fromLocal(Math.floor(toLocal(moment, timeZone) / DAY_MS) * DAY_MS, timeZone);

/** Minutes since local midnight. */
export const localMinutes = (moment: Date, timeZone: string): number =>
  Math.floor((toLocal(moment, timeZone) % DAY_MS) / 60_000);
