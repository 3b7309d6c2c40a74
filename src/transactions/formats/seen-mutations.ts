/** "2024-123": a year and a serial number. */
const MUTATION = /^(\d{4})-(\d{1,8})$/;
const BITS = 8;

/**
 * The mutations of a file that were read: one bit each, as their numbers have no gaps. A file of a whole year, about
 * two million, takes 250 KB.
 */
export class SeenMutations {
  readonly #bits = new Map<string, Uint8Array>();
  /** The number of the first mutation, where reading began in the middle of the file. */
  #resumedFrom: number | undefined;

  resumeAt(mutation: string): void {
    this.#resumedFrom ??= Number(MUTATION.exec(mutation)?.[2] ?? 0);
  }

  /** Adds a mutation and returns whether it may have been read before, in this run or an interrupted one. */
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
