import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import type { Duty } from '../queue/duty.ts';
import { isSecret, newSecret, secretDigest } from './secret.ts';
import { deleteOver, insertSignIn, type SignInRow, takeSignIn } from './store.ts';

/** How long somebody may take at the provider's. */
export const SIGN_IN_MS = 10 * 60_000;
const SWEEP_MS = 10 * 60_000;

/** Begins a sign-in; the secret is for the browser alone. */
export async function beginSignIn(db: Db, clock: Clock, signIn: SignInRow): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(clock.now().getTime() + SIGN_IN_MS);
  await insertSignIn(db, { ...signIn, digest: secretDigest(secret), expiresAt });
  return secret;
}

/** The sign-in that this browser began, once: whoever comes with it again finds nothing. */
export async function endSignIn(db: Db, clock: Clock, secret: string): Promise<SignInRow | undefined> {
  return isSecret(secret) ? takeSignIn(db, secretDigest(secret), clock.now()) : undefined;
}

export const forgetSignIns = ({ db, clock }: { db: Db; clock: Clock }): Duty => ({
  name: 'forget sign-ins and sessions that are over',
  everyMs: SWEEP_MS,
  run: () => deleteOver(db, clock.now()),
});
