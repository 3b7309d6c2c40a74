const MOMENT_FORMAT =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):?(\d{2})))?$/i;
const LAST_OFFSET_HOUR = 14;

/**
 * A moment in a request: a date-time with its offset, or a bare date for 00:00 UTC. Own grammar, as `Date` accepts 31
 * February.
 */
export function parseDateTimeOrDate(text: string): Date | undefined {
  const found = MOMENT_FORMAT.exec(text);
  if (found === null) return undefined;
  const number = (at: number): number => Number(found[at] ?? 0);
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1;
  if (!isDay || hour > 23 || minute > 59 || second > 59) return undefined;
  const [offsetHours, offsetMinutes] = [number(9), number(10)];
  if (offsetHours > LAST_OFFSET_HOUR || offsetMinutes > 59) return undefined;
  date.setUTCHours(hour, minute, second, Number((found[7] ?? '').padEnd(3, '0').slice(0, 3)));
  const offset = (found[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  return new Date(date.getTime() - offset);
}
