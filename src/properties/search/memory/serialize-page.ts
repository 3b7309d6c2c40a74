import { acquireBuffer } from '../../../lib/buffer-pool.ts';
import { unpackDocument } from '../../packed-document.ts';
import { type LastSeenTimes, patchLastSeen } from '../../visits.ts';
import type { CodedDocument, CodedForm } from '../coded-page.ts';
import type { DocumentFile } from './document-file.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { SearchHit } from './streams.ts';

/** The bytes of a document, or where to read them. */
type DocumentPiece = Buffer | { readonly file: DocumentFile; readonly row: number };

const [OPEN, COMMA, CLOSE] = [...Buffer.from('[,]')] as [number, number, number];

/**
 * The documents of the hits as one JSON array, as the index has them or newer; undefined when one must be read
 * from the store. All are read into one buffer: ten buffers that are concatenated take twice as long.
 */
export function serializePage(index: IndexSnapshot, hits: readonly SearchHit[]): Buffer | undefined {
  const pieces: DocumentPiece[] = [];
  for (const hit of hits) {
    const piece = findDocument(index, hit);
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  const lengths = pieces.map((piece) => ('file' in piece ? piece.file.lengthOf(piece.row) : piece.length));
  const size = lengths.reduce((sum, length) => sum + length + 1, 1);
  const list = acquireBuffer(Math.max(size, 2));
  list[0] = OPEN;
  let at = 1;
  for (const [number, piece] of pieces.entries()) {
    if ('file' in piece) {
      if (!piece.file.readInto(list, at, piece.row)) return undefined;
    } else piece.copy(list, at);
    at += lengths[number] as number;
    list[at] = COMMA;
    at += 1;
  }
  list[list.length - 1] = CLOSE;
  return list;
}

/** The serializers of the first hits. */
export const pageSerializers = (index: IndexSnapshot, found: readonly SearchHit[]) => ({
  serialized: (count: number) => serializePage(index, found.slice(0, count)),
  coded: (count: number, form: CodedForm) => codePage(index, found.slice(0, count), form),
});

/** An empty page is not worth it. */
function codePage(
  index: IndexSnapshot,
  hits: readonly SearchHit[],
  form: CodedForm,
): CodedDocument[] | undefined {
  const sources: DocumentSource[] = [];
  for (const hit of hits) {
    const version = versionOf(index, hit);
    if (version === undefined) return undefined;
    sources.push({ id: hit.id, version, read: () => readDocument(index, hit) });
  }
  const documents = (form.coding.name === 'identity' ? plainDocuments : codedDocuments).getPage(
    form,
    sources,
  );
  return documents === undefined || documents.length === 0 || haveCommonKeys(documents)
    ? undefined
    : documents;
}

/** A listing that moves from one property to another may stand in the documents of both for a moment. */
function haveCommonKeys(documents: readonly CodedDocument[]): boolean {
  const keys = documents.flatMap(({ keys: own = [] }) => own);
  return new Set(keys).size < keys.length;
}

/** Moments only grow: their sum changes with each of them. */
const sumMoments = (seen: LastSeenTimes | undefined): number =>
  seen === undefined ? 0 : [...seen.values()].reduce((sum, moment) => sum + moment, 0);

function versionOf(index: IndexSnapshot, hit: SearchHit): DocumentVersion | undefined {
  const { view, row } = hit.view === undefined ? index.locate(hit.id) : hit;
  const seen = sumMoments(index.lastSeen.of(hit.id));
  if (view === undefined || row === undefined) return [index.tail.get(hit.id)?.document, seen];
  return view.documents && [view.documents, row, seen];
}

function readDocument(index: IndexSnapshot, hit: SearchHit): Buffer | undefined {
  const piece = findDocument(index, hit);
  if (piece === undefined || !('file' in piece)) return piece;
  return readFromFile(piece.file, piece.row);
}

/** One byte more than the document has: that is how unpacking sees its end. */
function readFromFile(file: DocumentFile, row: number): Buffer | undefined {
  const length = file.lengthOf(row);
  const bytes = Buffer.allocUnsafe(length + 1);
  return file.readInto(bytes, 0, row) ? bytes.subarray(0, length) : undefined;
}

function findDocument(index: IndexSnapshot, hit: SearchHit): DocumentPiece | undefined {
  const { view, row } = hit.view === undefined ? index.locate(hit.id) : hit;
  const seen = index.lastSeen.of(hit.id);
  if (view === undefined || row === undefined) {
    const packed = index.tail.get(hit.id)?.document;
    if (packed === undefined) return undefined;
    const document = unpackDocument(packed);
    return Buffer.from(seen === undefined ? document : patchLastSeen(document, seen));
  }
  const file = view.documents;
  if (file === undefined || seen === undefined) return file && { file, row };
  const bytes = readFromFile(file, row);
  return bytes && Buffer.from(patchLastSeen(bytes.toString(), seen));
}

/** What a document was made of. Equal values mean equal bytes. */
type DocumentVersion = readonly unknown[];

/** Per process: some 12,000 compressed documents. */
const MAX_CACHED_BYTES = 32 * 2 ** 20;
/** A little more than are cached. */
const MAX_KNOWN_DOCUMENTS = 20_000;
/** Compressing one takes 0.1 ms, in the event loop; rendering one 0.05. */
const MAX_COMPRESSED_AT_ONCE = 25;

/** A document of a page, and how to read it. */
interface DocumentSource {
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
 * The most recently used documents, coded, by property and form. Compressed pieces cost twice the CPU of compressing a page as a
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

  /** The documents of a page; undefined when one of them is not coded yet, cannot be read or cannot be divided. */
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

const codedDocuments = new CodedDocuments();
/** Those that are rendered and not compressed take six times the bytes, and would displace the others. */
const plainDocuments = new CodedDocuments();

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
