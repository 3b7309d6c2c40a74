import type { FilterScope } from '../../../catalogue/filters/kinds.ts';
import type { SearchRow } from '../../../criteria/search-row.ts';
import type { DocumentOffsets } from './document-file.ts';
import type { IndexedColumn } from './indexed-columns.ts';
import type { PostingLists } from './posting-lists.ts';

/**
 * Properties on the market as they stood at some moment, newest first, never changed afterwards. Plain values and typed arrays over
 * shared memory: it goes from thread to thread without a copy, and into a file as it is.
 */
export interface Segment {
  readonly count: number;
  /** Four numbers a row. */
  readonly ids: Uint32Array;
  /** Rows in the order of their ids. */
  readonly byId: Uint32Array;
  /** The content clock in microseconds, falling. */
  readonly moments: Float64Array;
  /** Since when each row has stood where it stands, in microseconds. */
  readonly placed: Float64Array;
  readonly columns: Readonly<Record<string, IndexedColumn>>;
  /** Where the publishers, listings or changes of each row begin in the columns that are theirs. */
  readonly subjects: Readonly<Partial<Record<FilterScope, Uint32Array>>>;
  /** Codes of divisions, by which `divisions` is numbered. */
  readonly codes: readonly string[];
  /** By division, transaction and type. */
  readonly divisions: PostingLists;
  /** By square of the map, transaction and type. */
  readonly gridCells: PostingLists;
  /** Where the documents of its rows are, if they were kept. */
  readonly documents?: DocumentOffsets;
}

/** A row as it is read from the store, or waits to be put into a segment. */
export interface IndexRow {
  readonly id: string;
  readonly moment: number;
  readonly placed: number;
  readonly cells: SearchRow;
  /** The flat result, written; none where there is no such property. */
  readonly document?: string | undefined;
}

const DIGITS = Buffer.from('0123456789abcdef');
/** Where each byte of an id stands in its text, and the text but for its digits. */
const BYTE_OFFSETS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const text = Buffer.from('00000000-0000-0000-0000-000000000000');

/** Ten of them stand in every answer: digits one by one took a third of a small search, and parts put together are hashed slowly. */
export function idAt({ ids }: Segment, row: number): string {
  for (let byte = 0; byte < 16; byte += 1) {
    const value = ((ids[row * 4 + (byte >>> 2)] as number) >>> (24 - 8 * (byte & 3))) & 0xff;
    const offset = BYTE_OFFSETS[byte] as number;
    text[offset] = DIGITS[value >>> 4] as number;
    text[offset + 1] = DIGITS[value & 15] as number;
  }
  return text.toString('latin1');
}

export type IdWords = readonly [number, number, number, number];

export function idWords(id: string): IdWords {
  const digits = id.replaceAll('-', '');
  const word = (at: number): number => Number.parseInt(digits.slice(at, at + 8), 16);
  return [word(0), word(8), word(16), word(24)];
}

export function compareId({ ids }: Segment, row: number, words: IdWords): number {
  for (let step = 0; step < 4; step += 1) {
    const difference = (ids[row * 4 + step] as number) - (words[step] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function findRow(segment: Segment, id: string): number | undefined {
  const words = idWords(id);
  let [low, high] = [0, segment.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareId(segment, segment.byId[middle] as number, words) < 0) low = middle + 1;
    else high = middle;
  }
  const row = segment.byId[low];
  return row !== undefined && low < segment.count && compareId(segment, row, words) === 0 ? row : undefined;
}

/** The first row that comes after a place in the order, newest first and of equals the greater id first. */
export function rowAfter(segment: Segment, moment: number, id: string): number {
  const words = idWords(id);
  let [low, high] = [0, segment.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = segment.moments[middle] as number;
    const isAfter = at < moment || (at === moment && compareId(segment, middle, words) < 0);
    if (isAfter) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first row whose moment is below this one. */
export function rowBefore({ moments, count }: Segment, moment: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle] as number) < moment) high = middle;
    else low = middle + 1;
  }
  return low;
}
