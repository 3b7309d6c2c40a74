/** Counts occurrences. */
export class Tally {
  readonly #counts = new Map<string, number>();

  count(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  add(other: Tally): void {
    for (const [what, times] of other.entries()) this.count(what, times);
  }

  of = (what: string): number => this.#counts.get(what) ?? 0;

  get total(): number {
    return this.#counts.values().reduce((sum, times) => sum + times, 0);
  }

  get size(): number {
    return this.#counts.size;
  }

  entries = (): [string, number][] => [...this.#counts].sort();

  toString = (): string =>
    this.entries()
      .map(([what, times]) => `${what} ${times}`)
      .join(', ');
}
