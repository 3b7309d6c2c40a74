import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { allocateShared } from './posting-lists.ts';

const ARRAY_TYPES = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array } as const;
type KindName = keyof typeof ARRAY_TYPES;
type Numbers = InstanceType<(typeof ARRAY_TYPES)[KindName]>;
type View = new (buffer: SharedArrayBuffer, offset: number, length: number) => Numbers;

/** Where an array lies: among the plain bytes, or among the packed ones, where it takes `packedBytes`. */
type ArrayReference = {
  readonly array: readonly [kind: KindName, offset: number, length: number, packedBytes?: number];
};

export const isNumbers = (value: unknown): value is Numbers =>
  ArrayBuffer.isView(value) && !(value instanceof DataView);
const isArrayReference = (value: unknown): value is ArrayReference =>
  typeof value === 'object' && value !== null && Array.isArray((value as Partial<ArrayReference>).array);

const ALIGNMENT_BYTES = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
const CHUNK_BYTES = 64 * 2 ** 20;
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1 };
/**
 * Some 90 columns that few properties have are packed to nothing. Of 622 bytes a property a tenth saves 114 and takes 30 ms
 * to unpack for 1,000,000; a fifth would save 178 in 190 ms, half 231 in 370.
 */
const MAX_PACKED_SHARE = 0.1;

/** The start of the file. */
interface Preamble {
  readonly version: number;
  readonly headerBytes: number;
  readonly headerSum: number;
  readonly contentSum: number;
  /** Of plain arrays, each aligned. */
  readonly plainBytes: number;
  readonly packedBytes: number;
  /** Of the header and all arrays, unpacked. */
  readonly memoryBytes: number;
}

const PREAMBLE_BYTES = 40;

function encodePreamble(preamble: Preamble): Buffer {
  const bytes = Buffer.alloc(PREAMBLE_BYTES);
  bytes.writeUInt32LE(preamble.version, 0);
  bytes.writeUInt32LE(preamble.headerBytes, 4);
  bytes.writeUInt32LE(preamble.headerSum, 8);
  bytes.writeUInt32LE(preamble.contentSum, 12);
  bytes.writeBigUInt64LE(BigInt(preamble.plainBytes), 16);
  bytes.writeBigUInt64LE(BigInt(preamble.packedBytes), 24);
  bytes.writeBigUInt64LE(BigInt(preamble.memoryBytes), 32);
  return bytes;
}

const decodePreamble = (bytes: Buffer): Preamble => ({
  version: bytes.readUInt32LE(0),
  headerBytes: bytes.readUInt32LE(4),
  headerSum: bytes.readUInt32LE(8),
  contentSum: bytes.readUInt32LE(12),
  plainBytes: Number(bytes.readBigUInt64LE(16)),
  packedBytes: Number(bytes.readBigUInt64LE(24)),
  memoryBytes: Number(bytes.readBigUInt64LE(32)),
});

/**
 * Writes a value of JSON that has arrays of numbers anywhere, as a temporary file that is renamed: it is complete or
 * absent. The header is the packed value with references in place of arrays; plain arrays follow, then packed ones.
 */
