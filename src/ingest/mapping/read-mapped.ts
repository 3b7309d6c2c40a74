import type { FeedParseContext, FeedRecord } from '../formats/format.ts';
import { toFeedRecord } from '../formats/format.ts';
import { type MutableJsonObject, setAtPath } from '../normalise/map-claims.ts';
import { type IgnoredField, ignoredField } from '../parse-notes.ts';
import type { PayloadDraft } from '../payload.ts';
import { BrokenFeed } from '../reading/broken-feed.ts';
import { readCsvRows } from '../reading/csv.ts';
import { scanJsonRecords } from '../reading/json.ts';
import { peekText } from '../reading/peek.ts';
import type { FeedMapping, MappedField } from './mapping.ts';

type Json = Readonly<Record<string, unknown>>;

/** A record of the file, with what no field of the mapping reads. */
interface ForeignRecord {
  readonly line: number;
  readonly value: Json;
}

/** Reads a foreign file by its mapping: the records become those of any other format. */
export async function* readMapped(
  text: AsyncIterable<string>,
  mapping: FeedMapping,
  feed: FeedParseContext,
): AsyncGenerator<FeedRecord> {
  const reader = new RecordReader(mapping);
  for await (const record of readForeign(text, mapping)) {
    if ('fault' in record) yield record;
    else yield reader.read(record, feed);
  }
}

const readForeign = (
  text: AsyncIterable<string>,
  mapping: FeedMapping,
): AsyncGenerator<ForeignRecord | { line: number; fault: string }> =>
  mapping.format === 'csv' ? readTable(text, mapping) : readDocument(text, mapping);

const SEPARATORS = [';', ',', '\t', '|'];

/** The separator that the first line has most often. */
const findSeparator = (head: string): string => {
  const [first = ''] = head.split('\n', 1);
  const count = (separator: string): number => first.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0] ?? ',';
};

async function* readTable(
  text: AsyncIterable<string>,
  mapping: FeedMapping,
): AsyncGenerator<ForeignRecord | { line: number; fault: string }> {
  const { head, whole } = await peekText(text);
  let columns: readonly string[] | undefined;
  for await (const { cells, fault, line } of readCsvRows(whole, mapping.separator ?? findSeparator(head))) {
    if (cells === undefined) yield { line, fault: fault ?? 'not a row' };
    else if (columns === undefined) columns = checkColumns(cells, mapping);
    else if (cells.length > columns.length)
      yield { line, fault: `${cells.length} cells, but ${columns.length} columns` };
    else yield { line, value: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])) };
  }
}

/** A column that the mapping names and the file lacks is a fault of the whole file: nothing goes in half read. */
function checkColumns(cells: readonly string[], mapping: FeedMapping): readonly string[] {
  const columns = cells.map((cell) => cell.replace(/^\ufeff/, '').trim());
  const missing = namedColumns(mapping).filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw new BrokenFeed(`the file has no column ${missing.map((name) => `"${name}"`).join(', ')}`, 1);
  return columns;
}

const namedColumns = ({ url, key, expired, fields }: FeedMapping): string[] => [
  ...new Set([
    ...[url, key, ...fields.values()].flatMap((field) => field?.from ?? []),
    ...(expired === undefined ? [] : [expired.from]),
  ]),
];

async function* readDocument(
  text: AsyncIterable<string>,
  { records }: FeedMapping,
): AsyncGenerator<ForeignRecord | { line: number; fault: string }> {
  for await (const { value, fault, line } of scanJsonRecords(text, records === undefined ? [] : [records])) {
    if (value === undefined) yield { line, fault: fault ?? 'not an object' };
    else yield { line, value };
  }
}

class RecordReader {
  readonly #mapping: FeedMapping;
  readonly #used: ReadonlySet<string>;

  constructor(mapping: FeedMapping) {
    this.#mapping = mapping;
    // Of a pointer the first step counts as used, with everything below it.
    this.#used = new Set([...namedColumns(mapping).map(firstStep), ...mapping.ignore]);
  }

  read({ line, value }: ForeignRecord, feed: FeedParseContext): FeedRecord {
    const { url, key, expired, fields } = this.#mapping;
    const isGone = expired?.in.includes(String(valueAt(value, expired.from) ?? '').trim()) === true;
    const draft: MutableJsonObject = {};
    for (const [path, field] of fields) {
      const mapped = readMappedValue(value, field);
      if (mapped !== undefined) setAtPath(draft, path.split('.'), mapped);
    }
    const payload = draft as PayloadDraft;
    const record = toFeedRecord(
      {
        line,
        // As an observation of our own, so that it can be read again without the mapping.
        raw: { payload, record: value },
        url: toText(url === undefined ? undefined : readMappedValue(value, url)),
        key: toText(key === undefined ? undefined : readMappedValue(value, key)),
        payload: isGone ? undefined : payload,
      },
      feed,
    );
    return { ...record, ignored: this.#unmapped(value) };
  }

  #unmapped(value: Json): IgnoredField[] {
    return Object.entries(value).flatMap(([name, content]) =>
      this.#used.has(name) || isEmpty(content) ? [] : [ignoredField(name, 'unknown member', content)],
    );
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const firstStep = (from: string): string =>
  from.startsWith('/') ? unescapeStep(from.slice(1).split('/')[0] ?? '') : from;

const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** A column, a member, or a JSON pointer (RFC 6901). */
function valueAt(record: Json, from: string): unknown {
  if (!from.startsWith('/')) return record[from];
  let at: unknown = record;
  for (const step of from.slice(1).split('/').map(unescapeStep)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Json)[step];
  }
  return at;
}

function readMappedValue(record: Json, { from, value, values, split }: MappedField): unknown {
  if (value !== undefined) return value;
  if (Array.isArray(from)) {
    const several = from.map((one) => valueAt(record, one));
    return several.every(isEmpty) ? undefined : several;
  }
  const found = valueAt(record, from as string);
  if (isEmpty(found)) return undefined;
  const translate = (one: unknown): unknown => values?.[String(one).trim()] ?? one;
  if (split === undefined || typeof found !== 'string')
    return Array.isArray(found) ? found.map(translate) : translate(found);
  const parts = found.split(split).map((part) => part.trim());
  return parts.filter((part) => part !== '').map(translate);
}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
