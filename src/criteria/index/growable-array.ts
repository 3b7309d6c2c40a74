type Numbers = Int32Array | Uint32Array | Float32Array | Float64Array | Uint16Array;

/** A typed array that doubles its capacity when full. */
export class GrowableArray<Array extends Numbers> {
  array: Array;
  length = 0;

  constructor(empty: Array) {
    this.array = empty;
  }

  push(value: number): number {
    if (this.length === this.array.length) this.#grow();
    this.array[this.length] = value;
    return this.length++;
  }

  #grow(): void {
    const Kind = this.array.constructor as new (length: number) => Array;
    const larger = new Kind(Math.max(64, this.array.length * 2));
    larger.set(this.array);
    this.array = larger;
  }

  /** Releases the unused capacity. */
  trim(): void {
    this.array = this.array.slice(0, this.length) as Array;
  }
}
