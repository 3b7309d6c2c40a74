import type { CodedPiece, PieceCoding } from '../../lib/coded-pieces.ts';

/** How the documents of a page are divided into pieces that are compressed once and not per answer. */
export interface DocumentLayout {
  /** Unique among layouts: pieces are cached under it. */
  readonly name: string;
  /** Undefined when the document cannot be divided. */
  split(document: Buffer): DocumentParts | undefined;
}

export interface DocumentParts {
  /** Each becomes a piece. */
  readonly own: readonly Buffer[];
  /** Of what stands in them: a page in which two documents have the same is not made of pieces. */
  readonly keys?: readonly string[];
  /** What other documents of a page may have too, by key: a page has each once. */
  readonly shared?: ReadonlyMap<string, string>;
}

export interface CodedDocument extends Omit<DocumentParts, 'own'> {
  readonly pieces: readonly CodedPiece[];
}

/** A coding that the client accepts, and the layout of the documents. */
export interface CodedForm {
  readonly coding: PieceCoding;
  readonly layout: DocumentLayout;
}
