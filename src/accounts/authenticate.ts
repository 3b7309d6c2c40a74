import type { Db } from '../db/sql.ts';
import { checkKeyFormat, keyDigest } from './key.ts';
import { type KeyRow, keysRevokedSince, liveKeyByDigest } from './store.ts';

export interface Caller {
  accountId: string;
  apiKeyId: string;
  operator: boolean;
  billedInCredits: boolean;
  /** Set when a browser that is signed in calls, rather than a key. */
  signedIn?: SessionUser;
}

/** Who is signed in, and in which session. */
export interface SessionUser {
  personId: string;
  sessionId: string;
  accountName: string;
  name: string | null;
  email: string | null;
}

export type Authentication = { caller: Caller } | { refused: 'malformed' | 'earlier-version' | 'unknown' };

/** A revocation elsewhere takes hold within it. */
export const MAX_REVOCATION_DELAY_MS = 1_000;

/** What else is known of a key, such as whether its calls take credits, may be so old. */
export const MAX_KEY_AGE_MS = 5_000;

/** How often a process with callers looks for keys that were revoked: one question for all keys, however many are in use. */
const REVOCATION_POLL_MS = MAX_REVOCATION_DELAY_MS / 2;

/** Keys remembered by one process; above it the oldest are asked for again. */
const MAX_CACHED_KEYS = 10_000;

export interface Authenticator {
  /**
   * Answers at once, without a promise, for a key asked for lately and not revoked since: the common case of every request.
   * When `mayAsk` says no, a key that was never valid here is refused without asking the database.
   */
  authenticate(key: string, mayAsk?: () => boolean): Authentication | Promise<Authentication>;
}

interface CachedAuthentication {
  authentication: Authentication;
  /** Reckoned from before the question: a revocation while the answer travels must not be trusted longer. */
  askedAt: number;
}

export function createAuthenticator(
  db: Db,
  monotonic: () => number = () => performance.now(),
): Authenticator {
  // By the key itself, not its digest: hashing every request's key again cost 4 % of the CPU of a null route.
  const known = new Map<string, CachedAuthentication>();

  /** When the last look for revoked keys that was answered began. */
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = false;
  let newest: Date | undefined;

  async function lookUp(key: string): Promise<Authentication> {
    const asked = monotonic();
    const row = await liveKeyByDigest(db, keyDigest(key));
    if (row === undefined) {
      known.delete(key);
      return { refused: 'unknown' };
    }
    return remember(key, row, asked);
  }

  function remember(key: string, row: LiveKey, askedAt: number): Authentication {
    const authentication = { caller: callerOf(row) };
    known.delete(key);
    known.set(key, { authentication, askedAt });
    if (known.size > MAX_CACHED_KEYS) known.delete(known.keys().next().value ?? key);
    return authentication;
  }

  async function lookForRevoked(began: number): Promise<void> {
    looking = true;
    try {
      const revoked = await keysRevokedSince(db, newest);
      newest = revoked[0]?.revokedAt ?? newest;
      const ids = new Set(revoked.map(({ apiKeyId }) => apiKeyId));
      if (ids.size > 0)
        for (const [key, { authentication }] of known)
          if ('caller' in authentication && ids.has(authentication.caller.apiKeyId)) known.delete(key);
      lookedAt = began;
    } catch {
      // Keys are asked for one by one meanwhile, and who calls hears of it.
    } finally {
      looking = false;
    }
  }

  const isTrusted = ({ askedAt }: CachedAuthentication, now: number): boolean =>
    now - askedAt < MAX_REVOCATION_DELAY_MS ||
    (now - askedAt < MAX_KEY_AGE_MS && now - lookedAt < MAX_REVOCATION_DELAY_MS);

  return {
    authenticate(key, mayAsk = () => true) {
      const remembered = known.get(key);
      const now = monotonic();
      if (remembered !== undefined) {
        if (now - lookedAt >= REVOCATION_POLL_MS && !looking) void lookForRevoked(now);
        if (isTrusted(remembered, now)) return remembered.authentication;
      }
      const form = checkKeyFormat(key);
      if (form !== 'well-formed') return { refused: form };
      return remembered !== undefined || mayAsk() ? lookUp(key) : { refused: 'unknown' };
    },
  };
}

type LiveKey = KeyRow & { billedInCredits: boolean };

const callerOf = ({ accountId, apiKeyId, operator, billedInCredits }: LiveKey): Caller => ({
  accountId,
  apiKeyId,
  operator,
  billedInCredits,
});
