/** Per segment and thread: about 500 bitmaps over a million rows, more than the distinct conditions of a day. */
const MAX_CACHE_BYTES = 64 * 2 ** 20;

/** Bitmaps of rows by name, each built on first use (about 1 ms). When full, the oldest is evicted. */
export class BitmapCache {
  readonly #count: number;
  readonly #maxBitmaps: number;
  readonly #bits = new Map<string, Bitmap>();

  /** `count` is the number of rows of each bitmap. */
  constructor(count: number, maxBytes = MAX_CACHE_BYTES) {
    this.#count = count;
    this.#maxBitmaps = Math.max(1, Math.floor(maxBytes / (4 * Math.ceil(count / 32))));
  }

  get bytes(): number {
    return this.#bits.size * 4 * Math.ceil(this.#count / 32);
  }

  getOrBuild(name: string, fill: (bits: Bitmap) => void): Bitmap {
    const known = this.#bits.get(name);
    if (known !== undefined) return known;
    const bits = createBitmap(this.#count);
    fill(bits);
    const [oldest] = this.#bits.keys();
    if (this.#bits.size >= this.#maxBitmaps && oldest !== undefined) this.#bits.delete(oldest);
    this.#bits.set(name, bits);
    return bits;
  }
}

/** One bit a row, 32 rows a word. */
export type Bitmap = Uint32Array;

export const createBitmap = (count: number): Bitmap => new Uint32Array((count + 31) >>> 5);

export const setBit = (bits: Bitmap, row: number): void => {
  bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31));
};

export const hasBit = (bits: Bitmap, row: number): boolean =>
  ((bits[row >>> 5] as number) & (1 << (row & 31))) !== 0;

/** Counts the bits of the first `words` words. */
export function countBits(bits: Bitmap, words = bits.length): number {
  let count = 0;
  for (let at = 0; at < words; at += 1) {
    let word = (bits[at] as number) | 0;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
