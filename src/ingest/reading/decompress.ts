import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BrokenFeed } from './broken-feed.ts';
import { ByteQueue } from './byte-queue.ts';
import { DEFAULT_MAX_DECODED_BYTES, MAX_COMPRESSION_RATIO, RATIO_CHECK_MIN_BYTES } from './limits.ts';
import { readZippedFeed } from './unzip.ts';

const GZIP = Buffer.of(0x1f, 0x8b);
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/** The uncompressed bytes of a feed. gzip and ZIP are detected by their magic bytes, not by the file name. */
export async function* decompressFeed(
  bytes: AsyncIterable<Uint8Array>,
  maxDecodedBytes = DEFAULT_MAX_DECODED_BYTES,
): AsyncGenerator<Buffer> {
  const queue = new ByteQueue(bytes);
  try {
    const head = (await queue.readUpTo(ZIP.length)) ?? Buffer.alloc(0);
    queue.putBack(head);
    const isGzip = head.subarray(0, GZIP.length).equals(GZIP);
    const isZip = head.equals(ZIP);
    let decoded = 0;
    const count = (length: number): void => {
      decoded += length;
      if (decoded > maxDecodedBytes) throw new BrokenFeed(`more than ${maxDecodedBytes} bytes`);
      if (
        (isGzip || isZip) &&
        decoded > RATIO_CHECK_MIN_BYTES &&
        decoded > queue.bytesRead * MAX_COMPRESSION_RATIO
      )
        throw new BrokenFeed(`unpacks to more than ${MAX_COMPRESSION_RATIO} times its size`);
    };
    const plain = isGzip ? gunzip(queue) : isZip ? readZippedFeed(queue, count) : queue.rest();
    for await (const chunk of plain) {
      count(chunk.length);
      yield chunk;
    }
  } finally {
    await queue.close();
  }
}

async function* gunzip(queue: ByteQueue): AsyncGenerator<Buffer> {
  // Iterating the last stream throws the error of either.
  const stream = pipeline(Readable.from(queue.rest()), createGunzip(), () => {});
  try {
    yield* stream as AsyncIterable<Buffer>;
  } catch (error) {
    throw error instanceof BrokenFeed ? error : new BrokenFeed(`gzip: ${(error as Error).message}`);
  }
}
