import { constants, crc32, deflateRawSync } from 'node:zlib';
import { crc32Shift } from '../../../lib/crc32-combine.ts';

/** A document as blocks of a deflate stream (RFC 1951) that refer to nothing before them. */
export interface DeflatedDocument {
  /** Without the length of the empty block at its end, which the page writes. */
  readonly blocks: Buffer;
  readonly bytes: number;
  readonly checksum: number;
  /** Of the document and one byte after it. */
  readonly shift: number;
}

/** What a document was made of. Equal values mean equal bytes. */
export type DocumentVersion = readonly unknown[];

/** Per thread: some 12,000 documents. */
const MAX_CACHED_BYTES = 32 * 2 ** 20;
/** `00 00 FF FF`: the length of the empty block that aligns a flushed stream to bytes. */
const EMPTY_LENGTH_BYTES = 4;
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };

interface CachedDocument {
  version: DocumentVersion;
  deflated: DeflatedDocument;
}

/** Documents are deflated once, not per answer: the most recently used ones are cached by property. */
export class DeflatedDocuments {
  readonly #maxBytes: number;
  readonly #cached = new Map<string, CachedDocument>();
  #bytes = 0;

  constructor(maxBytes = MAX_CACHED_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Calls `read` unless the same version is cached; undefined when it cannot be read. */
  get(id: string, version: DocumentVersion, read: () => Buffer | undefined): DeflatedDocument | undefined {
    const cached = this.#remove(id);
    if (cached !== undefined && isSame(cached.version, version)) return this.#add(id, cached);
    const document = read();
    return document && this.#add(id, { version, deflated: deflateDocument(document) });
  }

  #add(id: string, document: CachedDocument): DeflatedDocument {
    this.#cached.set(id, document);
    this.#bytes += document.deflated.blocks.length;
    for (const [oldest] of this.#cached) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
    return document.deflated;
  }

  #remove(id: string): CachedDocument | undefined {
    const cached = this.#cached.get(id);
    if (cached === undefined) return undefined;
    this.#cached.delete(id);
    this.#bytes -= cached.deflated.blocks.length;
    return cached;
  }
}

const isSame = (one: DocumentVersion, other: DocumentVersion): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

function deflateDocument(document: Buffer): DeflatedDocument {
  const flushed = deflateRawSync(document, OPTIONS);
  return {
    blocks: flushed.subarray(0, flushed.length - EMPTY_LENGTH_BYTES),
    bytes: document.length,
    checksum: crc32(document),
    shift: crc32Shift(document.length + 1),
  };
}
