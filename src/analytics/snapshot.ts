import { randomUUID } from 'node:crypto';
import type { Database } from '../db/sql.ts';
import type { EngineSession, EngineSessions } from '../warehouse/engine.ts';
import { warehouseFilePath } from './files.ts';
import { selectLiveFiles, type WarehouseFile } from './manifest.ts';
import { loadTail } from './tail.ts';

/** Every event exactly once: the closed files and the tail, as they stood at one moment. */
export interface WarehouseSnapshot {
  files: readonly WarehouseFile[];
  /** The table of the engine that holds the tail. */
  tail: string;
}

interface CachedSnapshot {
  at: number;
  snapshot: Promise<WarehouseSnapshot>;
  /** Counted from before the snapshot is ready: it must not be dropped under somebody who waits for it. */
  readers: number;
  dropped: boolean;
}

/** Takes snapshots of the warehouse, one for all questions of a few seconds. */
export class SnapshotCache {
  readonly #db: Database;
  readonly #maxAgeMs: number;
  #current: CachedSnapshot | undefined;
  #count = 0;
  /** Other threads may keep their tails in the same engine. */
  readonly #tablePrefix = randomUUID().slice(0, 8);

  constructor(db: Database, freshMs: number) {
    this.#db = db;
    this.#maxAgeMs = freshMs;
  }

  async withSnapshot<Result>(
    session: EngineSession,
    work: (snapshot: WarehouseSnapshot) => Promise<Result>,
  ): Promise<Result> {
    const previous = this.#current;
    const taken = this.#currentOrNew(session);
    taken.readers += 1;
    try {
      if (previous !== undefined && previous !== taken) await this.#drop(previous, session);
      return await work(await taken.snapshot);
    } finally {
      taken.readers -= 1;
      await this.#drop(taken, session);
    }
  }

  #currentOrNew(session: EngineSession): CachedSnapshot {
    const now = performance.now();
    const { at = Number.NEGATIVE_INFINITY } = this.#current ?? {};
    if (this.#current !== undefined && now - at < this.#maxAgeMs) return this.#current;
    const taken: CachedSnapshot = { at: now, readers: 0, dropped: false, snapshot: this.#create(session) };
    this.#current = taken;
    taken.snapshot.catch(() => {
      if (this.#current === taken) this.#current = undefined;
    });
    return taken;
  }

  /** Files and tail in one snapshot of the database: while a file is being closed its events are in one of the two. */
  async #create(session: EngineSession): Promise<WarehouseSnapshot> {
    this.#count += 1;
    const tail = `tail_${this.#tablePrefix}_${this.#count}`;
    const files = await this.#db
      .transaction(
        async (db) => {
          const live = await selectLiveFiles(db);
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
  async #drop(taken: CachedSnapshot, session: EngineSession): Promise<void> {
    if (taken.readers > 0 || taken.dropped || this.#current === taken) return;
    taken.dropped = true;
    const { tail } = await taken.snapshot.catch(() => ({ tail: undefined }));
    if (tail !== undefined) await session.run(`drop table if exists ${tail}`);
  }
}

/** The files that may hold events between two moments. */
export const selectFilePaths = (
  engine: Pick<EngineSessions, 'folder'>,
  files: readonly WarehouseFile[],
  { least, most }: { least?: Date; most?: Date },
): string[] =>
  files
    .filter(
      ({ firstEventAt, lastEventAt }) =>
        (least === undefined || lastEventAt >= least) && (most === undefined || firstEventAt <= most),
    )
    .map((file) => warehouseFilePath(engine.folder, file));
