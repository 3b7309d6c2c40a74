import type { Db } from '../db/sql.ts';
import { addUsage, type UsageSum } from './store.ts';

/** The longest an answered call waits in memory before it is written: what a killed process may lose. */
export const FLUSH_MS = 250;

const RETRY_MS = 1_000;

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
  #day = '';
  /** Sums of the day by route and channel, then by key: two look-ups of texts whose hashes are known. */
  #open = new Map<string, Map<string, UsageSum>>();
  /** Sums of days that ended, and such as could not be written. */
  #closed: UsageSum[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, onFailure: (error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  record(call: MeteredCall): void {
    const day = dayOf(call.at);
    if (day !== this.#day) this.#turnTo(day);
    const sum = this.#sumOf(call);
    sum.calls += 1;
    sum.results += call.results;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  #sumOf({ accountId, apiKeyId, route, routeType, channel }: MeteredCall): UsageSum {
    const place = channel === 'DIRECT' ? route : `${channel} ${route}`;
    let byKey = this.#open.get(place);
    if (byKey === undefined) {
      byKey = new Map();
      this.#open.set(place, byKey);
    }
    let sum = byKey.get(apiKeyId);
    if (sum === undefined) {
      sum = { accountId, apiKeyId, route, routeType, channel, day: this.#day, calls: 0, results: 0 };
      byKey.set(apiKeyId, sum);
    }
    return sum;
  }

  #turnTo(day: string): void {
    this.#closed.push(...this.#openSums());
    this.#open.clear();
    this.#day = day;
  }

  #openSums(): UsageSum[] {
    return [...this.#open.values()].flatMap((byKey) => [...byKey.values()]);
  }

  /** Writes what is waiting. What could not be written waits for the next turn. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    this.#turnTo(this.#day);
    if (this.#closed.length === 0) return;
    const sums = this.#closed;
    this.#closed = [];
    try {
      await addUsage(this.#db, added(sums));
    } catch (error) {
      this.#onFailure(error);
      this.#closed.push(...added(sums));
      // Not a reason to stay: a process that stops without its database would try for ever.
      this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS).unref();
    }
  }
}

/** One row a key of the table: a batch that waited for the database holds several sums of the same. */
function added(sums: readonly UsageSum[]): UsageSum[] {
  const byRow = new Map<string, UsageSum>();
  for (const sum of sums) {
    const row = `${sum.day} ${sum.apiKeyId} ${sum.channel} ${sum.route}`;
    const known = byRow.get(row);
    if (known === undefined) byRow.set(row, { ...sum });
    else {
      known.calls += sum.calls;
      known.results += sum.results;
    }
  }
  return [...byRow.values()];
}

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
