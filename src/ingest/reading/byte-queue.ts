/** Bytes taken from a stream by number. What was taken too much can be put back. */
export class ByteQueue {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffered: Buffer[] = [];
  /** Bytes taken from the stream so far. */
  taken = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Up to so many bytes, as they come; undefined at the end. */
  async readSome(most: number): Promise<Buffer | undefined> {
    const chunk = this.#buffered.shift() ?? (await this.#next());
    if (chunk === undefined || chunk.length <= most) return chunk;
    this.#buffered.unshift(chunk.subarray(most));
    return chunk.subarray(0, most);
  }

  /** Exactly so many bytes; undefined when there are not as many left, which are then lost. */
  async readExactly(count: number): Promise<Buffer | undefined> {
    const bytes = await this.readUpTo(count);
    return bytes?.length === count ? bytes : undefined;
  }

  /** So many bytes, or all that are left; undefined at the end. */
  async readUpTo(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let length = 0;
    while (length < count) {
      const part = await this.readSome(count - length);
      if (part === undefined) break;
      parts.push(part);
      length += part.length;
    }
    return length === 0 && count > 0 ? undefined : Buffer.concat(parts);
  }

  putBack(bytes: Buffer): void {
    if (bytes.length > 0) this.#buffered.unshift(bytes);
  }

  async *rest(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await this.readSome(Number.POSITIVE_INFINITY);
      if (chunk === undefined) return;
      yield chunk;
    }
  }

  /** Lets the stream know that nobody reads on. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<Buffer | undefined> {
    const { value, done } = await this.#source.next();
    if (done) return undefined;
    this.taken += value.length;
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
