import type { Db } from '../db/sql.ts';
import { judgeKey, keyDigest } from './key.ts';
import { type KeyRow, liveKeyByDigest, liveKeysByDigests } from './store.ts';

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
export const KEY_TRUST_MS = 1_000;

/** A key in use is asked for again this long after it was, while it is still trusted: whoever calls often never waits for the answer. */
const ASK_AGAIN_MS = KEY_TRUST_MS / 2;

/** Keys remembered by one process; above it the oldest are asked for again. */
const REMEMBERED_KEYS = 10_000;

export interface Authenticator {
  /**
   * Answers at once, without a promise, for a key asked for in the last second: the common case of every request.
   * When `mayAsk` says no, a key that was never valid here is refused without asking the database.
   */
  authenticate(key: string, mayAsk?: () => boolean): Authentication | Promise<Authentication>;
}

interface Remembered {
  authentication: Authentication;
  /** Reckoned from before the question: a revocation while the answer travels must not be trusted longer. */
  askedAt: number;
}

export function createAuthenticator(
  db: Db,
  monotonic: () => number = () => performance.now(),
): Authenticator {
  // By the key itself, not its digest: hashing every request's key again cost 4 % of the CPU of a null route.
  const known = new Map<string, Remembered>();

  const due = new Set<string>();
  let asking: ReadonlySet<string> | undefined;

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
    if (known.size > REMEMBERED_KEYS) known.delete(known.keys().next().value ?? key);
    return authentication;
  }

  /** Those that came to be due while others were asked for go together in the next question. */
  async function askAgain(): Promise<void> {
    try {
      while (due.size > 0) {
        asking = new Set(due);
        const asked = monotonic();
        const keys = new Map([...asking].map((key) => [keyDigest(key).toString('hex'), key]));
        due.clear();
        const digests = [...keys.keys()].map((digest) => Buffer.from(digest, 'hex'));
        const live = await liveKeysByDigests(db, digests);
        for (const row of live) remember(keys.get(row.digest.toString('hex')) ?? '', row, asked);
        for (const row of live) keys.delete(row.digest.toString('hex'));
        for (const key of keys.values()) known.delete(key);
      }
    } catch {
      // They are asked for again once they are not trusted any more, and who calls hears of it.
    } finally {
      asking = undefined;
    }
  }

  return {
    authenticate(key, mayAsk = () => true) {
      const remembered = known.get(key);
      const age = remembered === undefined ? Infinity : monotonic() - remembered.askedAt;
      if (remembered !== undefined && age < KEY_TRUST_MS) {
        if (age >= ASK_AGAIN_MS && !asking?.has(key)) due.add(key);
        if (due.size > 0 && asking === undefined) void askAgain();
        return remembered.authentication;
      }
      const form = judgeKey(key);
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
