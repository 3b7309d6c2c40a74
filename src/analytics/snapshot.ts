import { randomUUID } from 'node:crypto';
import type { Database } from '../db/sql.ts';
import type { EngineSession, EngineSessions } from '../warehouse/engine.ts';
import { warehouseFilePath } from './files.ts';
import { selectLiveFiles, type WarehouseFile } from './manifest.ts';
import { loadTail } from './tail.ts';

/** Every event exactly once: the closed files and the tail, as of one moment. */
export interface WarehouseSnapshot {
  files: readonly WarehouseFile[];
  /** The table of the engine with the tail. */
  tail: string;
}

interface CachedSnapshot {
  at: number;
  snapshot: Promise<WarehouseSnapshot>;
  /** Counted before the snapshot is ready: it must not be dropped while a reader waits for it. */
  readers: number;
  dropped: boolean;
}

/** Creates snapshots of the warehouse, one for all queries of a few seconds. */
export class SnapshotCache {
  readonly #db: Database;
  readonly #maxAgeMs: number;
  #current: CachedSnapshot | undefined;
  #count = 0;
  /** Other threads may have their tails in the same engine. */
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
    const cached = this.#currentOrNew(session);
    cached.readers += 1;
    try {
      if (previous !== undefined && previous !== cached) await this.#drop(previous, session);
      return await work(await cached.snapshot);
    } finally {
      cached.readers -= 1;
      await this.#drop(cached, session);
    }
  }

  #currentOrNew(session: EngineSession): CachedSnapshot {
    const now = performance.now();
    const { at = Number.NEGATIVE_INFINITY } = this.#current ?? {};
    if (this.#current !== undefined && now - at < this.#maxAgeMs) return this.#current;
    const cached: CachedSnapshot = { at: now, readers: 0, dropped: false, snapshot: this.#create(session) };
    this.#current = cached;
    cached.snapshot.catch(() => {
      if (this.#current === cached) this.#current = undefined;
    });
    return cached;
  }

  /**
   * Files and tail in one database snapshot: while a file is being closed its events are in one of the two. Each region
   * has events of its own, and a snapshot of its own.
   */
  async #create(session: EngineSession): Promise<WarehouseSnapshot> {
    this.#count += 1;
    const tail = `tail_${this.#tablePrefix}_${this.#count}`;
    const files: WarehouseFile[] = [];
    try {
      for (const region of this.#db.regions?.all ?? [{ db: this.#db }]) {
        const live = await region.db.transaction(
          async (db) => {
            const found = await selectLiveFiles(db);
            await loadTail(db, session, { table: tail });
            return found;
          },
          { isolation: 'repeatable read' },
        );
        files.push(...live);
      }
    } catch (error) {
      await session.run(`drop table if exists ${tail}`);
      throw error;
    }
    return { files, tail };
  }

  /** A tail is dropped once it is not the current one and has no reader. */
  async #drop(cached: CachedSnapshot, session: EngineSession): Promise<void> {
    if (cached.readers > 0 || cached.dropped || this.#current === cached) return;
    cached.dropped = true;
    const { tail } = await cached.snapshot.catch(() => ({ tail: undefined }));
    if (tail !== undefined) await session.run(`drop table if exists ${tail}`);
  }
}

/** The files that may contain events between two moments. */
export const selectFilePaths = (
  engine: Pick<EngineSessions, 'folder'>,
  files: readonly WarehouseFile[],
  { min, max }: { min?: Date; max?: Date },
): string[] =>
  files
    .filter(
      ({ firstEventAt, lastEventAt }) =>
        (min === undefined || lastEventAt >= min) && (max === undefined || firstEventAt <= max),
    )
    .map((file) => warehouseFilePath(engine.folder, file));
