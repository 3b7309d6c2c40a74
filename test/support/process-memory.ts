import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../src/db/connection.ts';
import type { CursorHits } from '../../src/properties/search/engine.ts';
import type { StepRequest } from './memory-process.ts';

const PROCESS = join(import.meta.dirname, 'memory-process.ts');

/** Search in memory in another process over the same database. */
export class ProcessMemory {
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
  }

  static async open(connection: Connection): Promise<ProcessMemory> {
    const folder = await mkdtemp(join(tmpdir(), 'gable-other-'));
    const task = JSON.stringify({ connection, file: join(folder, 'properties') });
    const child = fork(PROCESS, [task], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const other = new ProcessMemory(child, folder);
    await other.refresh();
    return other;
  }

  refresh = (): Promise<unknown> => this.#request('look');

  /** Or the reason why it cannot answer. */
  step = (message: StepRequest): Promise<CursorHits | string> =>
    this.#request(message) as Promise<CursorHits | string>;

  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #request(message: 'look' | StepRequest): Promise<unknown> {
    const over = new AbortController();
    const ended = once(this.#child, 'exit', { signal: over.signal }).then(() => {
      throw new Error('the other process has ended');
    });
    ended.catch(() => undefined);
    try {
      const answered = once(this.#child, 'message', { signal: over.signal });
      this.#child.send(message);
      const [answer] = (await Promise.race([answered, ended])) as [unknown];
      return answer;
    } finally {
      over.abort();
    }
  }
}
