import { randomUUID } from 'node:crypto';
import type { Database } from '../db/sql.ts';
import type { EngineSession, Lender } from '../warehouse/engine.ts';
import { pathOf } from './files.ts';
import { liveFiles, type WarehouseFile } from './manifest.ts';
import { loadTail } from './tail.ts';

/** Every event exactly once: the closed files and the tail, as they stood at one moment. */
export interface Snapshot {
  files: readonly WarehouseFile[];
  /** The table of the engine that holds the tail. */
  tail: string;
}

interface Taken {
  at: number;
  snapshot: Promise<Snapshot>;
  /** Counted from before the snapshot is ready: it must not be dropped under somebody who waits for it. */
  readers: number;
  dropped: boolean;
}

/** Takes snapshots of the warehouse, one for all questions of a few seconds. */
export class Snapshots {
  readonly #db: Database;
  readonly #freshMs: number;
  #current: Taken | undefined;
  #count = 0;
  /** Other threads may keep their tails in the same engine. */
  readonly #mark = randomUUID().slice(0, 8);

  constructor(db: Database, freshMs: number) {
    this.#db = db;
    this.#freshMs = freshMs;
  }

  async use<Result>(session: EngineSession, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const previous = this.#current;
    const taken = this.#fresh(session);
    taken.readers += 1;
    try {
      if (previous !== undefined && previous !== taken) await this.#drop(previous, session);
      return await work(await taken.snapshot);
    } finally {
      taken.readers -= 1;
      await this.#drop(taken, session);
    }
  }

  #fresh(session: EngineSession): Taken {
    const now = performance.now();
    const { at = Number.NEGATIVE_INFINITY } = this.#current ?? {};
    if (this.#current !== undefined && now - at < this.#freshMs) return this.#current;
    const taken: Taken = { at: now, readers: 0, dropped: false, snapshot: this.#take(session) };
    this.#current = taken;
    taken.snapshot.catch(() => {
      if (this.#current === taken) this.#current = undefined;
    });
    return taken;
  }

  /** Files and tail in one snapshot of the database: while a file is being closed its events are in one of the two. */
  async #take(session: EngineSession): Promise<Snapshot> {
    this.#count += 1;
    const tail = `tail_${this.#mark}_${this.#count}`;
    const files = await this.#db
      .transaction(
        async (db) => {
          const live = await liveFiles(db);
          await loadTail(db, session, { table: tail });
          return live;
        },
        { isolation: 'repeatable read' },
      )
      .catch(async (error) => {
        await session.run(`drop table if exists ${tail}`);
        throw error;
      });
    return { files, tail };
  }

  /** A tail is dropped once it is not the current one and nobody reads it any more. */
  async #drop(taken: Taken, session: EngineSession): Promise<void> {
    if (taken.readers > 0 || taken.dropped || this.#current === taken) return;
    taken.dropped = true;
    const { tail } = await taken.snapshot.catch(() => ({ tail: undefined }));
    if (tail !== undefined) await session.run(`drop table if exists ${tail}`);
  }
}

/** The files that may hold events between two moments. */
export const pathsWithin = (
  engine: Pick<Lender, 'folder'>,
  files: readonly WarehouseFile[],
  { least, most }: { least?: Date; most?: Date },
): string[] =>
  files
    .filter(
      ({ firstEventAt, lastEventAt }) =>
        (least === undefined || lastEventAt >= least) && (most === undefined || firstEventAt <= most),
    )
    .map((file) => pathOf(engine.folder, file));
