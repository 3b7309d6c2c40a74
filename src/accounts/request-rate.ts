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

/** Requests an account may make in any sliding minute, over all its keys, IP addresses and processes. */
export const MAX_REQUESTS_PER_WINDOW = 500;
const WINDOW_SECONDS = 60;

/** Maximum grant of a process as a share of the limit: what a crash may waste, and others wait two seconds for. */
const MAX_GRANT_SHARE = 1 / 16;

/** With less than this share of its last grant left, a process requests more before it runs out. */
const REFILL_SHARE = 1 / 4;

/** Growth factor of grants after the first of a slot. */
const GRANT_GROWTH_FACTOR = 4;

/** This long after the end of a slot the next one has certainly started in the database too. */
const RENEW_DELAY_MS = 2;

/** How often a process queries the database for an account over its limit; refusals in between cost no query. */
const RECHECK_INTERVAL_MS = 200;

/** How often unused parts of ended grants are returned. */
const SWEEP_INTERVAL_MS = 250;

/** How long the request rate of an idle account is remembered. */
const IDLE_EVICTION_MS = 10_000;

export interface RateSettings {
  permitted: number;
  windowSeconds: number;
  monotonic: () => number;
}

/**
 * A process takes small grants from the database and admits requests from them without a query. A busy caller waits
 * only for the first one: more is requested before a grant is used up, and when its second is over. A grant ends with
 * its one-second slot, and its rest is returned. The database counts a grant for the window after its slot, so the sum
 * over every sliding minute stays within the limit, independent of the clocks of the processes: only durations are
 * taken from them.
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
    // A failed sweep only delays the return: the database counts the rest as used until the window has passed.
    this.#sweeper = setInterval(() => void this.#sweep().catch(() => undefined), SWEEP_INTERVAL_MS);
    this.#sweeper.unref();
  }

  /** Returns without a promise while this process has a grant: most requests of a busy second. */
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
      // What a query under way is granted is returned too.
      await grant.asking;
      clearTimeout(grant.renewing);
      await grant.returning;
      await this.#returnUnused(accountId, grant);
    }
    this.#grants.clear();
  }

  #spend(accountId: string, grant: Grant): Admission | undefined {
    const now = this.#monotonic();
    if (grant.left > 0 && now < grant.endsAt) {
      grant.left -= 1;
      const isLow = grant.left <= grant.size * REFILL_SHARE;
      if (isLow && isBusy(grant) && !grant.asking && now >= grant.recheckAt) this.#ask(accountId, grant);
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
      if (!grant.asking) this.#ask(accountId, grant);
    });
  }

  /** For waiting callers, or in advance. */
  #ask(accountId: string, grant: Grant): void {
    grant.asking = this.#askUntilServed(accountId, grant);
  }

  async #askUntilServed(accountId: string, grant: Grant): Promise<void> {
    do {
      const batch = grant.queue.splice(0);
      try {
        this.#serve(grant, batch, await this.#requestGrant(accountId, grant, batch.length));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    } while (grant.queue.length > 0);
    grant.asking = undefined;
  }

  /**
   * Callers that waited when the query was sent are admitted by its result, in the slot that counted them, however late
   * it arrives: over a connection slower than a slot no other request could use it in time. Later callers use what is
   * left.
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

  /** Returns how many of the `waiting` were granted; the rest of the grant stays for the slot. */
  async #requestGrant(accountId: string, grant: Grant, waiting: number): Promise<number> {
    const startedMs = this.#monotonic();
    const isOver = startedMs >= grant.endsAt;
    // Growing within a slot; in the next one as many as this one needed.
    const size = isOver ? grant.spent : grant.size * GRANT_GROWTH_FACTOR;
    grant.size = Math.max(1, Math.min(this.#maxGrant, size));
    const wanted = isOver ? grant.size : grant.size - grant.left;
    const taken = await this.#exchange(
      accountId,
      Math.max(wanted, waiting),
      isOver ? drainGrant(grant) : NO_UNUSED_GRANT,
    );
    if (taken.slot !== grant.slot) {
      // The rest of the former slot has expired, even if it was valid when the query was sent.
      const { unused, unusedSlot } = drainGrant(grant);
      if (unused > 0)
        grant.returning = this.#exchange(accountId, 0, { unused, unusedSlot }).catch(() => undefined);
      grant.spent = 0;
    }
    const served = Math.min(waiting, taken.granted);
    grant.slot = taken.slot;
    grant.left += taken.granted - served;
    grant.free = taken.free;
    grant.endsAt = startedMs + taken.slotEndsInMs;
    grant.retryAt = taken.retrySlot;
    grant.recheckAt = taken.granted === 0 ? this.#monotonic() + RECHECK_INTERVAL_MS : 0;
    this.#renewLater(accountId, grant);
    return served;
  }

  /** Requests for the next slot what a busy caller is likely to need in it. */
  #renewLater(accountId: string, grant: Grant): void {
    clearTimeout(grant.renewing);
    const renew = (): void => {
      if (isBusy(grant) && !grant.asking && this.#grants.get(accountId) === grant)
        this.#ask(accountId, grant);
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

/** Rows of accounts without a request for an hour count nothing any more. */
export const deleteIdleAccountRates = (db: Db): Promise<void> => deleteIdleRates(db, 60 * WINDOW_SECONDS);
