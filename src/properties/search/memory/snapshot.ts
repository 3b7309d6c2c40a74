import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LAYOUT } from '../layout.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import { allocateShared } from './posting-lists.ts';

/** Of the file format; the layout has its own revision. */
const VERSION = 6;
const ALIGNMENT_BYTES = 8;
/** Version, sizes and checksums, at the start of the file. */
const PREAMBLE_BYTES = 32;
const CHUNK_BYTES = 64 * 2 ** 20;

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;
type KindName = 'Uint8Array' | 'Uint16Array' | 'Uint32Array' | 'Int32Array' | 'Float32Array' | 'Float64Array';
type View = new (buffer: SharedArrayBuffer, offset: number, length: number) => Numbers;
const ARRAY_TYPES: Readonly<Record<KindName, View>> = {
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
};
type ArrayReference = { readonly array: readonly [kind: KindName, offset: number, length: number] };

const isNumbers = (value: unknown): value is Numbers =>
  ArrayBuffer.isView(value) && !(value instanceof DataView);
const isArrayReference = (value: unknown): value is ArrayReference =>
  typeof value === 'object' && value !== null && Array.isArray((value as Partial<ArrayReference>).array);

/** The shape of a segment, so that a snapshot of another shape is refused even when the version was not raised. */
function describeShape(value: unknown): unknown {
  if (isNumbers(value)) return value.constructor.name;
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value)
    .map(([name, member]) => [name, describeShape(member)])
    .sort();
}

const SHAPE_HASH = createHash('sha256')
  .update(JSON.stringify(describeShape(new SegmentBuilder().finish())))
  .digest('hex')
  .slice(0, 16);

/** Identifies the file format, the layout and the store of a snapshot. */
const snapshotKey = (store: string): string => `${VERSION} ${SHAPE_HASH} ${LAYOUT} ${store}`;

/** Writes a temporary file and renames it: a snapshot is complete or absent. */
export function writeSnapshot(path: string, store: string, loaded: LoadedIndex): void {
  const arrays: Numbers[] = [];
  let offset = 0;
  const named =
    loaded.documents === undefined ? loaded : { ...loaded, documents: basename(loaded.documents) };
  const header = JSON.stringify({ key: snapshotKey(store), loaded: named }, (_, value: unknown) => {
    if (!isNumbers(value)) return value;
    const reference: ArrayReference = { array: [value.constructor.name as KindName, offset, value.length] };
    arrays.push(value);
    offset += Math.ceil(value.byteLength / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
    return reference;
  });
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(`${path}.${process.pid}.new`, 'w', 0o600);
  try {
    writeAll(file, Buffer.from(header), arrays, offset);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.${process.pid}.new`, path);
}

function writeAll(file: number, header: Buffer, arrays: readonly Numbers[], size: number): void {
  const start = PREAMBLE_BYTES + Math.ceil(header.length / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
  let sum = 0;
  let at = start;
  for (const array of arrays) {
    const bytes = Buffer.alloc(Math.ceil(array.byteLength / ALIGNMENT_BYTES) * ALIGNMENT_BYTES);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    sum = crc32(bytes, sum);
    for (let from = 0; from < bytes.length; )
      from += writeSync(file, bytes, from, bytes.length - from, at + from);
    at += bytes.length;
  }
  const preamble = Buffer.alloc(PREAMBLE_BYTES);
  preamble.writeUInt32LE(VERSION, 0);
  preamble.writeUInt32LE(header.length, 4);
  preamble.writeUInt32LE(crc32(header), 8);
  preamble.writeUInt32LE(sum, 12);
  preamble.writeBigUInt64LE(BigInt(size), 16);
  writeSync(file, header, 0, header.length, PREAMBLE_BYTES);
  writeSync(file, preamble, 0, PREAMBLE_BYTES, 0);
}

/** A snapshot as it was read, before its store is compared. */
export interface StoredSnapshot {
  readonly key: string;
  readonly loaded: LoadedIndex;
}

/** Undefined when the file is absent, damaged, larger than `maxBytes`, or of another version, layout or store. */
export function readSnapshot(path: string, store: string, maxBytes?: number): LoadedIndex | undefined {
  const stored = readSnapshotFile(path, maxBytes);
  return stored && indexOfSnapshot(path, store, stored);
}

/** Undefined when the file is absent, damaged, larger than `maxBytes`, or of another version. */
export function readSnapshotFile(path: string, maxBytes = Infinity): StoredSnapshot | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      return fstatSync(file).size > maxBytes ? undefined : readAll(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** The index of a snapshot of this layout and store. Undefined also when its documents are gone. */
export function indexOfSnapshot(
  path: string,
  store: string,
  { key, loaded }: StoredSnapshot,
): LoadedIndex | undefined {
  try {
    return key === snapshotKey(store) ? withDocuments(path, loaded) : undefined;
  } catch {
    return undefined;
  }
}

function readAll(file: number): StoredSnapshot | undefined {
  const preamble = bytesAt(file, 0, new Uint8Array(PREAMBLE_BYTES));
  const view = new DataView(preamble.buffer);
  const headerSize = view.getUint32(4, true);
  const size = Number(view.getBigUint64(16, true));
  const start = PREAMBLE_BYTES + Math.ceil(headerSize / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
  if (view.getUint32(0, true) !== VERSION || fstatSync(file).size !== start + size) return undefined;
  const header = bytesAt(file, PREAMBLE_BYTES, new Uint8Array(headerSize));
  if (crc32(header) !== view.getUint32(8, true)) return undefined;
  const content = allocateShared(size);
  if (checksum(bytesAt(file, start, new Uint8Array(content))) !== view.getUint32(12, true)) return undefined;
  return withArrays(JSON.parse(Buffer.from(header).toString()), content) as StoredSnapshot;
}

/** Lists have dictionaries, not arrays: a reviver of JSON would be called for each of a million words. */
function withArrays(value: unknown, content: SharedArrayBuffer): unknown {
  if (isArrayReference(value)) {
    const [kind, offset, length] = value.array;
    return new ARRAY_TYPES[kind](content, offset, length);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withArrays(member, content)]),
  );
}

/** The documents are in a file beside the snapshot. Their content is verified when it is read. */
function withDocuments(path: string, loaded: LoadedIndex): LoadedIndex | undefined {
  if (loaded.documents === undefined) return loaded;
  const documents = join(dirname(path), loaded.documents);
  const size = loaded.segment.documents?.starts[loaded.segment.count];
  return statSync(documents).size === size ? { ...loaded, documents } : undefined;
}

function bytesAt<Bytes extends Uint8Array>(file: number, start: number, bytes: Bytes): Bytes {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), start + at);
    if (read === 0) throw new Error('the file ends too soon');
    at += read;
  }
  return bytes;
}

function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    sum = crc32(bytes.subarray(at, at + CHUNK_BYTES), sum);
  return sum;
}
