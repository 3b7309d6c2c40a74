import type { CodedDocument, CodedForm } from '../coded-page.ts';

/** What a document was made of. Equal values mean equal bytes. */
export type DocumentVersion = readonly unknown[];

/** Per process: some 12,000 documents. */
const MAX_CACHED_BYTES = 32 * 2 ** 20;
/** A little more than are cached. */
const MAX_KNOWN_DOCUMENTS = 20_000;
/** Compressing one takes 0.1 ms, in the event loop. */
const MAX_COMPRESSED_AT_ONCE = 25;

/** A document of a page, and how to read it. */
export interface DocumentSource {
  readonly id: string;
  readonly version: DocumentVersion;
  read(): Buffer | undefined;
}

interface CachedDocument {
  version: DocumentVersion;
  document: CodedDocument;
  bytes: number;
}

/**
 * The most recently used documents, compressed, by property and form. Pieces cost twice the CPU of compressing a page as a
 * whole, and a client that reads everything once has no use for them: a document is compressed when it is sent again.
 */
export class CodedDocuments {
  readonly #maxBytes: number;
  readonly #cached = new Map<string, CachedDocument>();
  /** Sent before, and not compressed yet. */
  readonly #known = new Set<string>();
  #bytes = 0;

  constructor(maxBytes = MAX_CACHED_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The documents of a page; undefined when one of them is not compressed, cannot be read or cannot be divided. */
  getPage(form: CodedForm, sources: readonly DocumentSource[]): CodedDocument[] | undefined {
    const documents: CodedDocument[] = [];
    let compressed = 0;
    for (const source of sources) {
      const key = `${form.coding.name} ${form.layout.name} ${source.id}`;
      const cached = this.#remove(key);
      if (cached !== undefined && isSame(cached.version, source.version)) {
        documents.push(this.#add(key, cached));
        continue;
      }
      if (compressed === MAX_COMPRESSED_AT_ONCE || !this.#known.delete(key)) {
        this.#note(key);
        continue;
      }
      const document = compressDocument(form, source);
      if (document === undefined) continue;
      compressed += 1;
      documents.push(this.#add(key, { version: source.version, document, bytes: countBytes(document) }));
    }
    return documents.length === sources.length ? documents : undefined;
  }

  #note(key: string): void {
    if (this.#known.size >= MAX_KNOWN_DOCUMENTS) this.#known.clear();
    this.#known.add(key);
  }

  #add(key: string, cached: CachedDocument): CodedDocument {
    this.#cached.set(key, cached);
    this.#bytes += cached.bytes;
    if (this.#bytes > this.#maxBytes) this.#removeOldest();
    return cached.document;
  }

  /** Only when it must: the first entry of a map is behind all that were deleted before it. */
  #removeOldest(): void {
    for (const key of this.#cached.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(key);
    }
  }

  #remove(key: string): CachedDocument | undefined {
    const cached = this.#cached.get(key);
    if (cached === undefined) return undefined;
    this.#cached.delete(key);
    this.#bytes -= cached.bytes;
    return cached;
  }
}

const isSame = (one: DocumentVersion, other: DocumentVersion): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

function compressDocument({ coding, layout }: CodedForm, source: DocumentSource): CodedDocument | undefined {
  const plain = source.read();
  const parts = plain && layout.split(plain);
  if (parts === undefined) return undefined;
  const { own, ...rest } = parts;
  return { ...rest, pieces: own.map((part) => coding.compress(part)) };
}

function countBytes({ pieces, keys = [], shared = new Map() }: CodedDocument): number {
  let bytes = 0;
  for (const { coded } of pieces) bytes += coded.length;
  for (const key of keys) bytes += key.length;
  for (const text of shared.values()) bytes += text.length;
  return bytes;
}
