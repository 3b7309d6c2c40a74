import type { FilterScope } from '../../../catalogue/filters/kinds.ts';
import type { SortField } from '../../../catalogue/service-vocabularies.ts';
import type { SearchRow } from '../../../criteria/search-row.ts';
import { partitionPoint } from '../../../lib/lower-bound.ts';
import type { DocumentOffsets } from './document-file.ts';
import type { IndexedColumn } from './indexed-columns.ts';
import type { PostingLists } from './posting-lists.ts';

/** All rows by ascending key, ties by ascending id; rows without a key are at the end. */
export interface RowPermutation {
  readonly rows: Uint32Array;
  /** How many rows have a key. */
  readonly known: number;
}

/**
 * An immutable segment of properties, all visible or all hidden, newest first. It consists of plain values and
 * typed arrays over shared memory, so it passes between threads without a copy and is written to a file as it is.
 */
export interface Segment {
  readonly count: number;
  /** Its properties are off the market or price-incoherent. */
  readonly isHidden: boolean;
  /** Four words a row. */
  readonly ids: Uint32Array;
  /** Rows sorted by id. */
  readonly byId: Uint32Array;
  /** The content clock in microseconds, descending. */
  readonly moments: Float64Array;
  /** Since when each row has its position, in microseconds. */
  readonly positionedAt: Float64Array;
  readonly columns: Readonly<Record<string, IndexedColumn>>;
  /** The offset of each row's first publisher, listing or change in the columns of that scope. */
  readonly subjects: Readonly<Partial<Record<FilterScope, Uint32Array>>>;
  /** Division codes; `divisions` uses their indexes. */
  readonly codes: readonly string[];
  /** By division, transaction and type. */
  readonly divisions: PostingLists;
  /** By grid cell, transaction and type. */
  readonly gridCells: PostingLists;
  /** By sort field. Rows themselves are in the order of UPDATED_AT. */
  readonly permutations: Readonly<Partial<Record<SortField, RowPermutation>>>;
  /** The offsets of its documents, if they were stored. */
  readonly documents?: DocumentOffsets;
}

/** A row as read from the store, before it is part of a segment. */
export interface IndexRow {
  readonly id: string;
  readonly moment: number;
  readonly positionedAt: number;
  readonly cells: SearchRow;
  /** The serialized flat result; absent when the property has none or is hidden. */
  readonly document?: string | undefined;
}

const DIGITS = Buffer.from('0123456789abcdef');
/** The offset of each byte of an id in its text. */
const BYTE_OFFSETS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const text = Buffer.from('00000000-0000-0000-0000-000000000000');

/**
 * Every answer has ten ids: formatting digit by digit took a third of a small search, and concatenated strings
 * hash slowly.
 */
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
  const { byId, count } = segment;
  const at = partitionPoint(0, count, (middle) => compareId(segment, byId[middle] as number, words) < 0);
  const row = byId[at];
  return row !== undefined && at < count && compareId(segment, row, words) === 0 ? row : undefined;
}

/** The first row after a position, newest first, ties by descending id. */
export function rowAfter(segment: Segment, moment: number, id: string): number {
  const words = idWords(id);
  return partitionPoint(0, segment.count, (row) => {
    const at = segment.moments[row] as number;
    return at > moment || (at === moment && compareId(segment, row, words) >= 0);
  });
}

/** The first row whose moment is below this one. */
export const rowBefore = ({ moments, count }: Segment, moment: number): number =>
  partitionPoint(0, count, (row) => (moments[row] as number) >= moment);
