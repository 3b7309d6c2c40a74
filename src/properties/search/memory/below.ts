import { type Bits, setBit } from './bits.ts';
import type { KeptBits } from './kept-bits.ts';
import type { Figures } from './kept-columns.ts';

/** Marks along the figures of a column, between which there are about as many rows. */
const PARTS = 16;
const SAMPLED = 1_024;

/**
 * The rows whose figure is below each of some marks, so that a range over the whole country looks at few rows one by one: houses with a
 * garden took 0.94 ms of a million, and a third of that since. Made when first asked for: a millisecond each.
 */
export class Below {
  readonly #values: Figures['values'];
  readonly #marks: readonly number[];
  readonly #name: string;
  readonly #bits: KeptBits;

  constructor(values: Figures['values'], name: string, bits: KeptBits) {
    this.#values = values;
    this.#name = name;
    this.#bits = bits;
    this.#marks = marksOf(values);
  }

  /** Nothing but rows below the bound, if there is a mark at or below it. */
  upTo(bound: number): Bits | undefined {
    const mark = this.#marks.findLast((one) => one <= bound);
    return mark === undefined ? undefined : this.#bitsAt(mark);
  }

  /** All rows up to the bound, if there is a mark above it. */
  above(bound: number): Bits | undefined {
    const mark = this.#marks.find((one) => one > bound);
    return mark === undefined ? undefined : this.#bitsAt(mark);
  }

  #bitsAt(mark: number): Bits {
    return this.#bits.of(`${this.#name} below ${mark}`, (bits) => {
      const values = this.#values;
      for (let row = 0; row < values.length; row += 1) if ((values[row] as number) < mark) setBit(bits, row);
    });
  }
}

function marksOf(values: Figures['values']): number[] {
  const step = Math.max(1, Math.floor(values.length / SAMPLED));
  const sample: number[] = [];
  for (let row = 0; row < values.length; row += step)
    if (!Number.isNaN(values[row])) sample.push(values[row] as number);
  sample.sort((one, other) => one - other);
  const marks = Array.from(
    { length: PARTS - 1 },
    (_, at) => sample[Math.floor(((at + 1) * sample.length) / PARTS)],
  );
  return [...new Set(marks)].filter((mark) => mark !== undefined);
}
