/**
 * Concurrent ingest transactions of a process: while the database runs one, others are prepared. With one core for
 * the worker and one for the database, two gave 248 new listings a second, three 259, four 273.
 */
const MAX_CONCURRENT_TRANSACTIONS = 4;

/** Bounds concurrent work. A process that ingests several feeds keeps database sessions free for requests. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count = MAX_CONCURRENT_TRANSACTIONS) {
    this.#free = count;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
