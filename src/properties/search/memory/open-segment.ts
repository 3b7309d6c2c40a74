import type { Filter } from '../../../catalogue/filters/kinds.ts';
import { columnsOf } from '../../../catalogue/filters.ts';
import { columnAt } from '../../../criteria/columns.ts';
import { type Bitmap, createBitmap, hasBit, setBit } from './bitmap.ts';
import { BitmapCache } from './bitmap-cache.ts';
import type { DocumentFile } from './document-file.ts';
import type { DictionaryColumn, IndexedColumn, NumericColumn, TextColumn } from './indexed-columns.ts';
import { QuantileBitmaps } from './quantile-bitmaps.ts';
import { findRow, type Segment } from './segment.ts';

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
  readonly #codeNumbers: ReadonlyMap<string, number>;
  readonly #wordNumbers = new Map<TextColumn, ReadonlyMap<string, number>>();
  readonly #bitmaps: BitmapCache;
  readonly #quantiles = new Map<string, QuantileBitmaps>();
  readonly #supported = new Map<Filter, boolean>();

  constructor(segment: Segment, documents?: DocumentFile) {
    this.segment = segment;
    this.documents = documents;
    this.tombstones = createBitmap(segment.count);
    this.scratch = createBitmap(segment.count);
    this.#bitmaps = new BitmapCache(segment.count);
    this.#codeNumbers = new Map(segment.codes.map((code, number) => [code, number]));
    for (const column of Object.values(segment.columns))
      if (column.form === 'text')
        this.#wordNumbers.set(column, new Map(column.vocabulary.map((word, number) => [word, number])));
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

  numberOfCode = (code: string): number | undefined => this.#codeNumbers.get(code);

  numberOfWord = (column: TextColumn, word: string): number | undefined =>
    this.#wordNumbers.get(column)?.get(word);

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
