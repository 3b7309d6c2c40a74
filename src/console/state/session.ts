import type { PersonJson } from '../api/generated/console.ts';
import { createStore } from './store.ts';

/** The person signed in; undefined before it is known, null when nobody is. */
export const session = createStore<PersonJson | null | undefined>(undefined);
