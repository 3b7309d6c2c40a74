import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BuilderCommand, BuilderReply, BuiltSegment, IndexBuilderSettings } from './builder-messages.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import type { IndexRow } from './segment.ts';

const MESSAGE_ROWS = 200;

/** Makes segments in a thread of its own, one after another. */
export class IndexBuilder {
  readonly #worker: Worker;
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: IndexBuilderSettings) {
    this.#worker = new Worker(new URL('./index-builder-thread.ts', import.meta.url), {
      workerData: settings,
    });
    // Nobody waits for it while it has nothing to make.
    this.#worker.unref();
  }

  /** Everything on the market: from the snapshot, unless it is to be read anew. */
  async load(anew: boolean): Promise<{ loaded: LoadedIndex; fromFile: boolean }> {
    const made = await this.#enqueue(async () => this.#send({ kind: 'load', anew }));
    if (!('loaded' in made)) throw new Error('something else was made');
    return made;
  }

  /** A segment of these rows, which stand in order. */
  async fold(rows: readonly IndexRow[]): Promise<BuiltSegment> {
    const made = await this.#enqueue(async () => {
      for (let at = 0; at < rows.length; at += MESSAGE_ROWS) {
        this.#send({ kind: 'rows', rows: rows.slice(at, at + MESSAGE_ROWS) });
        await new Promise((resolve) => setImmediate(resolve));
      }
      this.#send({ kind: 'fold' });
    });
    if (!('segment' in made)) throw new Error('something else was made');
    return made;
  }

  close = (): Promise<number> => this.#worker.terminate();

  #send(order: BuilderCommand): void {
    this.#worker.postMessage(order);
  }

  #enqueue(order: () => Promise<void>): Promise<Exclude<BuilderReply, { failed: string }>> {
    const made = this.#last.then(() => this.#request(order));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #request(order: () => Promise<void>): Promise<Exclude<BuilderReply, { failed: string }>> {
    const over = new AbortController();
    const { signal } = over;
    const answered = Promise.race([
      once(this.#worker, 'message', { signal }).then(([made]) => made as BuilderReply),
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
