import { createStore } from './store.ts';

/** Who is signed in, as `/console/api/me` tells. */
export interface ConsoleSession {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly accountId: string;
  readonly accountName: string;
  readonly operator: boolean;
}

/** Undefined before it is known, null when nobody is signed in. */
export const session = createStore<ConsoleSession | null | undefined>(undefined);
