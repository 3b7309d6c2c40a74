/** The factor that packs a score and the number of a name into one exact integer. */
const NAMES = 2 ** 21;
/** Larger than the absolute value of any negative score. */
const FLOOR = 2 ** 20;

/** The best match of each division as one number: the score, then the importance of the name. */
export class Hits {
  readonly #keys: Float64Array;
  readonly #divisions: Uint32Array;
  #count = 0;

  constructor(divisions: number) {
    this.#keys = new Float64Array(divisions);
    this.#divisions = new Uint32Array(divisions);
  }

  get count(): number {
    return this.#count;
  }

  offer(division: number, name: number, score: number): void {
    const key = (score + FLOOR) * NAMES + (NAMES - 1 - name);
    const known = this.#keys[division] as number;
    if (key <= known) return;
    if (known === 0) this.#divisions[this.#count++] = division;
    this.#keys[division] = key;
  }

  /** The divisions of ranks `from` to `to`, best first. */
  ranked(from: number, to: number): number[] {
    if (from >= Math.min(to, this.#count)) return [];
    const keys = this.#keys;
    const byKey = (one: number, other: number): number => (keys[other] ?? 0) - (keys[one] ?? 0);
    return this.#best(to).sort(byKey).slice(from, to);
  }

  clear(): void {
    for (let at = 0; at < this.#count; at += 1) this.#keys[this.#divisions[at] as number] = 0;
    this.#count = 0;
  }

  /** One letter has 15,000 hits of which 30 are needed: a heap of 30 compares most others only once. */
  #best(wanted: number): number[] {
    if (this.#count <= 2 * wanted) return [...this.#divisions.subarray(0, this.#count)];
    const keys = this.#keys;
    const heap = [...this.#divisions.subarray(0, wanted)];
    for (let at = (wanted >> 1) - 1; at >= 0; at -= 1) sink(heap, at, keys);
    for (let at = wanted; at < this.#count; at += 1) {
      const division = this.#divisions[at] ?? 0;
      if ((keys[division] ?? 0) <= (keys[heap[0] ?? 0] ?? 0)) continue;
      heap[0] = division;
      sink(heap, 0, keys);
    }
    return heap;
  }
}

/** Restores the heap order; the smallest key is at the root. */
function sink(heap: number[], start: number, keys: Float64Array): void {
  const keyAt = (at: number): number =>
    at < heap.length ? (keys[heap[at] ?? 0] ?? 0) : Number.POSITIVE_INFINITY;
  for (let at = start; ; ) {
    const left = 2 * at + 1;
    const least = keyAt(left) < keyAt(left + 1) ? left : left + 1;
    if (keyAt(least) >= keyAt(at)) return;
    [heap[at], heap[least]] = [heap[least] ?? 0, heap[at] ?? 0];
    at = least;
  }
}
