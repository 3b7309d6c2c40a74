import type { Db } from '../db/sql.ts';
import {
  type Admission,
  drainGrant,
  emptyGrant,
  type Grant,
  isBusy,
  NO_UNUSED_GRANT,
  type PendingRequest,
  type UnusedGrant,
} from './grant.ts';
import { deleteIdleRates, type GrantResult, requestGrant } from './store.ts';

/** Requests an account may make in any moving minute, over all its keys, addresses and processes. */
export const MAX_REQUESTS_PER_WINDOW = 500;
const WINDOW_SECONDS = 60;

/** Most a process holds at once, as a share of the limit: what a crash may waste, and others wait two seconds for. */
const MAX_GRANT_SHARE = 1 / 16;

/** A process that holds less than this share of its last grant asks for more before it runs out. */
const REFILL_SHARE = 1 / 4;

/** A grant after the first of a slot is so many times as large. */
const GRANT_GROWTH_FACTOR = 4;

/** So long after a slot the next one has surely begun in the database too. */
const RENEW_DELAY_MS = 2;

/** While an account is over its limit, how often a process asks the database again; refusals in between cost no query. */
const RECHECK_INTERVAL_MS = 200;

/** How often unused parts of ended grants are given back. */
const SWEEP_INTERVAL_MS = 250;

/** How long the pace of a quiet account is remembered. */
const IDLE_EVICTION_MS = 10_000;

export interface RateSettings {
  permitted: number;
  windowSeconds: number;
  monotonic: () => number;
}

/**
 * A process takes requests from the database in small grants and spends them without asking. Who calls several times in a second waits
 * for none but the first: more is taken before a grant is spent, and when its second is over. A grant is dead when its
 * one-second slot ends, and its rest is given back. The database counts a grant for the window after its slot, so the sum over every
 * moving minute stays within the limit whatever the processes' clocks say: only durations are taken from them.
 */
