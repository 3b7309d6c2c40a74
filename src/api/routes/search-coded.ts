import { type CodedPiece, joinPieces, type PieceCoding } from '../../lib/coded-pieces.ts';
import type { CodedDocument, CodedForm, DocumentLayout } from '../../properties/search/coded-page.ts';
import type { ResponseFormat } from '../media-type.ts';
import { renderPropertyText } from './property-text.ts';

const flatLayout: DocumentLayout = { name: 'flat', split: (document) => ({ own: [document] }) };

/** The resource object of a property, and what it alone includes. One character stands for each byte. */
const jsonApiLayout: DocumentLayout = {
  name: 'json-api',
  split(document) {
    const text = renderPropertyText(document.toString('latin1'));
    if (text === undefined) return undefined;
    return {
      own: [text.data, [...text.own.values()].join()].map((part) => Buffer.from(part, 'latin1')),
      keys: [...text.own.keys()],
      shared: text.shared,
    };
  },
};

/** The form in which a search may answer with pieces. */
export const codedForm = (coding: PieceCoding | undefined, format: ResponseFormat): CodedForm | undefined =>
  coding && { coding, layout: format === 'flat' ? flatLayout : jsonApiLayout };

export const joinFlatPage = (coding: PieceCoding, documents: readonly CodedDocument[]): Buffer =>
  joinPieces(coding, ['[', ...withCommas(documents.flatMap(({ pieces }) => pieces)), ']']);

/** The same document as from plain results. */
export function joinSearchDocument(
  coding: PieceCoding,
  documents: readonly CodedDocument[],
  { meta, self }: { meta: string; self: string },
): Buffer {
  const shared = new Map(documents.flatMap(({ shared: own = [] }) => [...own]));
  const included = documents.flatMap(({ pieces }) => pieces.slice(1));
  const sharedPiece = coding.compress(Buffer.from([...shared.values()].join(), 'latin1'));
  return joinPieces(coding, [
    '{"data":[',
    ...withCommas(documents.flatMap(({ pieces }) => pieces.slice(0, 1))),
    '],"meta":',
    coding.compress(Buffer.from(meta)),
    `,"links":{"self":"${self}"},"included":[`,
    ...withCommas([...included, sharedPiece]),
    ']}',
  ]);
}

const withCommas = (pieces: readonly CodedPiece[]): (string | CodedPiece)[] =>
  pieces.filter(({ bytes }) => bytes > 0).flatMap((piece, at) => (at === 0 ? [piece] : [',', piece]));
