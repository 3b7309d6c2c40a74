/** Keeps the values that were used last, up to a number of them. */
export class LruCache<Value> {
  readonly #maxEntries: number;
  /** The least lately used first. */
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#maxEntries = most;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** The least lately used first. */
  entries(): MapIterator<[string, Value]> {
    return this.#values.entries();
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#maxEntries) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}