export class RequestRateLimiter {
  readonly #db: Db;
  readonly #permitted: number;
  readonly #windowSlots: number;
  readonly #maxGrant: number;
  readonly #monotonic: () => number;
  readonly #grants = new Map<string, Grant>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(db: Db, settings: Partial<RateSettings> = {}) {
    this.#db = db;
    this.#permitted = settings.permitted ?? MAX_REQUESTS_PER_WINDOW;
    this.#maxGrant = Math.ceil(this.#permitted * MAX_GRANT_SHARE);
    this.#windowSlots = settings.windowSeconds ?? WINDOW_SECONDS;
    this.#monotonic = settings.monotonic ?? (() => performance.now());
    // A failed sweep only loses the giving back: the database counts the rest as used until the window has passed.
    this.#sweeper = setInterval(() => void this.#sweep().catch(() => undefined), SWEEP_INTERVAL_MS);
    this.#sweeper.unref();
  }

  /** Answers without a promise when this process still holds a grant: most requests of a busy second. */
  admit(accountId: string): Admission | Promise<Admission> {
    let grant = this.#grants.get(accountId);
    if (grant === undefined) {
      grant = emptyGrant();
      this.#grants.set(accountId, grant);
    }
    return this.#spend(accountId, grant) ?? this.#askThenSpend(accountId, grant);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const [accountId, grant] of this.#grants) {
      clearTimeout(grant.renewing);
      await this.#returnUnused(accountId, grant);
    }
    this.#grants.clear();
  }

  #spend(accountId: string, grant: Grant): Admission | undefined {
    const now = this.#monotonic();
    if (grant.left > 0 && now < grant.endsAt) {
      grant.left -= 1;
      const isLow = grant.left <= grant.size * REFILL_SHARE;
      if (isLow && isBusy(grant) && !grant.asking && now >= grant.recheckAt) void this.#ask(accountId, grant);
      return this.#admitted(grant);
    }
    if (now < grant.recheckAt) return this.#refused(grant);
    return undefined;
  }

  #admitted(grant: Grant): Admission {
    grant.spent += 1;
    const { free, left, retryAt } = grant;
    return { admitted: true, limit: this.#permitted, remaining: free + left, retryAt };
  }

  #refused({ retryAt }: Grant): Admission {
    return { admitted: false, limit: this.#permitted, remaining: 0, retryAt };
  }

  #askThenSpend(accountId: string, grant: Grant): Promise<Admission> {
    return new Promise((resolve, reject) => {
      grant.queue.push({ resolve, reject });
      if (!grant.asking) void this.#ask(accountId, grant);
    });
  }

  /** For those that wait, or ahead of those to come. */
  async #ask(accountId: string, grant: Grant): Promise<void> {
    grant.asking = true;
    do {
      const batch = grant.queue.splice(0);
      try {
        this.#serve(grant, batch, await this.#requestGrant(accountId, grant, batch.length));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    } while (grant.queue.length > 0);
    grant.asking = false;
  }

  /**
   * Who waited when the question was sent was admitted by the answer, in the slot that counted him, however late the answer
   * comes: over a line slower than a slot nobody else could ever spend it in time. Who came later takes of what is left.
   */
  #serve(grant: Grant, batch: PendingRequest[], granted: number): void {
    for (const [at, waiting] of batch.entries()) {
      if (at < granted) waiting.resolve(this.#admitted(grant));
      else if (granted === 0) waiting.resolve(this.#refused(grant));
      else grant.queue.push(waiting);
    }
    while (grant.queue.length > 0 && grant.left > 0 && this.#monotonic() < grant.endsAt) {
      grant.left -= 1;
      grant.queue.shift()?.resolve(this.#admitted(grant));
    }
  }

  /** Answers how many of the `waiting` were granted; what was granted beyond them is left for the rest of the slot. */
  async #requestGrant(accountId: string, grant: Grant, waiting: number): Promise<number> {
    const asked = this.#monotonic();
    const isOver = asked >= grant.endsAt;
    // Within a slot ever more; in the next one as many as this one needed.
    const size = isOver ? grant.spent : grant.size * GRANT_GROWTH_FACTOR;
    grant.size = Math.max(1, Math.min(this.#maxGrant, size));
    const wanted = isOver ? grant.size : grant.size - grant.left;
    const taken = await this.#exchange(
      accountId,
      Math.max(wanted, waiting),
      isOver ? drainGrant(grant) : NO_UNUSED_GRANT,
    );
    if (taken.slot !== grant.slot) {
      // What is left of the former slot is dead, even if it was alive when the question was sent.
      const { unused, unusedSlot } = drainGrant(grant);
      if (unused > 0) this.#exchange(accountId, 0, { unused, unusedSlot }).catch(() => undefined);
      grant.spent = 0;
    }
    const served = Math.min(waiting, taken.granted);
    grant.slot = taken.slot;
    grant.left += taken.granted - served;
    grant.free = taken.free;
    grant.endsAt = asked + taken.slotEndsInMs;
    grant.retryAt = taken.retrySlot;
    grant.recheckAt = taken.granted === 0 ? this.#monotonic() + RECHECK_INTERVAL_MS : 0;
    this.#renewLater(accountId, grant);
    return served;
  }

  /** Takes for the next slot what a busy caller is likely to need in it. */
  #renewLater(accountId: string, grant: Grant): void {
    clearTimeout(grant.renewing);
    const renew = (): void => {
      if (isBusy(grant) && !grant.asking && this.#grants.get(accountId) === grant)
        void this.#ask(accountId, grant);
    };
    const inMs = Math.max(0, grant.endsAt - this.#monotonic()) + RENEW_DELAY_MS;
    grant.renewing = setTimeout(renew, inMs).unref();
  }

  #exchange(accountId: string, wanted: number, { unused, unusedSlot }: UnusedGrant): Promise<GrantResult> {
    const [permitted, windowSlots] = [this.#permitted, this.#windowSlots];
    return requestGrant(this.#db, { accountId, wanted, permitted, windowSlots, unusedSlot, unused });
  }

  async #returnUnused(accountId: string, grant: Grant): Promise<void> {
    if (grant.left > 0) await this.#exchange(accountId, 0, drainGrant(grant));
  }

  async #sweep(): Promise<void> {
    const now = this.#monotonic();
    for (const [accountId, grant] of this.#grants) {
      if (grant.asking || now < grant.endsAt) continue;
      if (now > grant.endsAt + IDLE_EVICTION_MS && now > grant.recheckAt) this.#grants.delete(accountId);
      await this.#returnUnused(accountId, grant);
    }
  }
}

/** Rows of accounts that made no request for an hour count nothing any more. */
export const deleteIdleAccountRates = (db: Db): Promise<void> => deleteIdleRates(db, 60 * WINDOW_SECONDS);
