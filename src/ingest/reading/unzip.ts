import { createInflateRaw, type InflateRaw } from 'node:zlib';
import { BrokenFeed } from './broken-feed.ts';
import type { ByteQueue } from './byte-queue.ts';

const ENTRY = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const SIZE_COMES_LATER = 8;
const SIZE_IS_ELSEWHERE = 0xffffffff;
/** Deflate compresses at most 1,032 times, so that one step inflates to at most 17 MB. */
const STEP_BYTES = 16 * 1024;

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  /** Undefined when the sizes are in a data descriptor after the content. */
  readonly size: number | undefined;
}

/** Whether an entry is the feed, not a picture or settings: `Annonces.csv`, not `Photos.cfg` or `Config.txt`. */
const isFeed = ({ name }: ZipEntry): boolean =>
  /\.(?:csv|xml|json|jsonl|ndjson|jsonld|blm|txt)$/i.test(name) &&
  !/(?:^|\/)(?:config\.txt|readme[^/]*|[._][^/]*)$|__MACOSX\//i.test(name);

/**
 * Reads the one feed of a ZIP archive as a stream. A second feed is an error, so that none is skipped silently.
 * `countSkipped` counts the inflated bytes of other entries against the limits: a picture is inflated to find its
 * end, and may be a bomb too. See docs/decisions/0015-zip.md for why this is not a library.
 */
export async function* readZippedFeed(
  queue: ByteQueue,
  countSkipped: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let found: string | undefined;
  for (let entry = await nextEntry(queue); entry !== undefined; entry = await nextEntry(queue)) {
    const content = readContent(entry, queue);
    if (!isFeed(entry)) {
      for await (const { length } of content) countSkipped(length);
      continue;
    }
    if (found !== undefined)
      throw new BrokenFeed(
        `the ZIP archive holds two feeds, ${found} and ${entry.name}: only the first was read`,
      );
    found = entry.name;
    yield* content;
  }
  if (found === undefined) throw new BrokenFeed('the ZIP archive holds no feed');
}

async function nextEntry(queue: ByteQueue): Promise<ZipEntry | undefined> {
  const header = await queue.readExactly(HEADER_BYTES);
  if (header === undefined || header.readUInt32LE(0) !== ENTRY) return undefined;
  const flags = header.readUInt16LE(6);
  const packedSize = header.readUInt32LE(18);
  const nameLength = header.readUInt16LE(26);
  const rest = await queue.readExactly(nameLength + header.readUInt16LE(28));
  if (rest === undefined) throw new BrokenFeed('the ZIP archive ends in the middle of an entry');
  if (flags & ENCRYPTED) throw new BrokenFeed('the ZIP archive is encrypted');
  if (packedSize === SIZE_IS_ELSEWHERE) throw new BrokenFeed('ZIP64 archives are not read');
  const size = flags & SIZE_COMES_LATER && packedSize === 0 ? undefined : packedSize;
  return { name: rest.toString('utf8', 0, nameLength), method: header.readUInt16LE(8), size };
}

async function* readContent({ method, size, name }: ZipEntry, queue: ByteQueue): AsyncGenerator<Buffer> {
  if (method === STORED && size !== undefined) yield* readStored(queue, size);
  else if (method === DEFLATED) yield* readDeflated(queue, size);
  else throw new BrokenFeed(`${name} in the ZIP archive is packed in a way that is not read`);
  if (size === undefined) await skipDescriptor(queue);
}

async function* readStored(queue: ByteQueue, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; ) {
    const part = await queue.readSome(Math.min(left, STEP_BYTES));
    if (part === undefined) throw new BrokenFeed('the ZIP archive ends in the middle of an entry');
    left -= part.length;
    yield part;
  }
}

async function* readDeflated(queue: ByteQueue, size: number | undefined): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const ready: Buffer[] = [];
  inflate.on('data', (chunk: Buffer) => ready.push(chunk));
  const ended = new Promise<'ended'>((resolve) => inflate.once('end', () => resolve('ended')));
  const failed = new Promise<never>((_, reject) => inflate.once('error', reject));
  failed.catch(() => {});
  let fed = 0;
  try {
    for (;;) {
      const part = await queue.readSome(Math.min(STEP_BYTES, (size ?? Number.POSITIVE_INFINITY) - fed));
      if (part === undefined || part.length === 0) inflate.end();
      fed += part?.length ?? 0;
      const step =
        part === undefined || part.length === 0 ? ended : Promise.race([writeTo(inflate, part), ended]);
      const state = await Promise.race([step, failed]);
      yield* ready.splice(0);
      if (state === 'ended') {
        // A deflate stream marks its end. Bytes written beyond it belong to the next entry.
        queue.putBack((part ?? Buffer.alloc(0)).subarray((part?.length ?? 0) - (fed - inflate.bytesWritten)));
        return;
      }
    }
  } catch (error) {
    throw error instanceof BrokenFeed ? error : new BrokenFeed(`ZIP: ${(error as Error).message}`);
  } finally {
    inflate.destroy();
  }
}

const writeTo = (inflate: InflateRaw, part: Buffer): Promise<'written'> =>
  new Promise((resolve) => inflate.write(part, () => resolve('written')));

/** Skips checksum and sizes after the content. Their signature is optional. */
async function skipDescriptor(queue: ByteQueue): Promise<void> {
  const mark = await queue.readExactly(4);
  await queue.readExactly(mark?.readUInt32LE(0) === DESCRIPTOR ? 12 : 8);
}
