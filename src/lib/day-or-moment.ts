import { parseDateTimeOrDate } from './moment.ts';

/** A moment from a query parameter; a bare date means the whole day, in UTC. */
export interface DayOrMoment {
  at: Date;
  wholeDay: boolean;
}

/**
 * Seconds and offset may be left out: then it is the full minute, and UTC. A plus sent bare in a query string arrives
 * as a space.
 */
const LENIENT_FORMAT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(?:(Z)|([+ -])(\d{2}:?\d{2}))?$/i;

/** ISO 8601: a date, or a date and a time. Undefined for anything else, the 31st of February too. */
export function parseDayOrMoment(text: string): DayOrMoment | undefined {
  const [, date, time, seconds = ':00', , sign, offset] = LENIENT_FORMAT.exec(text) ?? [];
  const shift = offset === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${offset}`;
  const at = parseDateTimeOrDate(date === undefined ? text : `${date}T${time}${seconds}${shift}`);
  return at && { at, wholeDay: /^\d{4}-\d{2}-\d{2}$/.test(text) };
}
