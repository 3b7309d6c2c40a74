import { readStored, writeStored } from './local-storage.ts';
import { createStore } from './store.ts';

export const MAX_COMPARED = 4;
const NAME = 'compared';

/** The ids of the homes that a person picked to see side by side; kept in this browser. */
export const compared = createStore<readonly string[]>(
  (readStored(NAME) ?? '').split(' ').filter(Boolean).slice(0, MAX_COMPARED),
);

export function setCompared(ids: readonly string[]): void {
  const next = [...new Set(ids)].slice(0, MAX_COMPARED);
  writeStored(NAME, next.join(' '));
  compared.set(next);
}

export const toggleCompared = (id: string): void => {
  const ids = compared.get();
  setCompared(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
};
