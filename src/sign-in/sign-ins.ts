import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { generateSecret, isSecret, secretDigest } from './secret.ts';
import { consumeSignIn, deleteExpired, insertSignIn, type SignInRow } from './store.ts';

/** How long a person may take at the provider. */
export const MAX_SIGN_IN_MS = 10 * 60_000;
const CLEANUP_EVERY_MS = 10 * 60_000;

/** Starts a sign-in; the secret is for the browser only. */
export async function beginSignIn(db: Db, clock: Clock, signIn: SignInRow): Promise<string> {
  const secret = generateSecret();
  const expiresAt = new Date(clock.now().getTime() + MAX_SIGN_IN_MS);
  await insertSignIn(db, { ...signIn, digest: secretDigest(secret), expiresAt });
  return secret;
}

/** The sign-in that this browser started; it is found once. */
export async function completeSignIn(db: Db, clock: Clock, secret: string): Promise<SignInRow | undefined> {
  return isSecret(secret) ? consumeSignIn(db, secretDigest(secret), clock.now()) : undefined;
}

export const signInCleanupJob = ({ db, clock }: { db: Db; clock: Clock }): PeriodicJob => ({
  name: 'delete expired sign-ins and sessions',
  everyMs: CLEANUP_EVERY_MS,
  run: () => deleteExpired(db, clock.now()),
});
