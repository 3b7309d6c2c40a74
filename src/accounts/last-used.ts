import type { Db } from '../db/sql.ts';
import { markUsed } from './store.ts';

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
