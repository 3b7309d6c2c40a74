import type { Db } from '../db/sql.ts';
import { deleteIdleRates, type Taken, takeRequests } from './store.ts';

/** Requests an account may make in any moving minute, over all its keys, addresses and processes. */
export const REQUESTS_PER_WINDOW = 500;
const WINDOW_SECONDS = 60;

/** Most a process takes from the database at once, as a share of the limit: what a crash may waste, and others wait a second for. */
const LARGEST_SHARE = 1 / 16;

/** While an account is over its limit, how often a process asks the database again; refusals in between cost no query. */
const RECHECK_MS = 200;

/** How often unused parts of ended grants are given back. */
const SWEEP_MS = 250;

/** How long the pace of a quiet account is remembered. */
const FORGET_MS = 10_000;

export interface Admission {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** Unix time, in seconds, at which a further request is sure to find room. */
  retryAt: number;
}

export interface RateSettings {
  permitted: number;
  windowSeconds: number;
  monotonic: () => number;
}

interface Grant {
  slot: number;
  left: number;
  /** Monotonic time at which the slot ends; reckoned from before the question was sent, so never late. */
  endsAt: number;
  free: number;
  retryAt: number;
  /** Requests admitted in this slot: the best guess of what the next one needs. */
  spent: number;
  nextSize: number;
  recheckAt: number;
  /** Callers that wait for the database, in order. */
  queue: Waiting[];
  asking: boolean;
}

interface Waiting {
  resolve(admission: Admission): void;
  reject(error: unknown): void;
}

const noGrant = (): Grant => ({
  slot: 0,
  left: 0,
  endsAt: 0,
  free: 0,
  retryAt: 0,
  spent: 0,
  nextSize: 1,
  recheckAt: 0,
  queue: [],
  asking: false,
});

/**
 * A process takes requests from the database in small grants and spends them without asking. A grant is dead when its
 * one-second slot ends, and its rest is given back. The database counts a grant for the window after its slot, so the sum over every
 * moving minute stays within the limit whatever the processes' clocks say: only durations are taken from them.
 */
export class RequestRate {
  readonly #db: Db;
  readonly #permitted: number;
  readonly #windowSlots: number;
  readonly #largest: number;
  readonly #monotonic: () => number;
  readonly #grants = new Map<string, Grant>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(db: Db, settings: Partial<RateSettings> = {}) {
    this.#db = db;
    this.#permitted = settings.permitted ?? REQUESTS_PER_WINDOW;
    this.#largest = Math.ceil(this.#permitted * LARGEST_SHARE);
    this.#windowSlots = settings.windowSeconds ?? WINDOW_SECONDS;
    this.#monotonic = settings.monotonic ?? (() => performance.now());
    // A failed sweep only loses the giving back: the database counts the rest as used until the window has passed.
    this.#sweeper = setInterval(() => void this.#sweep().catch(() => undefined), SWEEP_MS);
    this.#sweeper.unref();
  }

  /** Answers without a promise when this process still holds a grant: most requests of a busy second. */
  admit(accountId: string): Admission | Promise<Admission> {
    let grant = this.#grants.get(accountId);
    if (grant === undefined) {
      grant = noGrant();
      this.#grants.set(accountId, grant);
    }
    return this.#spend(grant) ?? this.#askThenSpend(accountId, grant);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const [accountId, grant] of this.#grants) await this.#giveBack(accountId, grant);
    this.#grants.clear();
  }

  #spend(grant: Grant): Admission | undefined {
    const now = this.#monotonic();
    const limit = this.#permitted;
    if (grant.left > 0 && now < grant.endsAt) {
      grant.left -= 1;
      grant.spent += 1;
      return { admitted: true, limit, remaining: grant.free + grant.left, retryAt: grant.retryAt };
    }
    if (now < grant.recheckAt) return { admitted: false, limit, remaining: 0, retryAt: grant.retryAt };
    return undefined;
  }

  #askThenSpend(accountId: string, grant: Grant): Promise<Admission> {
    return new Promise((resolve, reject) => {
      grant.queue.push({ resolve, reject });
      if (!grant.asking) void this.#ask(accountId, grant);
    });
  }

  async #ask(accountId: string, grant: Grant): Promise<void> {
    grant.asking = true;
    while (grant.queue.length > 0) {
      const batch = grant.queue.splice(0);
      try {
        const granted = await this.#take(accountId, grant, batch.length);
        this.#serve(grant, batch, granted);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    grant.asking = false;
  }

  /**
   * Who waited when the question was sent was admitted by the answer, in the slot that counted him, however late the answer
   * comes: over a line slower than a slot nobody else could ever spend it in time.
   */
  #serve(grant: Grant, batch: Waiting[], granted: number): void {
    const limit = this.#permitted;
    for (const [at, waiting] of batch.entries()) {
      if (at < granted) {
        grant.spent += 1;
        waiting.resolve({
          admitted: true,
          limit,
          remaining: grant.free + grant.left,
          retryAt: grant.retryAt,
        });
      } else if (granted === 0) {
        waiting.resolve({ admitted: false, limit, remaining: 0, retryAt: grant.retryAt });
      } else grant.queue.push(waiting);
    }
  }

  /** Answers how many of the `waiting` were granted; what was granted beyond them is left for the rest of the slot. */
  async #take(accountId: string, grant: Grant, waiting: number): Promise<number> {
    const asked = this.#monotonic();
    const taken = await this.#exchange(accountId, grant, Math.max(grant.nextSize, waiting));
    const again = grant.slot === taken.slot;
    grant.nextSize = Math.max(1, Math.min(this.#largest, again ? grant.nextSize * 2 : grant.spent));
    if (!again) grant.spent = 0;
    const served = Math.min(waiting, taken.granted);
    grant.slot = taken.slot;
    grant.left = taken.granted - served;
    grant.free = taken.free;
    grant.endsAt = asked + taken.slotEndsInMs;
    grant.retryAt = taken.retrySlot;
    grant.recheckAt = taken.granted === 0 ? this.#monotonic() + RECHECK_MS : 0;
    return served;
  }

  #exchange(accountId: string, grant: Grant, wanted: number): Promise<Taken> {
    const unused = grant.left;
    grant.left = 0;
    return takeRequests(this.#db, {
      accountId,
      wanted,
      permitted: this.#permitted,
      windowSlots: this.#windowSlots,
      unusedSlot: grant.slot,
      unused,
    });
  }

  async #giveBack(accountId: string, grant: Grant): Promise<void> {
    if (grant.left > 0) await this.#exchange(accountId, grant, 0);
  }

  async #sweep(): Promise<void> {
    const now = this.#monotonic();
    for (const [accountId, grant] of this.#grants) {
      if (grant.asking || now < grant.endsAt) continue;
      if (now > grant.endsAt + FORGET_MS && now > grant.recheckAt) this.#grants.delete(accountId);
      await this.#giveBack(accountId, grant);
    }
  }
}

/** Rows of accounts that made no request for an hour count nothing any more. */
export const forgetQuietAccounts = (db: Db): Promise<void> => deleteIdleRates(db, 60 * WINDOW_SECONDS);
