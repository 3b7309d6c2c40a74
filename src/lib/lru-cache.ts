/** A cache of the most recently used values, up to a number of entries. */
export class LruCache<Value> {
  readonly #maxEntries: number;
  /** The least recently used first. */
  readonly #values = new Map<string, Value>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** The least recently used first. */
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
