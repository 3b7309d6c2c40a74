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
