/** "2024-123": a year and a running number. */
const MUTATION = /^(\d{4})-(\d{1,8})$/;
const BITS = 8;

/**
 * The mutations of a file that were read already: one bit each, as their numbers run on without gaps. A file of a whole year, some two
 * million of them, takes 250 KB.
 */
export class SeenMutations {
  readonly #bits = new Map<string, Uint8Array>();
  /** The number the reading began with, where it began in the middle of the file. */
  #resumedFrom: number | undefined;

  resumeAt(mutation: string): void {
    this.#resumedFrom ??= Number(MUTATION.exec(mutation)?.[2] ?? 0);
  }

  /** Adds it, and answers whether it may have been read before: by this reading, or by the one that was cut. */
  add(mutation: string): boolean {
    const [, year, text] = MUTATION.exec(mutation) ?? [];
    if (year === undefined || text === undefined) return false;
    const number = Number(text);
    const bits = this.#ensureCapacity(year, number);
    const [at, mask] = [Math.floor(number / BITS), 1 << (number % BITS)];
    const isSeen = ((bits[at] ?? 0) & mask) !== 0 || number <= (this.#resumedFrom ?? -1);
    bits[at] = (bits[at] ?? 0) | mask;
    return isSeen;
  }

  #ensureCapacity(year: string, number: number): Uint8Array {
    const bits = this.#bits.get(year) ?? new Uint8Array(1_024);
    if (number < bits.length * BITS) {
      if (!this.#bits.has(year)) this.#bits.set(year, bits);
      return bits;
    }
    const larger = new Uint8Array(Math.ceil((2 * number) / BITS) + 1);
    larger.set(bits);
    this.#bits.set(year, larger);
    return larger;
  }
}
