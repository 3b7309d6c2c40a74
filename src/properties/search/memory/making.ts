import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Connection } from '../../../db/connection.ts';
import type { Loaded } from './held.ts';
import type { Row, Segment } from './segment.ts';

/** What the thread is told. Rows come in parts, so that handing them over holds nobody up. */
export type Order =
  | { kind: 'load'; anew: boolean }
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'fold' };

export type Made = { loaded: Loaded; fromFile: boolean } | Folded | { failed: string };

/** A segment, and the file with its documents, which nobody else asks for. */
export interface Folded {
  readonly segment: Segment;
  readonly documents: string;
}

export interface MakingSettings {
  readonly connection: Connection;
  /** Where the snapshot is kept; documents stand beside it. */
  readonly file: string;
}

const ROWS_AT_ONCE = 200;

/** Makes segments in a thread of its own, one after another. */
export class Making {
  readonly #worker: Worker;
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: MakingSettings) {
    this.#worker = new Worker(new URL('./making-thread.ts', import.meta.url), { workerData: settings });
    // Nobody waits for it while it has nothing to make.
    this.#worker.unref();
  }

  /** Everything on the market: from the snapshot, unless it is to be read anew. */
  async load(anew: boolean): Promise<{ loaded: Loaded; fromFile: boolean }> {
    const made = await this.#next(async () => this.#tell({ kind: 'load', anew }));
    if (!('loaded' in made)) throw new Error('something else was made');
    return made;
  }

  /** A segment of these rows, which stand in order. */
  async fold(rows: readonly Row[]): Promise<Folded> {
    const made = await this.#next(async () => {
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        this.#tell({ kind: 'rows', rows: rows.slice(at, at + ROWS_AT_ONCE) });
        await new Promise((resolve) => setImmediate(resolve));
      }
      this.#tell({ kind: 'fold' });
    });
    if (!('segment' in made)) throw new Error('something else was made');
    return made;
  }

  close = (): Promise<number> => this.#worker.terminate();

  #tell(order: Order): void {
    this.#worker.postMessage(order);
  }

  #next(order: () => Promise<void>): Promise<Exclude<Made, { failed: string }>> {
    const made = this.#last.then(() => this.#ask(order));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #ask(order: () => Promise<void>): Promise<Exclude<Made, { failed: string }>> {
    const over = new AbortController();
    const { signal } = over;
    const answered = Promise.race([
      once(this.#worker, 'message', { signal }).then(([made]) => made as Made),
      once(this.#worker, 'exit', { signal }).then(() => {
        throw new Error('the thread that makes segments has ended');
      }),
    ]);
    answered.catch(() => undefined);
    try {
      await order();
      const made = await answered;
      if ('failed' in made) throw new Error(made.failed);
      return made;
    } finally {
      over.abort();
    }
  }
}
