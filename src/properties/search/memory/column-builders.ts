import { Growing } from '../../../criteria/index/growing.ts';
import type { Cell } from '../../../criteria/readable.ts';
import { type KeptColumn, WORD_SPACE } from './kept-columns.ts';
import { listsOf, shared } from './lists.ts';

/** Takes the cells of a column one after another. */
export interface ColumnBuilder {
  add(cell: Cell): void;
  /** None when the column turned out not to be worth keeping. */
  finish(): KeptColumn | undefined;
}

function figures(): ColumnBuilder {
  const values = new Growing(new Float64Array(0));
  let isNarrow = true;
  return {
    add(cell) {
      const value = (cell as number | null) ?? NaN;
      if (isNarrow && !Object.is(Math.fround(value), value)) isNarrow = false;
      values.push(value);
    },
    finish() {
      const own = isNarrow
        ? new Float32Array(shared(4 * values.length))
        : new Float64Array(shared(8 * values.length));
      own.set(values.array.subarray(0, values.length));
      return { form: 'figures', values: own };
    },
  };
}

function masks(): ColumnBuilder {
  const values = new Growing(new Int32Array(0));
  return {
    add: (cell) => void values.push(cell as number),
    finish() {
      const own = new Int32Array(shared(4 * values.length));
      own.set(values.array.subarray(0, values.length));
      return { form: 'masks', values: own };
    },
  };
}

/** A column with more different cells than this, such as the references of publishers, is left to SQL. */
const MAX_DISTINCT_CELLS = 250_000;

function narrowed(numbers: Growing<Uint32Array>, largest: number): Uint8Array | Uint16Array | Uint32Array {
  const { length } = numbers;
  const own =
    largest < 2 ** 8
      ? new Uint8Array(shared(length))
      : largest < 2 ** 16
        ? new Uint16Array(shared(2 * length))
        : new Uint32Array(shared(4 * length));
  own.set(numbers.array.subarray(0, length));
  return own;
}

function coded(mostCells = MAX_DISTINCT_CELLS): ColumnBuilder {
  const cells: Cell[] = [null];
  const numbers = new Map<string | boolean, number>();
  const codes = new Growing(new Uint32Array(0));
  return {
    add(cell) {
      if (cell === null || cells.length > mostCells) {
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
      if (cells.length > mostCells) return undefined;
      return { form: 'coded', cells, codes: narrowed(codes, cells.length) };
    },
  };
}

/** Stands between texts: no phrase begins or ends with it. */
const STOP = '.';

function words(): ColumnBuilder {
  const vocabulary: string[] = [STOP];
  const numbers = new Map([[STOP, 0]]);
  const all = new Growing(new Uint32Array(0));
  const starts = new Growing(new Uint32Array(0));
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
      const own = narrowed(all, vocabulary.length);
      const bounds = new Uint32Array(shared(4 * starts.length));
      bounds.set(starts.array.subarray(0, starts.length));
      const pairs = listsOf((put) => {
        for (let row = 0; row + 1 < bounds.length; row += 1) {
          const end = (bounds[row + 1] as number) - 1;
          for (let at = bounds[row] as number; at < end; at += 1) {
            const first = own[at] as number;
            if (first !== 0) put(first * WORD_SPACE + (own[at + 1] as number), row);
          }
        }
      });
      return { form: 'words', vocabulary, starts: bounds, words: own, pairs };
    },
  };
}

export const columnBuilders: Readonly<Record<KeptColumn['form'], (mostCells?: number) => ColumnBuilder>> = {
  figures,
  masks,
  coded,
  words,
};
