import { once } from 'node:events';
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import type { FeedRejection } from '../../ingest/feed.ts';

/** The others are only in the file. */
const MAX_PRINTED_RECORDS = 5;

/** Writes the rejected records of a file beside it. Where that cannot be written, only the first ones are printed. */
export class RejectedRecordsFile {
  isTruncated = false;
  readonly #path: string;
  readonly #file: string;
  #stream: WriteStream | undefined;
  #writeError: Error | undefined;
  #count = 0;
  #closed: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
    this.#file = `${path}.rejected.ndjson`;
    // An earlier run may have left its own.
    try {
      rmSync(this.#file, { force: true });
    } catch {}
  }

  async add(rejection: FeedRejection): Promise<void> {
    this.#count += 1;
    this.isTruncated ||= rejection.endsReading;
    if (this.#count <= MAX_PRINTED_RECORDS || rejection.endsReading)
      process.stderr.write(`${this.#path}:${rejection.line}: ${rejection.reason}\n`);
    this.#stream ??= this.#open();
    if (this.#writeError !== undefined) return;
    const { line, reason, endsReading } = rejection;
    const text = JSON.stringify({ file: this.#path, line, reason, endsReading });
    // Waiting for the disk bounds the memory that a file with millions of bad lines takes.
    if (!this.#stream.write(`${text}\n`)) await Promise.race([once(this.#stream, 'drain'), this.#closed]);
  }

  async close(): Promise<void> {
    if (this.#stream === undefined) return;
    this.#stream.end();
    await this.#closed;
    const where = this.#writeError === undefined ? `: see ${this.#file}` : '';
    process.stderr.write(`${this.#path}: ${this.#count} rejected${where}\n`);
    if (this.#writeError !== undefined)
      process.stderr.write(`${this.#file} cannot be written: ${this.#writeError.message}\n`);
  }

  #open(): WriteStream {
    const stream = createWriteStream(this.#file, { flags: 'w' });
    this.#closed = new Promise((resolve) => stream.once('close', () => resolve()));
    stream.on('error', (error) => {
      this.#writeError ??= error;
    });
    return stream;
  }
}
