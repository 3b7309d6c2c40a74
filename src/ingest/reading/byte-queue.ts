/** Reads a byte stream by count. Bytes read too far can be put back. */
export class ByteQueue {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffered: Buffer[] = [];
  /** Bytes read from the stream so far. */
  bytesRead = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next chunk, at most `max` bytes; undefined at the end. */
  async readSome(max: number): Promise<Buffer | undefined> {
    const chunk = this.#buffered.shift() ?? (await this.#next());
    if (chunk === undefined || chunk.length <= max) return chunk;
    this.#buffered.unshift(chunk.subarray(max));
    return chunk.subarray(0, max);
  }

  /** Exactly `count` bytes; undefined when fewer are left, which are then discarded. */
  async readExactly(count: number): Promise<Buffer | undefined> {
    const bytes = await this.readUpTo(count);
    return bytes?.length === count ? bytes : undefined;
  }

  /** `count` bytes, or fewer at the end; undefined when none is left. */
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

  /** Ends the stream without reading the rest. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<Buffer | undefined> {
    const { value, done } = await this.#source.next();
    if (done) return undefined;
    this.bytesRead += value.length;
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
