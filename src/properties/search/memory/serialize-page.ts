import { acquireBuffer } from '../../../lib/buffer-pool.ts';
import { type LastSeenTimes, patchLastSeen } from '../../last-seen.ts';
import type { CodedDocument, CodedForm } from '../coded-page.ts';
import { CodedDocuments, type DocumentSource, type DocumentVersion } from './coded-documents.ts';
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

const codedDocuments = new CodedDocuments();

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
  const documents = codedDocuments.getPage(form, sources);
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
  const bytes = Buffer.allocUnsafe(piece.file.lengthOf(piece.row));
  return piece.file.readInto(bytes, 0, piece.row) ? bytes : undefined;
}

function findDocument(index: IndexSnapshot, hit: SearchHit): DocumentPiece | undefined {
  const { view, row } = hit.view === undefined ? index.locate(hit.id) : hit;
  const seen = index.lastSeen.of(hit.id);
  if (view === undefined || row === undefined) {
    const document = index.tail.get(hit.id)?.document;
    if (document === undefined) return undefined;
    return Buffer.from(seen === undefined ? document : patchLastSeen(document, seen));
  }
  const file = view.documents;
  if (file === undefined || seen === undefined) return file && { file, row };
  const bytes = Buffer.allocUnsafe(file.lengthOf(row));
  return file.readInto(bytes, 0, row) ? Buffer.from(patchLastSeen(bytes.toString(), seen)) : undefined;
}
