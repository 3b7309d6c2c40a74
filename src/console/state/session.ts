import type { PersonJson } from '../api/generated/console.ts';
import { createStore } from './store.ts';

/** The person signed in; undefined before it is known, null when nobody is. */
export const session = createStore<PersonJson | null | undefined>(undefined);

/** The session ended while a screen is in use: the person signs in above it, and nothing on it is lost. */
export const isSessionExpired = createStore(false);

/** Resolves to true once the same person has signed in again, to false when they gave up. */
export function waitForSignIn(): Promise<boolean> {
  isSessionExpired.set(true);
  return new Promise((resolve) => {
    const stop = isSessionExpired.subscribe(() => {
      if (isSessionExpired.get()) return;
      stop();
      resolve(session.get() !== null);
    });
  });
}

/** The session that a sign-in in another window opened. Another person's screen is not ours to go on with. */
export function resumeSession(signedIn: PersonJson): void {
  const before = session.get();
  if (before && (before.id !== signedIn.id || before.accountId !== signedIn.accountId)) {
    location.reload();
    return;
  }
  session.set(signedIn);
  isSessionExpired.set(false);
}

export function abandonSession(): void {
  session.set(null);
  isSessionExpired.set(false);
}
