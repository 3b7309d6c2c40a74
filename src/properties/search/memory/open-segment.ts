import type { Filter, FilterScope } from '../../../catalogue/filters/kinds.ts';
import { columnsOf } from '../../../catalogue/filters.ts';
import type { SortField } from '../../../catalogue/service-vocabularies.ts';
import { columnAt } from '../../../criteria/columns.ts';
import type { SearchRow } from '../../../criteria/search-row.ts';
import { partitionPoint } from '../../../lib/lower-bound.ts';
import { type Bitmap, BitmapCache, createBitmap, hasBit, setBit } from './bitmap-cache.ts';
import type { DocumentFile, DocumentOffsets } from './document-file.ts';
import type { DictionaryColumn, IndexedColumn, NumericColumn, TextColumn } from './indexed-columns.ts';
import type { MapCells } from './map-cells.ts';
import type { PostingLists } from './posting-lists.ts';
import { QuantileBitmaps } from './quantile-bitmaps.ts';

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
  /** The memory it takes; dictionaries are estimated. */
  readonly bytes: number;
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
  readonly mapCells: MapCells;
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
  /** The packed flat result; absent when the property has none or is hidden. */
  readonly document?: Uint8Array | undefined;
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

type IdWords = readonly [number, number, number, number];

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

function findRow(segment: Segment, id: string): number | undefined {
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

/** Columns with more distinct cells get no bitmaps by cell. */
const MAX_BITMAP_CELLS = 64;

/** A segment in use: its tombstones, and bitmaps built on first use. */
export class OpenSegment {
  readonly segment: Segment;
  readonly documents: DocumentFile | undefined;
  readonly tombstones: Bitmap;
  tombstoneCount = 0;
  /** All zero except while rows are sorted. */
  readonly scratch: Bitmap;
  readonly #numbers = new Map<readonly string[], ReadonlyMap<string, number>>();
  readonly #bitmaps: BitmapCache;
  readonly #quantiles = new Map<string, QuantileBitmaps>();
  readonly #supported = new Map<Filter, boolean>();

  constructor(segment: Segment, documents?: DocumentFile) {
    this.segment = segment;
    this.documents = documents;
    this.tombstones = createBitmap(segment.count);
    this.scratch = createBitmap(segment.count);
    this.#bitmaps = new BitmapCache(segment.count);
  }

  /** Marks the row of a property as outdated. */
  addTombstone(id: string): void {
    const row = findRow(this.segment, id);
    if (row === undefined || hasBit(this.tombstones, row)) return;
    setBit(this.tombstones, row);
    this.tombstoneCount += 1;
  }

  /** The row of a property, unless it has a tombstone. */
  findLiveRow(id: string): number | undefined {
    const row = findRow(this.segment, id);
    return row === undefined || hasBit(this.tombstones, row) ? undefined : row;
  }

  numberOfCode = (code: string): number | undefined => this.#numbersIn(this.segment.codes).get(code);

  numberOfWord = ({ vocabulary }: TextColumn, word: string): number | undefined =>
    this.#numbersIn(vocabulary).get(word);

  /** Of each text its place in the list, made on first use: a start waits for the index. */
  #numbersIn(list: readonly string[]): ReadonlyMap<string, number> {
    const known = this.#numbers.get(list);
    if (known !== undefined) return known;
    const numbers = new Map(list.map((text, number) => [text, number]));
    this.#numbers.set(list, numbers);
    return numbers;
  }

  dictionaryColumn(name: string): DictionaryColumn {
    const column = this.segment.columns[name];
    if (column?.form !== 'dictionary') throw new Error(`${name} is not a dictionary column`);
    return column;
  }

  column(name: string): IndexedColumn {
    const column = this.segment.columns[name];
    if (column === undefined) throw new Error(`${name} is not indexed`);
    return column;
  }

  numericValues(name: string): NumericColumn['values'] {
    const column = this.column(name);
    if (column.form !== 'numeric') throw new Error(`${name} is not numeric`);
    return column.values;
  }

  /** Whether the segment has every column of the filter. */
  supports(filter: Filter): boolean {
    let supported = this.#supported.get(filter);
    if (supported === undefined) {
      supported = columnsOf(filter).every((name) => this.segment.columns[name] !== undefined);
      this.#supported.set(filter, supported);
    }
    return supported;
  }

  /** Whether bitmaps by cell are built for the column. */
  hasFewCells = (name: string): boolean => this.dictionaryColumn(name).cells.length <= MAX_BITMAP_CELLS;

  /**
   * The rows with a cell; for a scoped column, the rows with a publisher, listing or change that has it. Takes 1
   * ms, once.
   */
  cellBitmap(name: string, code: number): Bitmap {
    return this.#bitmaps.getOrBuild(`${name} ${code}`, (bits) => {
      const { codes } = this.dictionaryColumn(name);
      const { count, subjects } = this.segment;
      const starts = subjects[columnAt(name).column.scope];
      for (let row = 0; row < count; row += 1) {
        const [from, to] = starts ? [starts[row] as number, starts[row + 1] as number] : [row, row + 1];
        for (let at = from; at < to; at += 1) if (codes[at] === code) setBit(bits, row);
      }
    });
  }

  /** The rows with a bit of a mask set. */
  maskBitmap(name: string, bit: number): Bitmap {
    return this.#bitmaps.getOrBuild(`${name} ${bit}`, (bits) => {
      const column = this.column(name);
      if (column.form !== 'bitmask') throw new Error(`${name} is not a bitmask`);
      const { values } = column;
      for (let row = 0; row < values.length; row += 1)
        if (((values[row] as number) >>> bit) & 1) setBit(bits, row);
    });
  }

  /** A bitmap by a name that is unique in the segment. */
  cachedBitmap = (name: string, fill: (bits: Bitmap) => void): Bitmap => this.#bitmaps.getOrBuild(name, fill);

  quantileBitmaps(name: string): QuantileBitmaps {
    const known = this.#quantiles.get(name);
    if (known !== undefined) return known;
    const quantiles = new QuantileBitmaps(this.numericValues(name), name, this.#bitmaps);
    this.#quantiles.set(name, quantiles);
    return quantiles;
  }
}
