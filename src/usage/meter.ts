import { randomUUID } from 'node:crypto';
import type { Db } from '../db/sql.ts';
import { SECOND_MS } from '../lib/durations.ts';
import { addUsage, type UsageSum } from './store.ts';

/** How long a call waits in memory before it is written: what a killed process may lose. */
export const USAGE_FLUSH_INTERVAL_MS = 250;

const RETRY_MS = 1_000;

export interface MeteredCall {
  accountId: string;
  apiKeyId: string;
  route: string;
  routeType: string;
  channel: 'DIRECT' | 'MCP';
  results: number;
  /** Absent where nothing was charged. */
  credits?: number;
  at: Date;
}

/**
 * Sums that are written together. A batch that may have been written already is retried unchanged, under its own id.
 */
interface Batch {
  id: string;
  sums: UsageSum[];
}

/** Adds up calls in memory and writes them in batches, so that recording never slows a call. */
export class UsageMeter {
  readonly #db: Db;
  readonly #onFailure: (error: unknown) => void;
  #second = '';
  /** Sums of the second by route and channel, then by key: two look-ups of strings with cached hashes. */
  #open = new Map<string, Map<string, UsageSum>>();
  /** Sums of seconds that ended. */
  #closed: UsageSum[] = [];
  #batch: Batch | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  record(call: MeteredCall): void {
    const second = secondOf(call.at);
    if (second !== this.#second) this.#startSecond(second);
    const sum = this.#findSum(call);
    sum.calls += 1;
    sum.results += call.results;
    sum.credits += call.credits ?? 0;
    this.#timer ??= setTimeout(() => void this.flush(), USAGE_FLUSH_INTERVAL_MS);
  }

  #findSum({ accountId, apiKeyId, route, routeType, channel }: MeteredCall): UsageSum {
    const routeKey = channel === 'DIRECT' ? route : `${channel} ${route}`;
    let byKey = this.#open.get(routeKey);
    if (byKey === undefined) {
      byKey = new Map();
      this.#open.set(routeKey, byKey);
    }
    let sum = byKey.get(apiKeyId);
    if (sum === undefined) {
      const nothing = { calls: 0, results: 0, credits: 0 };
      sum = { accountId, apiKeyId, route, routeType, channel, at: this.#second, ...nothing };
      byKey.set(apiKeyId, sum);
    }
    return sum;
  }

  #startSecond(second: string): void {
    for (const byKey of this.#open.values()) this.#closed.push(...byKey.values());
    this.#open.clear();
    this.#second = second;
  }

  /** Writes what is pending. What could not be written is retried with the next flush. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  /** Calls that come meanwhile wait for the next flush: a busy process would otherwise write without a pause. */
  async #write(): Promise<void> {
    const isRetry = this.#batch !== undefined;
    if ((await this.#writeNext()) && isRetry) await this.#writeNext();
  }

  async #writeNext(): Promise<boolean> {
    const batch = this.#next();
    if (batch === undefined) return true;
    try {
      await addUsage(this.#db, batch.id, batch.sums);
      this.#batch = undefined;
      return true;
    } catch (error) {
      this.#onFailure(error);
      // A process that stops without its database must not retry for ever.
      this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS).unref();
      return false;
    }
  }

  #next(): Batch | undefined {
    if (this.#batch === undefined) {
      this.#startSecond(this.#second);
      if (this.#closed.length === 0) return undefined;
      this.#batch = { id: randomUUID(), sums: mergeSums(this.#closed) };
      this.#closed = [];
    }
    return this.#batch;
  }
}

/** One row for each key of the table: after a clock is set back seconds repeat. */
function mergeSums(sums: readonly UsageSum[]): UsageSum[] {
  const byRow = new Map<string, UsageSum>();
  for (const sum of sums) {
    const row = `${sum.at} ${sum.apiKeyId} ${sum.channel} ${sum.route}`;
    const known = byRow.get(row);
    if (known === undefined) byRow.set(row, { ...sum });
    else {
      known.calls += sum.calls;
      known.results += sum.results;
      known.credits += sum.credits;
    }
  }
  return [...byRow.values()];
}

/** The second as text, built once for all calls of the same second. */
let last = { start: 0, text: '1970-01-01T00:00:00Z' };
function secondOf(at: Date): string {
  const time = at.getTime();
  if (time < last.start || time >= last.start + SECOND_MS) {
    last = { start: Math.floor(time / SECOND_MS) * SECOND_MS, text: `${at.toISOString().slice(0, 19)}Z` };
  }
  return last.text;
}
