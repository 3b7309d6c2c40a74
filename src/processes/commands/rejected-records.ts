import { once } from 'node:events';
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import type { FeedRejection } from '../../ingest/feed.ts';

/** Told on the terminal; the others are in the file. */
const MAX_PRINTED_RECORDS = 5;

/** The records of a file that were not taken, kept beside it, or told where nothing can be written there. */
export class RejectedRecordsFile {
  isCut = false;
  readonly #path: string;
  readonly #file: string;
  #stream: WriteStream | undefined;
  #writeError: Error | undefined;
  #count = 0;
  #closed: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
    this.#file = `${path}.rejected.ndjson`;
    // Those of an earlier try are not those of this one.
    try {
      rmSync(this.#file, { force: true });
    } catch {}
  }

  async add(rejection: FeedRejection): Promise<void> {
    this.#count += 1;
    this.isCut ||= rejection.endsReading;
    if (this.#count <= MAX_PRINTED_RECORDS || rejection.endsReading)
      process.stderr.write(`${this.#path}:${rejection.line}: ${rejection.reason}\n`);
    this.#stream ??= this.#open();
    if (this.#writeError !== undefined) return;
    const { line, reason, endsReading } = rejection;
    const told = JSON.stringify({ file: this.#path, line, reason, endsReading });
    // Of a file with millions of bad lines no more is kept in memory than the disk is behind.
    if (!this.#stream.write(`${told}\n`)) await Promise.race([once(this.#stream, 'drain'), this.#closed]);
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
