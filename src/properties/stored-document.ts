import { isPacked, packDocument, STORED_DOCUMENT, unpackDocument } from './packed-document.ts';
import { parseLastSeenTimes, patchLastSeen } from './visits.ts';

/** The columns of a `StoredDocument`, of the property with this id; null unless the condition holds. */
export function documentColumns(id: string, condition = 'true'): string {
  const ofProperty = (table: string): string =>
    `from ${table} where ${table}.property_id = ${id} and ${condition}`;
  return `
    (select ${STORED_DOCUMENT} ${ofProperty('property')}) as document,
    (select json_object_agg(listing_id, last_seen_at) ${ofProperty('listing_visit')}) as seen`;
}

export interface StoredDocument {
  readonly document: Buffer;
  /** The latest last-seen times of its listings, if it has any. */
  readonly seen: Readonly<Record<string, string>> | null;
}

/** The flat result. */
export const serializeStored = ({ document, seen }: StoredDocument): string =>
  patchLastSeen(unpackDocument(document), parseLastSeenTimes(seen ?? {}));

/** The flat result, packed: as it is stored, unless a listing was seen since. */
export function packStored({ document, seen }: StoredDocument): Buffer {
  const stored = unpackDocument(document);
  const text = patchLastSeen(stored, parseLastSeenTimes(seen ?? {}));
  return text === stored && isPacked(document) ? document : packDocument(text);
}
