import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Connection } from '../../../db/connection.ts';
import type { BuilderCommand, BuilderReply, BuiltSegment, IndexBuilderSettings } from './builder-messages.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import type { IndexRow } from './open-segment.ts';

const MESSAGE_ROWS = 200;
/** 1,000,000 properties take some 5 s. A container is killed 10 s after it was asked to stop. */
const MAX_STORING_MS = 8_000;
const EXITED = 'the index builder thread exited';

/** Builds segments in a worker thread, one after another. */
export class IndexBuilder {
  #settings: IndexBuilderSettings;
  readonly #storing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #started: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #hasExited = false;

  /** The thread starts at once where it has a snapshot to read, else with its first command: it takes 0.2 s of CPU. */
  constructor(settings: Omit<IndexBuilderSettings, 'storing'>) {
    this.#settings = { ...settings, storing: this.#storing };
    if (existsSync(settings.file)) this.#startThread();
  }

  /** Before the first command, where the constructor was given no database. */
  connect(connection: Connection): void {
    this.#settings = { ...this.#settings, connection };
    if (this.#started !== undefined) this.#send({ kind: 'connect', connection });
  }

  #startThread(): Worker {
    const worker = new Worker(new URL('./index-builder-thread.ts', import.meta.url), {
      workerData: this.#settings,
    });
    this.#started = worker;
    // An idle thread does not keep the process alive.
    worker.unref();
    worker.once('exit', () => {
      this.#hasExited = true;
    });
    return worker;
  }

  get #worker(): Worker {
    return this.#started ?? this.#startThread();
  }

  /** The snapshot file, if it is of this store and not larger. */
  async loadStored(maxBytes: number): Promise<LoadedIndex | undefined> {
    // Without a file the thread is not started for it.
    if (!existsSync(this.#settings.file)) return undefined;
    const reply = await this.#enqueue(async () => this.#send({ kind: 'load-stored', maxBytes }));
    if (!('stored' in reply)) throw new Error('unexpected reply of the index builder');
    return reply.stored;
  }

  /** Everything on the market and so many hidden properties: from the snapshot file, unless it is ignored. */
  async load(
    ignoreFile: boolean,
    maxHiddenRows = Infinity,
  ): Promise<{ loaded: LoadedIndex; fromFile: boolean }> {
    const reply = await this.#enqueue(async () => this.#send({ kind: 'load', ignoreFile, maxHiddenRows }));
    if (!('loaded' in reply)) throw new Error('unexpected reply of the index builder');
    return reply;
  }

  /** Builds a segment of these sorted rows. */
  async buildSegment(rows: readonly IndexRow[]): Promise<BuiltSegment> {
    const reply = await this.#enqueue(async () => {
      for (let at = 0; at < rows.length; at += MESSAGE_ROWS) {
        this.#send({ kind: 'rows', rows: rows.slice(at, at + MESSAGE_ROWS) });
        await new Promise((resolve) => setImmediate(resolve));
      }
      this.#send({ kind: 'build' });
    });
    if (!('segment' in reply)) throw new Error('unexpected reply of the index builder');
    return reply;
  }

  /** A snapshot that is being written is completed: without it the next start would read the whole database again. */
  async close(): Promise<void> {
    const started = this.#started;
    this.#hasExited ||= started === undefined;
    if (started === undefined) return;
    const { value } = Atomics.waitAsync(this.#storing, 0, 1, MAX_STORING_MS);
    if (!this.#hasExited) await value;
    await started.terminate();
  }

  #send(command: BuilderCommand): void {
    this.#worker.postMessage(command);
  }

  #enqueue(command: () => Promise<void>): Promise<Exclude<BuilderReply, { failed: string }>> {
    const reply = this.#last.then(() => this.#request(command));
    this.#last = reply.catch(() => undefined);
    return reply;
  }

  async #request(command: () => Promise<void>): Promise<Exclude<BuilderReply, { failed: string }>> {
    // Its exit has passed: nothing would end the wait below, and a process that stops would end without its database.
    if (this.#hasExited) throw new Error(EXITED);
    const finished = new AbortController();
    const { signal } = finished;
    const reply = Promise.race([
      once(this.#worker, 'message', { signal }).then(([reply]) => reply as BuilderReply),
      once(this.#worker, 'exit', { signal }).then(() => {
        throw new Error(EXITED);
      }),
    ]);
    reply.catch(() => undefined);
    try {
      await command();
      const built = await reply;
      if ('failed' in built) throw new Error(built.failed);
      return built;
    } finally {
      finished.abort();
    }
  }
}
