import type { Node } from '../catalogue/nodes.ts';
import type { VocabularyName } from '../catalogue/vocabularies.ts';
import { truncateText } from '../lib/truncate-text.ts';
import { isHttpUrl } from '../lib/url.ts';
import { parseNumber } from './numbers.ts';
import { type ParseNotes, unstorableReason } from './parse-notes.ts';
import { ZERO_IS_UNKNOWN } from './payload.ts';
import { translateFlag, translateFloor, translateWord } from './translate.ts';

type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** Beyond any price or area. Text such as 1e400 parses to infinity. */
const MAX_NUMBER = 1e12;
/** The maximum of a PostgreSQL integer. */
const MAX_INTEGER = 2 ** 31 - 1;
/** Unix times in seconds are below until the year 5138, those in milliseconds above. */
const MIN_UNIX_MS = 1e11;

export function readTextValue(
  node: NodeOf<'text'>,
  value: unknown,
  path: string,
  notes: ParseNotes,
): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number')
    return notes.ignore(path, 'unknown value', value);
  const given = String(value).trim().toWellFormed();
  const fault = unstorableReason(given);
  if (fault !== undefined) return notes.reject(`${path} holds ${fault}`);
  const text = node.format === 'uri' ? withScheme(given) : given;
  if (text.length > (node.maxLength ?? Number.POSITIVE_INFINITY) && !CUT_WHEN_CLEANED.has(path)) {
    notes.ignore(path, 'too long', given);
    return node.ifLonger === 'cut' ? truncateText(text, node.maxLength ?? 0) : undefined;
  }
  if (!hasFormat(node, text)) return notes.ignore(path, 'unknown value', given);
  return text;
}

/** Texts with HTML: their length is checked after cleaning, in `parse-listing.ts`. */
const CUT_WHEN_CLEANED: ReadonlySet<string> = new Set(['title', 'description']);

const withScheme = (url: string): string =>
  url.replace(/^(?=www\.)/i, 'https://').replace(/^(?=\/\/[^/])/, 'https:');

function hasFormat({ format, pattern }: NodeOf<'text'>, text: string): boolean {
  if (format === 'uri') return isHttpUrl(text);
  if (format === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
  return pattern === undefined || compilePattern(pattern).test(text);
}

const patterns = new Map<string, RegExp>();

function compilePattern(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern);
  patterns.set(pattern, known);
  return known;
}

export function readNumberValue(
  node: NodeOf<'number'> | NodeOf<'integer'>,
  value: unknown,
  path: string,
  notes: ParseNotes,
): number | undefined {
  const number = toNumber(node, value, path);
  if (number === undefined) return notes.ignore(path, 'unknown value', value);
  if (!(Math.abs(number) <= MAX_NUMBER)) return notes.reject(`${path} is not a possible number`);
  const { minimum = -Infinity, maximum = Infinity } = node;
  const whole = node.kind === 'number' || (Number.isInteger(number) && Math.abs(number) <= MAX_INTEGER);
  if (!whole || number < minimum || number > maximum) return notes.ignore(path, 'out of range', value);
  return number === 0 && ZERO_IS_UNKNOWN.has(path) ? notes.ignore(path, 'out of range', value) : number;
}

function toNumber(
  node: NodeOf<'number'> | NodeOf<'integer'>,
  value: unknown,
  path: string,
): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (path === 'floor') return translateFloor(value);
  if (path === 'rooms' && /^\s*(?:studio|studette)\b/i.test(value)) return 1;
  return parseNumber(value, node.unitFrom === 'currency' || path === 'netPrice');
}

export function readFlagValue(value: unknown, path: string, notes: ParseNotes): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && value >= 0) return value > 0;
  const flag = typeof value === 'string' ? (translateFlag(value) ?? countToFlag(value)) : undefined;
  return flag ?? notes.ignore(path, 'unknown value', value);
}

/** "2" balconies are a balcony. */
function countToFlag(text: string): boolean | undefined {
  const number = parseNumber(text);
  return number === undefined || number < 0 ? undefined : number > 0;
}

export function readTimeValue(
  kind: 'date' | 'timestamp',
  value: unknown,
  path: string,
  notes: ParseNotes,
): string | undefined {
  const text = typeof value === 'number' ? fromUnixTime(value) : value;
  const time =
    typeof text !== 'string' ? undefined : kind === 'date' ? parseDate(text) : parseFeedTimestamp(text);
  return time ?? notes.ignore(path, 'unknown value', value);
}

function fromUnixTime(number: number): string | undefined {
  const date = new Date(Math.abs(number) < MIN_UNIX_MS ? number * 1000 : number);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export function readChoiceValue(
  node: NodeOf<'choice'>,
  value: unknown,
  path: string,
  notes: ParseNotes,
): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  const word =
    typeof text === 'string' ? translateWord(node.vocabulary.name as VocabularyName, text) : undefined;
  return word ?? notes.ignore(path, 'unknown value', value);
}

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

const CANONICAL_TIMESTAMP = /^(?:19|20|21)\d\d-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const EPOCH = new Date(0).toISOString();
const DAY_CHARS = EPOCH.indexOf('T');

/** Our own feeds are in this form already. */
const isCanonicalTimestamp = (text: string): boolean =>
  CANONICAL_TIMESTAMP.test(text) && text !== EPOCH && isDay(text.slice(0, DAY_CHARS));

/** Days that exist. A feed has few of them, and to parse one takes longer than all else of a timestamp. */
const knownDays = new Set<string>();
const MAX_KNOWN_DAYS = 10_000;

function isDay(text: string): boolean {
  if (knownDays.has(text)) return true;
  const instant = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(text)) return false;
  if (knownDays.size >= MAX_KNOWN_DAYS) knownDays.clear();
  knownDays.add(text);
  return true;
}
