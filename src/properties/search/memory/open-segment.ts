import type { Filter } from '../../../catalogue/filters/kinds.ts';
import { columnsOf } from '../../../catalogue/filters.ts';
import { columnAt } from '../../../criteria/columns.ts';
import { type Bitmap, createBitmap, hasBit, setBit } from './bitmap.ts';
import { BitmapCache } from './bitmap-cache.ts';
import type { DocumentFile } from './document-file.ts';
import type { DictionaryColumn, IndexedColumn, TextColumn } from './indexed-columns.ts';
import { QuantileBitmaps } from './quantile-bitmaps.ts';
import { findRow, type Segment } from './segment.ts';

/** Bits of each cell are kept for columns with no more different ones than this. */
const MAX_BITMAP_CELLS = 64;

/** A segment in use: which of its rows still stand, and what was worked out from it when it was first asked for. */
export class OpenSegment {
  readonly segment: Segment;
  readonly documents: DocumentFile | undefined;
  readonly tombstones: Bitmap;
  tombstoneCount = 0;
  /** All clear but while rows are put in order. */
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
      if (column.form === 'words')
        this.#wordNumbers.set(column, new Map(column.vocabulary.map((word, number) => [word, number])));
  }

  /** The row is no longer what the store says of its property. */
  addTombstone(id: string): void {
    const row = findRow(this.segment, id);
    if (row === undefined || hasBit(this.tombstones, row)) return;
    setBit(this.tombstones, row);
    this.tombstoneCount += 1;
  }

  /** The row of a property that still stands here. */
  findLiveRow(id: string): number | undefined {
    const row = findRow(this.segment, id);
    return row === undefined || hasBit(this.tombstones, row) ? undefined : row;
  }

  numberOfCode = (code: string): number | undefined => this.#codeNumbers.get(code);

  numberOfWord = (column: TextColumn, word: string): number | undefined =>
    this.#wordNumbers.get(column)?.get(word);

  dictionaryColumn(name: string): DictionaryColumn {
    const column = this.segment.columns[name];
    if (column?.form !== 'coded') throw new Error(`${name} is not kept in codes`);
    return column;
  }

  column(name: string): IndexedColumn {
    const column = this.segment.columns[name];
    if (column === undefined) throw new Error(`${name} is not kept`);
    return column;
  }

  /** Whether all is kept that a filter asks for. */
  supports(filter: Filter): boolean {
    let keeps = this.#supported.get(filter);
    if (keeps === undefined) {
      keeps = columnsOf(filter).every((name) => this.segment.columns[name] !== undefined);
      this.#supported.set(filter, keeps);
    }
    return keeps;
  }

  /** Whether bits are kept of each of its cells. */
  hasFewCells = (name: string): boolean => this.dictionaryColumn(name).cells.length <= MAX_BITMAP_CELLS;

  /** The rows that have a cell; of a section, that have a publisher, listing or change with it. A millisecond, once. */
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

  /** The rows that have a bit of a mask. */
  maskBitmap(name: string, bit: number): Bitmap {
    return this.#bitmaps.getOrBuild(`${name} ${bit}`, (bits) => {
      const column = this.column(name);
      if (column.form !== 'masks') throw new Error(`${name} is no mask`);
      const { values } = column;
      for (let row = 0; row < values.length; row += 1)
        if (((values[row] as number) >>> bit) & 1) setBit(bits, row);
    });
  }

  quantileBitmaps(name: string): QuantileBitmaps {
    const known = this.#quantiles.get(name);
    if (known !== undefined) return known;
    const column = this.column(name);
    if (column.form !== 'figures') throw new Error(`${name} holds no figures`);
    const below = new QuantileBitmaps(column.values, name, this.#bitmaps);
    this.#quantiles.set(name, below);
    return below;
  }
}
