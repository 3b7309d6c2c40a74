import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { NameTables } from './autocomplete/name-index.ts';
import { type DivisionColumns, packDivisions, unpackDivisions } from './division-columns.ts';

/** Raised when names are indexed or stored in another way; a test holds it to the content of the tables. */
export const TABLES_VERSION = 2;

/** What can be read: the tables as this release makes them, in the serialization of this engine. */
const FORMAT = `gable places ${TABLES_VERSION} ${process.versions.v8}`;
const CHECKSUM_BYTES = 4;
/** Texts that are read or written between two yields to the event loop: some 5 ms. */
const CHUNK_TEXTS = 30_000;

/** The name tables of one revision of the divisions. */
export interface StoredPlaces {
  readonly revision: string;
  readonly tables: NameTables;
}

/**
 * The name tables in a file: a start reads them while its database starts, in a tenth of the CPU time that it takes to read
 * the divisions and to index their names.
 */
export interface PlaceFile {
  /** Whether a process has stored names here. */
  readonly exists: boolean;
  /** Read at once. Undefined when the file is absent, damaged or of another release. */
  readonly stored: Promise<StoredPlaces | undefined>;
  save(places: StoredPlaces): Promise<void>;
}

export const openPlaceFile = (path: string): PlaceFile => ({
  exists: existsSync(path),
  stored: readFile(path)
    .then(parse)
    .catch(() => undefined),
  async save(places) {
    const bytes = await serialize(places);
    const temporary = `${path}.${process.pid}.${threadId}.new`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeWhole(temporary, bytes);
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
    }
  },
});

/** Synced before it is renamed: a file is complete or absent, also after a power failure. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function serialize({ revision, tables }: StoredPlaces): Promise<Buffer> {
  const { divisions, ...rest } = tables;
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  const { texts, ...columns } = packDivisions(divisions);
  for (const value of [FORMAT, revision, rest, columns, texts.length]) serializer.writeValue(value);
  for (let at = 0; at < texts.length; at += CHUNK_TEXTS) {
    serializer.writeValue(texts.slice(at, at + CHUNK_TEXTS));
    await breathe();
  }
  const content = serializer.releaseBuffer();
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(content));
  return Buffer.concat([checksum, content]);
}

async function parse(bytes: Buffer): Promise<StoredPlaces | undefined> {
  const content = bytes.subarray(CHECKSUM_BYTES);
  if (crc32(content) !== bytes.readUInt32LE()) return undefined;
  const deserializer = new DefaultDeserializer(content);
  deserializer.readHeader();
  if (deserializer.readValue() !== FORMAT) return undefined;
  const revision: string = deserializer.readValue();
  const rest: Omit<NameTables, 'divisions'> = deserializer.readValue();
  const columns: Omit<DivisionColumns, 'texts'> = deserializer.readValue();
  const count: number = deserializer.readValue();
  const texts: string[] = [];
  while (texts.length < count) {
    texts.push(...(deserializer.readValue() as string[]));
    await breathe();
  }
  return { revision, tables: { ...rest, divisions: await unpackDivisions({ ...columns, texts }) } };
}
