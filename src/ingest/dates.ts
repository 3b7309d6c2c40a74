const ISO_TIME =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T, ]+(\d{1,2})[:h](\d{2})(?::(\d{2}))?)?$/;

/** Earlier years are how spreadsheets and databases write "none": 1899-12-30, 0001-01-01. */
const MIN_YEAR = 1900;
const MAX_YEAR = 2200;

interface Moment {
  readonly instant: number;
  /** The day as written, before the offset is applied. */
  readonly day: string;
}

/** A time without a zone is read as UTC. */
function parseMoment(text: string): Moment | undefined {
  const iso = ISO_TIME.exec(text);
  const [, day, month, year, hour, minute, second] = (iso === null ? DAY_FIRST.exec(text) : null) ?? [];
  const parts = iso === null ? [fullYear(year), month, day, hour, minute, second] : iso.slice(1, 7);
  const [y = Number.NaN, m = Number.NaN, d = Number.NaN, h = 0, min = 0, s = 0] = parts.map((part) =>
    part === undefined ? undefined : Number(part),
  );
  if (!(y >= MIN_YEAR && y <= MAX_YEAR && h < 24 && min < 60 && s < 60)) return undefined;
  const date = new Date(Date.UTC(y, m - 1, d));
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return undefined;
  const milliseconds = Number((iso?.[7] ?? '').padEnd(3, '0').slice(0, 3));
  const instant = Date.UTC(y, m - 1, d, h, min, s, milliseconds) - parseOffsetMs(iso?.[8]);
  return { instant, day: date.toISOString().slice(0, 10) };
}

const fullYear = (year: string | undefined): string | undefined => (year?.length === 2 ? `20${year}` : year);

function parseOffsetMs(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** A day as `YYYY-MM-DD`, from ISO 8601 or day first: "14/04/2003", "01.07.04". */
export const parseDate = (text: string): string | undefined => parseMoment(text.trim())?.day;

/** An instant in UTC with milliseconds. Portals write the Unix epoch for "unknown". */
export function parseFeedTimestamp(text: string): string | undefined {
  if (isCanonicalTimestamp(text)) return text;
  const instant = parseMoment(text.trim())?.instant;
  return instant === undefined || instant === 0 ? undefined : new Date(instant).toISOString();
}

const CANONICAL_TIMESTAMP = /^(?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Our own feeds are in this form already; recognising it takes half the time of parsing. */
function isCanonicalTimestamp(text: string): boolean {
  if (!CANONICAL_TIMESTAMP.test(text)) return false;
  const instant = Date.parse(text);
  return instant !== 0 && !Number.isNaN(instant) && new Date(instant).toISOString() === text;
}