export function writeArrayFile(path: string, version: number, value: unknown): void {
  const plain: Numbers[] = [];
  const packed: Buffer[] = [];
  let [plainBytes, packedBytes, memoryBytes] = [0, 0, 0];
  const text = JSON.stringify(value, (_, member: unknown) => {
    if (!isNumbers(member)) return member;
    const [kind, { length }] = [member.constructor.name as KindName, member];
    const bytes = aligned(member.byteLength);
    memoryBytes += bytes;
    const frame = packArray(member);
    if (frame === undefined) {
      plain.push(member);
      plainBytes += bytes;
      return { array: [kind, plainBytes - bytes, length] } satisfies ArrayReference;
    }
    packed.push(frame);
    packedBytes += frame.length;
    return { array: [kind, packedBytes - frame.length, length, frame.length] } satisfies ArrayReference;
  });
  const header = pack(text);
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(`${path}.${process.pid}.new`, 'w', 0o600);
  try {
    const contentSum = writeContent(file, contentStart(header.length), [
      ...plain.map(bytesOf),
      ...packed.map((frame) => () => frame),
    ]);
    writeFully(file, header, PREAMBLE_BYTES);
    const sizes = { headerBytes: header.length, plainBytes, packedBytes };
    writeFully(
      file,
      encodePreamble({
        version,
        headerSum: crc32(header),
        contentSum,
        ...sizes,
        memoryBytes: memoryBytes + text.length,
      }),
      0,
    );
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.${process.pid}.new`, path);
}

const contentStart = (headerBytes: number): number => PREAMBLE_BYTES + aligned(headerBytes);

const viewOf = ({ buffer, byteOffset, byteLength }: Numbers): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

/** To pack all arrays of 1,000,000 properties takes 4 s, and a stop waits while they are stored. */
const SAMPLE_BYTES = 64 * 1024;
/** The start of a column that packs well may be its densest part. */
const MAX_SAMPLE_SHARE = 2 * MAX_PACKED_SHARE;

/** Undefined where it would take more than its share, or where its start does not promise less. */
function packArray(array: Numbers): Buffer | undefined {
  const bytes = viewOf(array);
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (pack(sample).length > sample.length * MAX_SAMPLE_SHARE) return undefined;
  const frame = pack(bytes);
  return frame.length <= bytes.length * MAX_PACKED_SHARE ? frame : undefined;
}

const pack = (bytes: Buffer | string): Buffer => zstdCompressSync(bytes, { params: PARAMS });

/** A copy for each array in turn, so that one at a time takes memory. */
const bytesOf = (array: Numbers) => (): Buffer => {
  const bytes = Buffer.alloc(aligned(array.byteLength));
  viewOf(array).copy(bytes);
  return bytes;
};

function writeContent(file: number, start: number, parts: readonly (() => Buffer)[]): number {
  let [at, sum] = [start, 0];
  for (const part of parts) {
    const bytes = part();
    sum = crc32(bytes, sum);
    writeFully(file, bytes, at);
    at += bytes.length;
  }
  return sum;
}

function writeFully(file: number, bytes: Buffer, at: number): void {
  for (let from = 0; from < bytes.length; )
    from += writeSync(file, bytes, from, bytes.length - from, at + from);
}

/** Undefined when the file is absent, damaged, of another version, or takes more than `maxBytes` in memory. */
export function readArrayFile(path: string, version: number, maxBytes: number): unknown {
  try {
    const file = openSync(path, 'r');
    try {
      return readAll(file, version, maxBytes);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function readAll(file: number, version: number, maxBytes: number): unknown {
  const preamble = decodePreamble(readBytes(file, 0, Buffer.alloc(PREAMBLE_BYTES)));
  const { headerBytes, plainBytes, packedBytes, memoryBytes } = preamble;
  const start = contentStart(headerBytes);
  if (preamble.version !== version || memoryBytes > maxBytes) return undefined;
  if (fstatSync(file).size !== start + plainBytes + packedBytes) return undefined;
  const header = readBytes(file, PREAMBLE_BYTES, Buffer.alloc(headerBytes));
  if (crc32(header) !== preamble.headerSum) return undefined;
  const plain = allocateShared(plainBytes);
  const plainSum = checksum(readBytes(file, start, new Uint8Array(plain)), 0);
  const packed = readBytes(file, start + plainBytes, Buffer.alloc(packedBytes));
  if (checksum(packed, plainSum) !== preamble.contentSum) return undefined;
  return withArrays(JSON.parse(zstdDecompressSync(header).toString()), { plain, packed });
}

interface Content {
  readonly plain: SharedArrayBuffer;
  readonly packed: Buffer;
}

/** Lists have dictionaries, not arrays: a reviver of JSON would be called for each of a million words. */
function withArrays(value: unknown, content: Content): unknown {
  if (isArrayReference(value)) return readArray(value, content);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withArrays(member, content)]),
  );
}

function readArray(
  { array: [kind, offset, length, packedBytes] }: ArrayReference,
  content: Content,
): Numbers {
  const Kind: View = ARRAY_TYPES[kind];
  if (packedBytes === undefined) return new Kind(content.plain, offset, length);
  const bytes = length * ARRAY_TYPES[kind].BYTES_PER_ELEMENT;
  const own = allocateShared(bytes);
  // With room to spare the whole text is one chunk.
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, bytes) + 1;
  const frame = content.packed.subarray(offset, offset + packedBytes);
  new Uint8Array(own).set(zstdDecompressSync(frame, { chunkSize }));
  return new Kind(own, 0, length);
}

function readBytes<Bytes extends Uint8Array>(file: number, start: number, bytes: Bytes): Bytes {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), start + at);
    if (read === 0) throw new Error('the file ends too soon');
    at += read;
  }
  return bytes;
}

function checksum(bytes: Uint8Array, start: number): number {
  let sum = start;
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    sum = crc32(bytes.subarray(at, at + CHUNK_BYTES), sum);
  return sum;
}
