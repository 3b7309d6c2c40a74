/** A moment as answers tell it: ISO 8601 in UTC with its offset, milliseconds only where there are any. */
export function formatTimestamp(moment: Date): string {
  const at = moment.getTime();
  let told = cachedTimestamps.get(at);
  if (told !== undefined) return told;
  const text = moment.toISOString();
  told = `${text.slice(0, text.endsWith('.000Z') ? -5 : -1)}+00:00`;
  if (cachedTimestamps.size >= MAX_CACHED_TIMESTAMPS) cachedTimestamps.clear();
  cachedTimestamps.set(at, told);
  return told;
}

/** The moments of a listing are told again with each change of its property; a date takes a microsecond to write. */
const MAX_CACHED_TIMESTAMPS = 2_048;
const cachedTimestamps = new Map<number, string>();

const RFC_3339 =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[Tt](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?(?:[Zz]|(?<sign>[+-])(?<offsetHour>\d\d):(?<offsetMinute>\d\d))$/;

/**
 * A timestamp of RFC 3339 in milliseconds; undefined for anything else. Own grammar, since Date takes 31 February for 3 March and a time
 * without a zone for a local one. What is finer than a millisecond is rounded up: moments are kept in whole ones, and comparing with
 * the next gives the same answer. A leap second counts as the first second after it.
 */
export function parseRfc3339(text: string): number | undefined {
  const groups = RFC_3339.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const part = (name: string): number => Number(groups[name] ?? 0);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  const isDay =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (year < 1 || !isDay || part('hour') > 23 || part('minute') > 59 || part('second') > 60) return undefined;
  if (part('offsetHour') > 23 || part('offsetMinute') > 59) return undefined;
  const offset = (part('offsetHour') * 60 + part('offsetMinute')) * (groups['sign'] === '-' ? -1 : 1);
  const milliseconds = Math.ceil(Number(`0.${groups['fraction'] ?? '0'}`) * 1_000);
  const utc = new Date(0).setUTCFullYear(year, month - 1, day);
  return utc + ((part('hour') * 60 + part('minute') - offset) * 60 + part('second')) * 1_000 + milliseconds;
}
