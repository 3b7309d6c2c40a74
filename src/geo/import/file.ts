import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ImportFault } from './json-records.ts';

/** A file to import, gzipped or not. Positions count uncompressed bytes. */
export interface ImportFile {
  readonly path: string;
  readonly size: number;
  readonly digest: Buffer;
  readonly gzipped: boolean;
  /** The first uncompressed bytes, enough to detect the format. */
  readonly head: Buffer;
}

const CHUNK_BYTES = 256 * 1024;
const HEAD_BYTES = 64 * 1024;
const DIGEST_BYTES = 1024 * 1024;

/** The size of the file on disk, or undefined when there is none. */
export async function importSize(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Reads the whole file for its digest (about 500 MB/s): an import resumes only with the same content. */
export async function openImportFile(path: string): Promise<ImportFile> {
  const { size } = await stat(path);
  const gzipped = (await firstBytes(path, 2)).equals(Buffer.of(0x1f, 0x8b));
  return { path, size, gzipped, digest: await computeDigest(path), head: await readHead(path, gzipped) };
}

/** Through one buffer: a stream allocates one for each chunk. */
async function computeDigest(path: string): Promise<Buffer> {
  const [hash, buffer, file] = [createHash('sha256'), Buffer.allocUnsafeSlow(DIGEST_BYTES), await open(path)];
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, DIGEST_BYTES, null);
      if (bytesRead === 0) return hash.digest();
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** The uncompressed bytes from a position on. `onRead` gets the number of bytes read from disk. */
export function bytesFrom(
  { path, gzipped }: ImportFile,
  start: number,
  onRead: (bytes: number) => void = () => {},
): AsyncIterable<Buffer> {
  const options = { highWaterMark: CHUNK_BYTES };
  if (!gzipped) {
    if (start > 0) onRead(start);
    return countBytes(createReadStream(path, { ...options, start }), onRead);
  }
  const packed = Readable.from(countBytes(createReadStream(path, options), onRead));
  // The iteration of the last stream reports a failure of any of them.
  return pipeline(packed, createGunzip(), skipBytes(start), () => {});
}

async function* countBytes(
  chunks: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** Compressed data has no random access: the bytes before are decompressed and dropped. */
function skipBytes(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const rest = chunk.subarray(Math.min(left, chunk.length));
      left -= chunk.length - rest.length;
      done(null, rest.length > 0 ? rest : undefined);
    },
  });
}

async function readHead(path: string, gzipped: boolean): Promise<Buffer> {
  if (!gzipped) return firstBytes(path, HEAD_BYTES);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of pipeline(createReadStream(path), createGunzip(), () => {})) {
      parts.push(chunk);
      length += chunk.length;
      if (length >= HEAD_BYTES) break;
    }
  } catch (error) {
    // A short truncated file may still show its format.
    if (length === 0) throw new ImportFault(`the file cannot be unpacked: ${(error as Error).message}`);
  }
  return Buffer.concat(parts).subarray(0, HEAD_BYTES);
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
