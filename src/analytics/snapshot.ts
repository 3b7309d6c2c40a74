import type { Database } from '../db/sql.ts';
import type { Engine, EngineSession } from '../warehouse/engine.ts';
import { pathOf } from './files.ts';
import { liveFiles, type WarehouseFile } from './manifest.ts';
import { loadTail } from './tail.ts';

/** Every event exactly once: the closed files and the tail, as they stood at one moment. */
export interface Snapshot {
  files: readonly WarehouseFile[];
  /** The table of the engine that holds the tail. */
  tail: string;
  takenAt: number;
  readers: number;
}

/** Takes snapshots of the warehouse, one for all questions of a few seconds. */
export class Snapshots {
  readonly #db: Database;
  readonly #freshMs: number;
  #current: Promise<Snapshot> | undefined;
  #takenAt = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(db: Database, freshMs: number) {
    this.#db = db;
    this.#freshMs = freshMs;
  }

  async use<Result>(session: EngineSession, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const snapshot = await this.#fresh(session);
    snapshot.readers += 1;
    try {
      return await work(snapshot);
    } finally {
      snapshot.readers -= 1;
      await this.#drop(snapshot, session);
    }
  }

  async #fresh(session: EngineSession): Promise<Snapshot> {
    const now = performance.now();
    const previous = this.#current;
    if (previous !== undefined && now - this.#takenAt < this.#freshMs) return previous;
    this.#takenAt = now;
    const taking = this.#take(session, now);
    this.#current = taking;
    taking.catch(() => {
      if (this.#current === taking) this.#current = undefined;
    });
    const snapshot = await taking;
    const old = await previous?.catch(() => undefined);
    if (old !== undefined) await this.#drop(old, session);
    return snapshot;
  }

  /** Files and tail in one snapshot of the database: while a file is being closed its events are in one of the two. */
  async #take(session: EngineSession, takenAt: number): Promise<Snapshot> {
    this.#count += 1;
    const tail = `tail_${this.#count}`;
    const files = await this.#db.transaction(
      async (db) => {
        const live = await liveFiles(db);
        await loadTail(db, session, { table: tail });
        return live;
      },
      { isolation: 'repeatable read' },
    );
    return { files, tail, takenAt, readers: 0 };
  }

  /** A tail is dropped once it is not the current one and nobody reads it any more. */
  async #drop(snapshot: Snapshot, session: EngineSession): Promise<void> {
    if (snapshot.readers > 0 || (await this.#current?.catch(() => undefined)) === snapshot) return;
    await session.run(`drop table if exists ${snapshot.tail}`);
  }
}

/** The files that may hold events between two moments. */
export const pathsWithin = (
  engine: Engine,
  files: readonly WarehouseFile[],
  { least, most }: { least?: Date; most?: Date },
): string[] =>
  files
    .filter(
      ({ firstEventAt, lastEventAt }) =>
        (least === undefined || lastEventAt >= least) && (most === undefined || firstEventAt <= most),
    )
    .map((file) => pathOf(engine.folder, file));
