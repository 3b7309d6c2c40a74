import type { Db } from '../db/sql.ts';
import { addUsage, type UsageSum } from './store.ts';

/** The longest an answered call waits in memory before it is written: what a killed process may lose. */
export const FLUSH_MS = 250;

export interface MeteredCall {
  accountId: string;
  apiKeyId: string;
  route: string;
  routeType: string;
  channel: 'DIRECT' | 'MCP';
  results: number;
  at: Date;
}

/** Adds up answered calls in memory and writes them in batches, so that recording never slows a call. */
export class UsageMeter {
  readonly #db: Db;
  readonly #onFailure: (error: unknown) => void;
  #sums = new Map<string, UsageSum>();
  #flushing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  record(call: MeteredCall): void {
    const day = dayOf(call.at);
    const key = `${call.apiKeyId} ${day} ${call.channel} ${call.route}`;
    const sum = this.#sums.get(key);
    if (sum === undefined) this.#sums.set(key, { ...asSum(call, day) });
    else {
      sum.calls += 1;
      sum.results += call.results;
    }
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Writes what is waiting. What could not be written waits for the next turn. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    if (this.#sums.size === 0) return;
    const sums = this.#sums;
    this.#sums = new Map();
    try {
      await addUsage(this.#db, [...sums.values()]);
    } catch (error) {
      this.#onFailure(error);
      this.#takeBack(sums);
      this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS * 4);
    }
  }

  #takeBack(sums: Map<string, UsageSum>): void {
    for (const [key, sum] of sums) {
      const newer = this.#sums.get(key);
      if (newer === undefined) this.#sums.set(key, sum);
      else {
        newer.calls += sum.calls;
        newer.results += sum.results;
      }
    }
  }
}

const asSum = (
  { accountId, apiKeyId, route, routeType, channel, results }: MeteredCall,
  day: string,
): UsageSum => ({
  accountId,
  apiKeyId,
  route,
  routeType,
  channel,
  results,
  day,
  calls: 1,
});

/** The UTC day as text, without building a string anew for every call of the same day. */
let lastDay = { start: 0, text: '1970-01-01' };
const DAY_MS = 86_400_000;
function dayOf(at: Date): string {
  const time = at.getTime();
  if (time < lastDay.start || time >= lastDay.start + DAY_MS) {
    lastDay = { start: Math.floor(time / DAY_MS) * DAY_MS, text: at.toISOString().slice(0, 10) };
  }
  return lastDay.text;
}
