import { GrowableArray } from '../../../criteria/index/growable-array.ts';
import type { Cell } from '../../../criteria/search-row.ts';
import { type IndexedColumn, MAX_WORDS } from './indexed-columns.ts';
import { allocateShared, buildPostingLists } from './posting-lists.ts';

/** Receives the cells of one column in row order. */
export interface ColumnBuilder {
  add(cell: Cell): void;
  /** Undefined when the column has too many distinct cells to index. */
  finish(): IndexedColumn | undefined;
}

function numericBuilder(): ColumnBuilder {
  const values = new GrowableArray(new Float64Array(0));
  let isNarrow = true;
  return {
    add(cell) {
      const value = (cell as number | null) ?? NaN;
      if (isNarrow && !Object.is(Math.fround(value), value)) isNarrow = false;
      values.push(value);
    },
    finish() {
      const own = isNarrow
        ? new Float32Array(allocateShared(4 * values.length))
        : new Float64Array(allocateShared(8 * values.length));
      own.set(values.array.subarray(0, values.length));
      return { form: 'numeric', values: own };
    },
  };
}

function bitmaskBuilder(): ColumnBuilder {
  const values = new GrowableArray(new Int32Array(0));
  return {
    add: (cell) => void values.push(cell as number),
    finish() {
      const own = new Int32Array(allocateShared(4 * values.length));
      own.set(values.array.subarray(0, values.length));
      return { form: 'bitmask', values: own };
    },
  };
}

/** A column with more distinct cells, such as the references of publishers, is left to SQL. */
const MAX_DISTINCT_CELLS = 250_000;

function narrowCodes(
  numbers: GrowableArray<Uint32Array>,
  largest: number,
): Uint8Array | Uint16Array | Uint32Array {
  const { length } = numbers;
  const own =
    largest < 2 ** 8
      ? new Uint8Array(allocateShared(length))
      : largest < 2 ** 16
        ? new Uint16Array(allocateShared(2 * length))
        : new Uint32Array(allocateShared(4 * length));
  own.set(numbers.array.subarray(0, length));
  return own;
}

function dictionaryBuilder(maxCells = MAX_DISTINCT_CELLS): ColumnBuilder {
  const cells: Cell[] = [null];
  const numbers = new Map<string | boolean, number>();
  const codes = new GrowableArray(new Uint32Array(0));
  return {
    add(cell) {
      if (cell === null || cells.length > maxCells) {
        codes.push(0);
        return;
      }
      const key = typeof cell === 'object' ? JSON.stringify(cell) : (cell as string | boolean);
      let code = numbers.get(key);
      if (code === undefined) {
        code = cells.push(cell) - 1;
        numbers.set(key, code);
      }
      codes.push(code);
    },
    finish() {
      if (cells.length > maxCells) return undefined;
      return { form: 'dictionary', cells, codes: narrowCodes(codes, cells.length) };
    },
  };
}

/** Separates texts: no phrase begins or ends with it. */
const TEXT_SEPARATOR = '.';

function textBuilder(): ColumnBuilder {
  const vocabulary: string[] = [TEXT_SEPARATOR];
  const numbers = new Map([[TEXT_SEPARATOR, 0]]);
  const all = new GrowableArray(new Uint32Array(0));
  const starts = new GrowableArray(new Uint32Array(0));
  starts.push(0);
  return {
    add(cell) {
      for (const word of cell === null ? [] : (cell as string).split(' ')) {
        let number = numbers.get(word);
        if (number === undefined) {
          number = vocabulary.push(word) - 1;
          numbers.set(word, number);
        }
        all.push(number);
      }
      starts.push(all.length);
    },
    finish() {
      const own = narrowCodes(all, vocabulary.length);
      const bounds = new Uint32Array(allocateShared(4 * starts.length));
      bounds.set(starts.array.subarray(0, starts.length));
      const wordPairs = buildPostingLists((add) => {
        for (let row = 0; row + 1 < bounds.length; row += 1) {
          const end = (bounds[row + 1] as number) - 1;
          for (let at = bounds[row] as number; at < end; at += 1) {
            const first = own[at] as number;
            if (first !== 0) add(first * MAX_WORDS + (own[at + 1] as number), row);
          }
        }
      });
      return { form: 'text', vocabulary, starts: bounds, words: own, wordPairs };
    },
  };
}

export const columnBuilders: Readonly<Record<IndexedColumn['form'], (maxCells?: number) => ColumnBuilder>> = {
  numeric: numericBuilder,
  bitmask: bitmaskBuilder,
  dictionary: dictionaryBuilder,
  text: textBuilder,
};
