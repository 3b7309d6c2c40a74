import type { Db } from '../db/sql.ts';
import { checkKeyFormat, keyDigest } from './key.ts';
import type { KeyScope } from './key-scopes.ts';
import type { Role } from './roles.ts';
import { keysRevokedSince, type LiveKey, liveKeyByDigest, markUsed } from './store.ts';

export interface Caller {
  accountId: string;
  apiKeyId: string;
  operator: boolean;
  /** Of the key. A person who may only read has READ, and so have their keys; others have FULL. */
  scope: KeyScope;
  /** Of the person on the account; for a key, of who created it. */
  role: Role;
  billedInCredits: boolean;
  /** Set for a signed-in browser instead of a key. */
  signedIn?: SessionUser;
}

/** The person who is signed in, and the session. */
export interface SessionUser {
  personId: string;
  sessionId: string;
  accountName: string;
  name: string | null;
  email: string | null;
  /** Signed in without a provider, on this machine: may enter any account. */
  isLocal: boolean;
}

export type Authentication = { caller: Caller } | { refused: 'malformed' | 'earlier-version' | 'unknown' };

/** A revocation in another process takes effect within it. */
export const MAX_REVOCATION_DELAY_MS = 1_000;

/** Maximum age of other facts of a key, such as whether its calls take credits. */
export const MAX_KEY_AGE_MS = 5_000;

/** How often a process with callers queries revoked keys: one query for all keys. */
const REVOCATION_POLL_MS = MAX_REVOCATION_DELAY_MS / 2;

/** Keys cached by one process; above it the oldest are queried again. */
const MAX_CACHED_KEYS = 10_000;

export interface Authenticator {
  /**
   * Returns without a promise for a key that was queried recently and not revoked since: the common case.
   * When `mayAsk` returns false, a key that was never valid here is refused without a query.
   */
  authenticate(key: string, mayAsk?: () => boolean): Authentication | Promise<Authentication>;
}

interface CachedAuthentication {
  authentication: Authentication;
  /** Measured from before the query: a revocation while the result travels must not be trusted longer. */
  askedAt: number;
}

export function createAuthenticator(
  db: Db,
  monotonic: () => number = () => performance.now(),
): Authenticator {
  // By the key itself, not its digest: hashing the key of every request cost 4 % of the CPU of a null route.
  const known = new Map<string, CachedAuthentication>();

  /** When the last successful query of revoked keys started. */
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = false;
  let newest: Date | undefined;

  /** Calls of one key that come together wait for one query, unless it takes so long that the key may be revoked since. */
  const lookups = new Map<string, { result: Promise<Authentication>; askedAt: number }>();
  function lookUpOnce(key: string, now: number): Promise<Authentication> {
    const open = lookups.get(key);
    if (open !== undefined && now - open.askedAt < MAX_REVOCATION_DELAY_MS) return open.result;
    const lookup = { result: lookUp(key), askedAt: now };
    lookups.set(key, lookup);
    const forget = (): void => {
      if (lookups.get(key) === lookup) lookups.delete(key);
    };
    lookup.result.then(forget, forget);
    return lookup.result;
  }

  async function lookUp(key: string): Promise<Authentication> {
    const startedMs = monotonic();
    const row = await liveKeyByDigest(db, keyDigest(key));
    if (row === undefined) {
      known.delete(key);
      return { refused: 'unknown' };
    }
    return remember(key, row, startedMs);
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
      // Keys are queried one by one meanwhile, and callers get the error.
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
      return remembered !== undefined || mayAsk() ? lookUpOnce(key, now) : { refused: 'unknown' };
    },
  };
}

const callerOf = ({ accountId, apiKeyId, operator, scope, role, billedInCredits }: LiveKey): Caller => ({
  accountId,
  apiKeyId,
  operator,
  scope: role === 'READ_ONLY' ? 'READ' : scope,
  role,
  billedInCredits,
});

/** Maximum delay of the time of last use of a key. */
const FLUSH_INTERVAL_MS = 2_000;

/** Collects when each key was last used and writes it now and then, outside of requests. */
export class LastUsedRecorder {
  readonly #db: Db;
  readonly #onFailure: (error: unknown) => void;
  #used = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  record(apiKeyId: string, at: Date): void {
    this.#used.set(apiKeyId, at);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_INTERVAL_MS);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#used.size === 0) return;
    const used = this.#used;
    this.#used = new Map();
    await markUsed(this.#db, used).catch((error) => {
      this.#onFailure(error);
      // Written with the next flush, unless the key was used again meanwhile.
      this.#used = new Map([...used, ...this.#used]);
    });
  }
}

interface BilledRequest {
  caller: Caller | undefined;
  endpoint: { access: string };
}

/** The console's own routes are free: they answer a session only, and a person who looks is no program that reads. */
export const isBilled = ({ caller, endpoint }: BilledRequest): boolean =>
  caller?.billedInCredits === true && endpoint.access !== 'session';
