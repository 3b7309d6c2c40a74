import { accountExists } from '../accounts/accounts.ts';
import { addMember, findMembership } from '../accounts/members.ts';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import { generateSecret, isSecret, secretDigest } from './secret.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionByDigest,
  insertSession,
  type SessionRow,
  type SessionWithPersonRow,
  selectSessions,
  sessionByDigest,
  updateLastUsed,
  updateSessionAccount,
} from './session-store.ts';
import { updatePersonAccount } from './store.ts';

export type { SessionRow, SessionWithPersonRow } from './session-store.ts';

/** A session ends this long after the sign-in. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** And this long after its last use. */
const MAX_IDLE_MS = 7 * DAY_MS;
/** Maximum delay of the time of last use: otherwise each call would write. */
const LAST_USED_PRECISION_MS = 60_000;
const MAX_USER_AGENT_CHARS = 300;

const validityWindow = (now: Date) => ({ now, usedSince: new Date(now.getTime() - MAX_IDLE_MS) });

/** A new session has a new secret: an earlier secret of the browser is never reused, so none can be planted. */
export async function openSession(
  db: Db,
  clock: Clock,
  { personId, accountId }: { personId: string; accountId: string },
  { provider, userAgent }: { provider: string; userAgent: string | undefined },
): Promise<{ secret: string; id: string }> {
  const secret = generateSecret();
  const now = clock.now();
  const id = newId(now);
  await insertSession(db, {
    id,
    digest: secretDigest(secret),
    personId,
    accountId,
    provider,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
  });
  return { secret, id };
}

/** Queried with every call: a revoked session ends at once, everywhere. */
export async function findSession(
  db: Db,
  clock: Clock,
  secret: string,
): Promise<SessionWithPersonRow | undefined> {
  if (!isSecret(secret)) return undefined;
  const now = clock.now();
  const found = await sessionByDigest(db, secretDigest(secret), validityWindow(now));
  if (found !== undefined && now.getTime() - found.lastUsedAt.getTime() > LAST_USED_PRECISION_MS)
    await updateLastUsed(db, found.id, now);
  return found;
}

/**
 * The session acts on another account from now on, and so does the next sign-in. False when the person is not on that
 * account; a developer at this machine joins any account as an owner.
 */
export const enterAccount = (
  db: Database,
  clock: Clock,
  { personId, sessionId, isLocal }: { personId: string; sessionId: string; isLocal: boolean },
  accountId: string,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isMember = (await findMembership(tx, accountId, personId)) !== undefined;
    if (!isMember && !(isLocal && (await accountExists(tx, accountId)))) return false;
    if (!isMember) await addMember(tx, clock, { accountId, personId, role: 'OWNER' });
    await updateSessionAccount(tx, sessionId, accountId);
    await updatePersonAccount(tx, personId, accountId);
    return true;
  });

export const listSessions = (db: Db, clock: Clock, personId: string): Promise<SessionRow[]> =>
  selectSessions(db, personId, validityWindow(clock.now()));

export const revokeSession = (db: Db, personId: string, id: string): Promise<boolean> =>
  deleteSession(db, personId, id);

export const revokeOtherSessions = (db: Db, personId: string, kept: string): Promise<number> =>
  deleteOtherSessions(db, personId, kept);

/** Ends the session of the browser, also at a new sign-in. */
export async function endSession(db: Db, secret: string): Promise<void> {
  if (isSecret(secret)) await deleteSessionByDigest(db, secretDigest(secret));
}
