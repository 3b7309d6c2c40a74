/** A moment as responses show it: ISO 8601 in UTC with its offset, milliseconds only if not zero. */
export function formatTimestamp(moment: Date): string {
  const at = moment.getTime();
  let text = cachedTimestamps.get(at);
  if (text !== undefined) return text;
  const iso = moment.toISOString();
  text = `${iso.slice(0, iso.endsWith('.000Z') ? -5 : -1)}+00:00`;
  if (cachedTimestamps.size >= MAX_CACHED_TIMESTAMPS) cachedTimestamps.clear();
  cachedTimestamps.set(at, text);
  return text;
}

/** The moments of a listing are formatted with each change of its property; formatting one takes a microsecond. */
const MAX_CACHED_TIMESTAMPS = 2_048;
const cachedTimestamps = new Map<number, string>();

const RFC_3339 =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[Tt](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?(?:[Zz]|(?<sign>[+-])(?<offsetHour>\d\d):(?<offsetMinute>\d\d))$/;

/**
 * A timestamp of RFC 3339 in milliseconds; undefined for anything else. Own grammar, since Date reads 31 February as 3
 * March and a time without a zone as local. Fractions of a millisecond are rounded up: stored moments are whole
 * milliseconds, so comparisons stay right. A leap second counts as the first second after it.
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
