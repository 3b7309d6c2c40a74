import type { Filter } from '../../../catalogue/filters/kinds.ts';
import { columnsOf } from '../../../catalogue/filters.ts';
import { columnAt } from '../../../criteria/columns.ts';
import { Below } from './below.ts';
import { type Bits, bitsFor, hasBit, setBit } from './bits.ts';
import type { DocumentFile } from './document-file.ts';
import { KeptBits } from './kept-bits.ts';
import type { Coded, KeptColumn, Words } from './kept-columns.ts';
import { rowOf, type Segment } from './segment.ts';

/** Bits of each cell are kept for columns with no more different ones than this. */
const FEW_CELLS = 64;

/** A segment in use: which of its rows still stand, and what was worked out from it when it was first asked for. */
export class OpenSegment {
  readonly segment: Segment;
  readonly documents: DocumentFile | undefined;
  readonly dead: Bits;
  deadCount = 0;
  /** All clear but while rows are put in order. */
  readonly scratch: Bits;
  readonly #codeNumbers: ReadonlyMap<string, number>;
  readonly #wordNumbers = new Map<Words, ReadonlyMap<string, number>>();
  readonly #bits: KeptBits;
  readonly #below = new Map<string, Below>();
  readonly #keeps = new Map<Filter, boolean>();

  constructor(segment: Segment, documents?: DocumentFile) {
    this.segment = segment;
    this.documents = documents;
    this.dead = bitsFor(segment.count);
    this.scratch = bitsFor(segment.count);
    this.#bits = new KeptBits(segment.count);
    this.#codeNumbers = new Map(segment.codes.map((code, number) => [code, number]));
    for (const column of Object.values(segment.columns))
      if (column.form === 'words')
        this.#wordNumbers.set(column, new Map(column.vocabulary.map((word, number) => [word, number])));
  }

  /** The row is no longer what the store says of its property. */
  bury(id: string): void {
    const row = rowOf(this.segment, id);
    if (row === undefined || hasBit(this.dead, row)) return;
    setBit(this.dead, row);
    this.deadCount += 1;
  }

  /** The row of a property that still stands here. */
  living(id: string): number | undefined {
    const row = rowOf(this.segment, id);
    return row === undefined || hasBit(this.dead, row) ? undefined : row;
  }

  numberOfCode = (code: string): number | undefined => this.#codeNumbers.get(code);

  numberOfWord = (column: Words, word: string): number | undefined =>
    this.#wordNumbers.get(column)?.get(word);

  coded(name: string): Coded {
    const column = this.segment.columns[name];
    if (column?.form !== 'coded') throw new Error(`${name} is not kept in codes`);
    return column;
  }

  column(name: string): KeptColumn {
    const column = this.segment.columns[name];
    if (column === undefined) throw new Error(`${name} is not kept`);
    return column;
  }

  /** Whether all is kept that a filter asks for. */
  keeps(filter: Filter): boolean {
    let keeps = this.#keeps.get(filter);
    if (keeps === undefined) {
      keeps = columnsOf(filter).every((name) => this.segment.columns[name] !== undefined);
      this.#keeps.set(filter, keeps);
    }
    return keeps;
  }

  /** Whether bits are kept of each of its cells. */
  hasFewCells = (name: string): boolean => this.coded(name).cells.length <= FEW_CELLS;

  /** The rows that have a cell; of a section, that have a publisher, listing or change with it. A millisecond, once. */
  bitsOfCell(name: string, code: number): Bits {
    return this.#bits.of(`${name} ${code}`, (bits) => {
      const { codes } = this.coded(name);
      const { count, subjects } = this.segment;
      const starts = subjects[columnAt(name).column.judged];
      for (let row = 0; row < count; row += 1) {
        const [from, to] = starts ? [starts[row] as number, starts[row + 1] as number] : [row, row + 1];
        for (let at = from; at < to; at += 1) if (codes[at] === code) setBit(bits, row);
      }
    });
  }

  /** The rows that have a bit of a mask. */
  bitsOfMask(name: string, bit: number): Bits {
    return this.#bits.of(`${name} ${bit}`, (bits) => {
      const column = this.column(name);
      if (column.form !== 'masks') throw new Error(`${name} is no mask`);
      const { values } = column;
      for (let row = 0; row < values.length; row += 1)
        if (((values[row] as number) >>> bit) & 1) setBit(bits, row);
    });
  }

  belowOf(name: string): Below {
    const known = this.#below.get(name);
    if (known !== undefined) return known;
    const column = this.column(name);
    if (column.form !== 'figures') throw new Error(`${name} holds no figures`);
    const below = new Below(column.values, name, this.#bits);
    this.#below.set(name, below);
    return below;
  }
}
