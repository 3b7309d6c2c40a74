import { type Bitmap, createBitmap } from './bitmap.ts';

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
