import { type Bitmap, createBitmap } from './bitmap.ts';

/** Each thread keeps no more than this for a segment: of a million rows some five hundred sets, more than most days ask for. */
const MAX_CACHE_BYTES = 64 * 2 ** 20;

/** Sets of rows that were worked out when they were first asked for: a millisecond each. Where they are too many, the oldest are made again. */
export class BitmapCache {
  readonly #count: number;
  readonly #maxBitmaps: number;
  readonly #bits = new Map<string, Bitmap>();

  /** Over so many rows. */
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
