import type { Db } from '../db/sql.ts';
import { markUsed } from './store.ts';

/** How late the time of last use of a key may be shown. */
const FLUSH_INTERVAL_MS = 2_000;

/** Remembers when each key was last used and writes it now and then, off the path of the request. */
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
      // Kept for the next turn, unless the key was used again meanwhile.
      this.#used = new Map([...used, ...this.#used]);
    });
  }
}
