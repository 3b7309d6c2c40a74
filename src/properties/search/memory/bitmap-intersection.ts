import { type Bitmap, countBits } from './bitmap-cache.ts';
import type { RowSource } from './block-filters.ts';

/** Rows with at least one of these bits, or with none of them when `isExcluded`. */
export interface BitmapClause {
  readonly any: readonly Bitmap[];
  readonly isExcluded?: boolean;
}

/** Words intersected at a time, so that a page that fills early does not read the rest. */
const CHUNK_WORDS = 256;

/** Rows from `start` to before `end` that satisfy every clause. */
export interface BitmapIntersection {
  readonly clauses: readonly BitmapClause[];
  readonly start: number;
  readonly end: number;
}

/** Intersects the clauses one chunk at a time. */
class ChunkReader {
  readonly #included: Bitmap[] = [];
  readonly #excluded: Bitmap[] = [];
  readonly #unions: BitmapClause[] = [];
  readonly #end: number;
  #start: number;
  /** Per reader: two readers may be read alternately. */
  readonly words = new Uint32Array(CHUNK_WORDS);
  /** How many of the words are valid. */
  length = 0;
  /** The row of the first bit of the chunk. */
  first = 0;

  constructor({ clauses, start, end }: BitmapIntersection) {
    for (const clause of clauses) {
      const [only] = clause.any;
      if (clause.any.length !== 1 || only === undefined) this.#unions.push(clause);
      else (clause.isExcluded ? this.#excluded : this.#included).push(only);
    }
    this.#start = start;
    this.#end = end;
  }

  /** Reads the next chunk; false after the last. */
  next(): boolean {
    if (this.#start >= this.#end) return false;
    const { words } = this;
    const from = this.#start >>> 5;
    const length = Math.min(CHUNK_WORDS, ((this.#end + 31) >>> 5) - from);
    this.#intersect(from, length);
    this.first = from << 5;
    this.length = length;
    if (this.#start > this.first) words[0] = (words[0] as number) & (0xffffffff << (this.#start & 31));
    this.#start = this.first + length * 32;
    if (this.#start > this.#end)
      words[length - 1] = (words[length - 1] as number) & ~(0xffffffff << (this.#end & 31));
    return true;
  }

  #intersect(from: number, length: number): void {
    const { words } = this;
    words.fill(0xffffffff, 0, length);
    for (let at = 0; at < this.#included.length; at += 3) {
      const [one, two, three] = [this.#included[at], this.#included[at + 1], this.#included[at + 2]] as [
        Bitmap,
        Bitmap?,
        Bitmap?,
      ];
      intersectWords(words, { from, length }, [one, two ?? one, three ?? one]);
    }
    for (const bits of this.#excluded) excludeWords(words, { from, length }, bits);
    for (const { any, isExcluded } of this.#unions) {
      const union = unionOf(any, { from, length });
      if (isExcluded) excludeWords(words, { from: 0, length }, union);
      else intersectWords(words, { from: 0, length }, [union, union, union]);
    }
  }
}

interface WordRange {
  readonly from: number;
  readonly length: number;
}

/** Three bitmaps in one pass: one pass each takes twice as long. */
function intersectWords(
  words: Bitmap,
  { from, length }: WordRange,
  [one, two, three]: readonly [Bitmap, Bitmap, Bitmap],
): void {
  for (let word = 0; word < length; word += 1) {
    const at = from + word;
    words[word] = (words[word] as number) & (one[at] as number) & (two[at] as number) & (three[at] as number);
  }
}

function excludeWords(words: Bitmap, { from, length }: WordRange, bits: Bitmap): void {
  for (let word = 0; word < length; word += 1)
    words[word] = (words[word] as number) & ~(bits[from + word] as number);
}

function unionOf(any: readonly Bitmap[], { from, length }: WordRange): Bitmap {
  const union = new Uint32Array(length);
  for (const bits of any)
    for (let word = 0; word < length; word += 1)
      union[word] = (union[word] as number) | (bits[from + word] as number);
  return union;
}

/** The rows of the intersection in ascending order, block by block. */
export function intersectionSource(intersection: BitmapIntersection): RowSource {
  const reader = new ChunkReader(intersection);
  let word = 0;
  return (block) => {
    let count = 0;
    while (count <= block.length - 32) {
      if (word === reader.length) {
        if (!reader.next()) break;
        word = 0;
      }
      const to = Math.min(reader.length, word + ((block.length - count) >>> 5));
      count = writeRows(block, count, reader, { from: word, to });
      word = to;
    }
    return count;
  };
}

function writeRows(
  block: Int32Array,
  start: number,
  { words, first }: Pick<ChunkReader, 'words' | 'first'>,
  { from, to }: { from: number; to: number },
): number {
  let count = start;
  for (let word = from; word < to; word += 1) {
    const row = first + (word << 5);
    // Signed from the start: unsigned words above 2^31 are computed as doubles.
    for (let left = (words[word] as number) | 0; left !== 0; left &= left - 1) {
      block[count] = row + (31 - Math.clz32(left & -left));
      count += 1;
    }
  }
  return count;
}

/** The first `limit` rows, and the total up to `maxCount`, counted 32 rows at a time. */
export function countIntersection(
  intersection: BitmapIntersection,
  { limit, maxCount }: { limit: number; maxCount: number },
) {
  const reader = new ChunkReader(intersection);
  const word = new Int32Array(32);
  const rows: number[] = [];
  let total = 0;
  while (total < maxCount && reader.next()) {
    for (let from = 0; from < reader.length && rows.length < limit; from += 1) {
      const count = writeRows(word, 0, reader, { from, to: from + 1 });
      for (let at = 0; at < count && rows.length < limit; at += 1) rows.push(word[at] as number);
    }
    total += countBits(reader.words, reader.length);
  }
  return { rows: rows.slice(0, maxCount), total: Math.min(total, maxCount) };
}

/** Adds the rows of the intersection to the union. */
export function addIntersection(union: Bitmap, intersection: BitmapIntersection): void {
  const reader = new ChunkReader(intersection);
  while (reader.next()) {
    const from = reader.first >>> 5;
    for (let word = 0; word < reader.length; word += 1)
      union[from + word] = (union[from + word] as number) | (reader.words[word] as number);
  }
}
