import type { Held } from '../../src/properties/search/memory/held.ts';
import { writtenList } from '../../src/properties/search/memory/written-list.ts';

/** The document of one property as an answer from memory shows it; none where it would be read from the store. */
export function documentIn(held: Held | undefined, id: string): string | undefined {
  const list = held && writtenList(held, [{ id, key: null }]);
  return list?.toString().slice(1, -1);
}
