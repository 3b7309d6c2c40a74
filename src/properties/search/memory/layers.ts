import { type Bits, countBits } from './bits.ts';
import { BLOCK, type Source } from './blocks.ts';

/** Rows that have one of these bits; or, left out, none of them. */
export interface Layer {
  readonly any: readonly Bits[];
  readonly isOut?: boolean;
}

/** So many words are laid over each other at a time: a page that is full early leaves the rest alone. */
const CHUNK = 256;

/** Rows that pass all layers, between two. */
export interface Laid {
  readonly layers: readonly Layer[];
  readonly start: number;
  readonly end: number;
}

/** Calls `each` with the words of a chunk and the number of its first row, until it answers false. */
function eachChunk({ layers, start, end }: Laid, each: (words: Bits, first: number) => boolean): void {
  const reader = new ChunkReader({ layers, start, end });
  for (let words = reader.next(); words !== undefined; words = reader.next())
    if (!each(words, reader.first)) return;
}

class ChunkReader {
  readonly #layers: readonly Layer[];
  readonly #end: number;
  readonly #chunk = new Uint32Array(CHUNK);
  readonly #union = new Uint32Array(CHUNK);
  #start: number;
  /** The row of the first bit. */
  first = 0;

  constructor({ layers, start, end }: Laid) {
    this.#layers = layers;
    this.#start = start;
    this.#end = end;
  }

  /** The next words; none after the last. */
  next(): Bits | undefined {
    if (this.#start >= this.#end) return undefined;
    const from = this.#start >>> 5;
    const words = this.#chunk.subarray(0, Math.min(CHUNK, ((this.#end + 31) >>> 5) - from));
    words.fill(0xffffffff);
    for (const { any, isOut } of this.#layers) {
      const [only] = any;
      const bits = any.length === 1 && only ? only : this.#unionOf(any, from, words.length);
      const at = bits === this.#union ? 0 : from;
      if (isOut) drop(words, bits, at);
      else keep(words, bits, at);
    }
    this.first = from << 5;
    if (this.#start > this.first) words[0] = (words[0] as number) & (0xffffffff << (this.#start & 31));
    this.#start = this.first + words.length * 32;
    if (this.#start > this.#end)
      words[words.length - 1] = (words.at(-1) as number) & ~(0xffffffff << (this.#end & 31));
    return words;
  }

  #unionOf(any: readonly Bits[], from: number, length: number): Bits {
    this.#union.fill(0);
    for (const bits of any)
      for (let word = 0; word < length; word += 1)
        this.#union[word] = (this.#union[word] as number) | (bits[from + word] as number);
    return this.#union;
  }
}

function keep(words: Bits, bits: Bits, from: number): void {
  for (let word = 0; word < words.length; word += 1)
    words[word] = (words[word] as number) & (bits[from + word] as number);
}

function drop(words: Bits, bits: Bits, from: number): void {
  for (let word = 0; word < words.length; word += 1)
    words[word] = (words[word] as number) & ~(bits[from + word] as number);
}

/** The rows in order, block by block. */
export function laidSource(laid: Laid): Source {
  const reader = new ChunkReader(laid);
  let words: Bits | undefined;
  let word = 0;
  return (block) => {
    let count = 0;
    while (count <= block.length - 32) {
      if (words === undefined || word === words.length) {
        words = reader.next();
        word = 0;
        if (words === undefined) break;
      }
      const last = Math.min(words.length, word + ((block.length - count) >>> 5));
      count = putRows(block, count, words, { from: word, to: last, first: reader.first });
      word = last;
    }
    return count;
  };
}

function putRows(
  block: Int32Array,
  start: number,
  words: Bits,
  { from, to, first }: { from: number; to: number; first: number },
): number {
  let count = start;
  for (let word = from; word < to; word += 1) {
    const row = first + (word << 5);
    // As a signed number from the start: else the upper half of all words is reckoned with in doubles.
    for (let left = (words[word] as number) | 0; left !== 0; left &= left - 1) {
      block[count] = row + (31 - Math.clz32(left & -left));
      count += 1;
    }
  }
  return count;
}

/** The first rows, and how many there are: counted 32 at a time, up to so many. */
export function countLaid(laid: Laid, { keep: wanted, most }: { keep: number; most: number }) {
  const rows: number[] = [];
  const block = new Int32Array(BLOCK);
  let total = 0;
  eachChunk(laid, (words, first) => {
    for (let word = 0; word < words.length && rows.length < wanted; word += 1) {
      if (words[word] === 0) continue;
      const count = putRows(block, 0, words, { from: word, to: word + 1, first });
      for (let at = 0; at < count && rows.length < wanted; at += 1) rows.push(block[at] as number);
    }
    total += countBits(words);
    return total < most;
  });
  return { rows: rows.slice(0, most), total: Math.min(total, most) };
}

/** Sets their bits beside those that are set. */
export function addLaid(union: Bits, laid: Laid): void {
  eachChunk(laid, (words, first) => {
    const from = first >>> 5;
    for (let word = 0; word < words.length; word += 1)
      union[from + word] = (union[from + word] as number) | (words[word] as number);
    return true;
  });
}
