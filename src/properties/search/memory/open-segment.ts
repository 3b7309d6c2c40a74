import { columnAt } from '../../../criteria/columns.ts';
import { type Bits, bitsFor, hasBit, setBit } from './bits.ts';
import type { DocumentFile } from './document-file.ts';
import type { Coded, KeptColumn, Words } from './kept-columns.ts';
import { rowOf, type Segment } from './segment.ts';

/** Bits of each cell are kept for columns with no more different ones than this. */
export const FEW_CELLS = 64;

/** A segment in use: which of its rows still stand, and what was worked out from it when it was first asked for. */
export class OpenSegment {
  readonly segment: Segment;
  readonly documents: DocumentFile | undefined;
  readonly dead: Bits;
  deadCount = 0;
  readonly #codeNumbers: ReadonlyMap<string, number>;
  readonly #wordNumbers = new Map<Words, ReadonlyMap<string, number>>();
  readonly #bits = new Map<string, readonly Bits[]>();

  constructor(segment: Segment, documents?: DocumentFile) {
    this.segment = segment;
    this.documents = documents;
    this.dead = bitsFor(segment.count);
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

  /** For each cell of a column the rows that have it; of a section, that have a publisher, listing or change with it. */
  bitsOfCells(name: string): readonly Bits[] | undefined {
    const { cells, codes } = this.coded(name);
    if (cells.length > FEW_CELLS) return undefined;
    return this.#kept(name, () => {
      const bits = cells.map(() => bitsFor(this.segment.count));
      const starts = this.segment.subjects[columnAt(name).column.judged];
      for (let row = 0; row < this.segment.count; row += 1) {
        const [from, to] = starts ? [starts[row] as number, starts[row + 1] as number] : [row, row + 1];
        for (let at = from; at < to; at += 1) setBit(bits[codes[at] as number] as Bits, row);
      }
      return bits;
    });
  }

  /** For each bit of a mask the rows that have it. */
  bitsOfMask(name: string): readonly Bits[] {
    return this.#kept(name, () => {
      const column = this.column(name);
      if (column.form !== 'masks') throw new Error(`${name} is no mask`);
      const bits = Array.from({ length: 31 }, () => bitsFor(this.segment.count));
      for (let row = 0; row < this.segment.count; row += 1)
        for (let mask = column.values[row] as number; mask !== 0; mask &= mask - 1)
          setBit(bits[31 - Math.clz32(mask & -mask)] as Bits, row);
      return bits;
    });
  }

  #kept(name: string, make: () => readonly Bits[]): readonly Bits[] {
    const known = this.#bits.get(name) ?? make();
    this.#bits.set(name, known);
    return known;
  }
}
