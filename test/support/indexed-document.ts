import type { IndexSnapshot } from '../../src/properties/search/memory/index-snapshot.ts';
import { serializePage } from '../../src/properties/search/memory/serialize-page.ts';

/** The document of one property as memory serves it; undefined where it would be read from the database. */
export function readIndexedDocument(held: IndexSnapshot | undefined, id: string): string | undefined {
  const list = held && serializePage(held, [{ id, key: null }]);
  return list?.toString().slice(1, -1);
}
