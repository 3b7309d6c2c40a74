import type { Db } from '../db/sql.ts';
import { judgeKey, keyDigest } from './key.ts';
import { liveKeyByDigest } from './store.ts';

export interface Caller {
  accountId: string;
  apiKeyId: string;
  operator: boolean;
  billedInCredits: boolean;
  /** Set when a browser that is signed in calls, rather than a key. */
  signedIn?: SignedIn;
}

/** Who is signed in, and in which session. */
export interface SignedIn {
  personId: string;
  sessionId: string;
  accountName: string;
  name: string | null;
  email: string | null;
}

export type Authentication = { caller: Caller } | { refused: 'malformed' | 'earlier-version' | 'unknown' };

/** How long a process may go on trusting a key it has seen: a revocation elsewhere takes hold within it. */
export const KEY_TRUST_MS = 5_000;

/** Keys remembered by one process; above it the oldest are asked for again. */
const REMEMBERED_KEYS = 10_000;

export interface Authenticator {
  /**
   * Answers at once, without a promise, for a key seen in the last five seconds: the common case of every request.
   * When `mayAsk` says no, a key that was never valid here is refused without asking the database.
   */
  authenticate(key: string, mayAsk?: () => boolean): Authentication | Promise<Authentication>;
}

interface Remembered {
  authentication: Authentication;
  until: number;
}

export function createAuthenticator(
  db: Db,
  monotonic: () => number = () => performance.now(),
): Authenticator {
  // By the key itself, not its digest: hashing every request's key again cost 4 % of the CPU of a null route.
  const known = new Map<string, Remembered>();

  async function lookUp(key: string): Promise<Authentication> {
    // Reckoned from before the question: a revocation while the answer travels must not be trusted longer.
    const asked = monotonic();
    const row = await liveKeyByDigest(db, keyDigest(key));
    if (row === undefined) {
      known.delete(key);
      return { refused: 'unknown' };
    }
    const authentication = {
      caller: {
        accountId: row.accountId,
        apiKeyId: row.apiKeyId,
        operator: row.operator,
        billedInCredits: row.billedInCredits,
      },
    };
    known.delete(key);
    known.set(key, { authentication, until: asked + KEY_TRUST_MS });
    if (known.size > REMEMBERED_KEYS) known.delete(known.keys().next().value ?? key);
    return authentication;
  }

  return {
    authenticate(key, mayAsk = () => true) {
      const remembered = known.get(key);
      if (remembered !== undefined && remembered.until > monotonic()) return remembered.authentication;
      const form = judgeKey(key);
      if (form !== 'well-formed') return { refused: form };
      return remembered !== undefined || mayAsk() ? lookUp(key) : { refused: 'unknown' };
    },
  };
}
