import { rmSync } from 'node:fs';
import type { Database } from '../../../db/sql.ts';
import { DatabaseNotReadyError, isUnavailable } from '../../../db/unavailable.ts';
import { monotonicMs } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import { type ChangeBatch, readChangesSince, TooFarBehind } from './change-batch.ts';
import { DocumentFile } from './document-file.ts';
import type { IndexBuilder } from './index-builder.ts';
import { IndexSnapshot, type LoadedIndex } from './index-snapshot.ts';
import { LAST_SEEN_LOG_RETENTION_MS } from './last-seen-overlay.ts';
import type { BuildStatus, ReplicationMessage } from './replication-message.ts';
import { countVisible, hasNoRows, isLayoutCurrent, readLastRemoval } from './store.ts';
import { compareNewestFirst } from './streams.ts';
import type { Tail } from './tail.ts';

export interface MemorySearchOptions {
  db: Database;
  log: Log;
  builder: Pick<IndexBuilder, 'loadStored' | 'load' | 'buildSegment'>;
  /** A larger index is not loaded: SQL answers. */
  maxBytes: number;
  /** A longer tail is flushed to a segment. */
  maxTailRows?: number;
  /** Fewer hidden properties are loaded where memory ends. */
  maxHiddenRows?: number;
  /** Sends a message to the replicas; resolves when each has applied it. */
  send?(message: ReplicationMessage): Promise<void>;
}

/** For health checks and metrics. */
export interface MemoryState {
  readonly status: 'ready' | BuildStatus;
  readonly rows: number;
  readonly bytes: number;
}

export function describeMemory(index: IndexSnapshot | undefined, status: BuildStatus): MemoryState {
  const bytes = index?.allSegments.reduce((sum, { segment }) => sum + segment.bytes, 0) ?? 0;
  return { status: index === undefined ? status : 'ready', rows: index?.count ?? 0, bytes };
}

/** A row of the tail takes 50 ns to test: so many cost as much as a page from the segments. */
const MAX_TAIL_ROWS = 4_000;
const MAX_SEGMENTS = 6;
/** About 300 bytes each. */
const MAX_LAST_SEEN_ENTRIES = 200_000;
/**
 * The index is reloaded at this age, so that a restart finds a snapshot within the retention of the last-seen log.
 */
const MAX_INDEX_AGE_MS = LAST_SEEN_LOG_RETENTION_MS / 2;
/** Of the rows of all segments. With more tombstones a reload pays. */
const MAX_TOMBSTONE_SHARE = 0.25;
/** The delay before the next attempt when the index is too large, the layout is outdated, or a build failed. */
const RETRY_DELAY_MS = 30_000;
/** Estimate for texts of forty words, checked before anything is read. The size of a loaded index replaces it. */
const DEFAULT_ROW_BYTES = 600;

/** Maintains an in-memory index of everything on the market. `refresh` is called periodically. */
export class MemorySearch {
  readonly #options: MemorySearchOptions;
  #snapshot: IndexSnapshot | undefined;
  #refreshedAt = -Infinity;
  #building: Promise<void> | undefined;
  #isTooLarge = false;
  #rowBytes = DEFAULT_ROW_BYTES;
  #isDamaged = false;
  /** A file of another layout stays so while rows are rebuilt: it is looked at once. */
  #mayBeStored = true;
  /** The snapshot file is too old. */
  #ignoreFile = false;
  #retryAt = 0;

  constructor(parts: MemorySearchOptions) {
    this.#options = parts;
  }

  snapshot = (): IndexSnapshot | undefined => this.#snapshot;

  /** For how long memory may have differed from the store. */
  lagMs = (): number => monotonicMs() - this.#refreshedAt;

  state = (): MemoryState => describeMemory(this.#snapshot, this.#isTooLarge ? 'too large' : 'reading');

  /** A replica found a damaged document in the index read at this time. */
  reportDamage(readAt: number): void {
    if (this.#snapshot?.readAt === readAt) this.#isDamaged = true;
  }

  async refresh(): Promise<void> {
    try {
      await (this.#snapshot === undefined ? this.#load() : this.#update(this.#snapshot));
    } catch (error) {
      // SQL answers until the reload is complete.
      if (error instanceof TooFarBehind) {
        this.#drop();
        this.#ignoreFile = true;
      }
      // Normal before the database is set up: nothing to log.
      if (!(error instanceof DatabaseNotReadyError)) throw error;
    }
  }

  /** Resolves when no build is running. */
  waitUntilIdle = async (): Promise<void> => {
    await this.#building;
  };

  async #update(index: IndexSnapshot): Promise<void> {
    const startedAt = monotonicMs();
    const batch = await readChangesSince(this.#options.db, index);
    // A reload replaced this index meanwhile.
    if (index !== this.#snapshot) return;
    this.#applyBatch(index, batch, startedAt);
    // The stored index still has the bytes of a listing removed after it was read.
    if (batch.changes.length > 0 && (await readLastRemoval(this.#options.db)) > index.readAt)
      this.#isDamaged = true;
    if (this.#building !== undefined || performance.now() < this.#retryAt) return;
    if (this.#isDamaged || needsReload(index) || (index.watermark - index.readAt) / 1_000 > MAX_INDEX_AGE_MS)
      this.#runInBackground(() => this.#reload());
    else
      for (const tail of [index.tail, index.hiddenTail])
        if (this.#building === undefined && tail.size > (this.#options.maxTailRows ?? MAX_TAIL_ROWS))
          this.#runInBackground(() => this.#flushTail(index, tail));
  }

  /**
   * A snapshot was written when all rows were of this layout, and its size is known. Before anything else is read the rows are
   * counted and their layouts compared: of 1,000,000 rows that takes PostgreSQL 2 s of CPU, on a busy machine.
   */
  async #load(): Promise<void> {
    const { db, builder, maxBytes } = this.#options;
    if (performance.now() < this.#retryAt) return;
    const isEmpty = await hasNoRows(db);
    const stored = isEmpty || !this.#mayBeStored ? undefined : await builder.loadStored(maxBytes);
    this.#mayBeStored = false;
    if (stored !== undefined) return this.#begin(stored, true);
    const maxHiddenRows = await this.#countHiddenThatFit();
    if (this.#isTooLarge) this.#drop();
    if (this.#isTooLarge || !(await isLayoutCurrent(db))) {
      this.#retryAt = performance.now() + RETRY_DELAY_MS;
      return;
    }
    if (isEmpty) return this.#begin(await loadEmptyIndex(db), false);
    const { loaded, fromFile } = await builder.load(this.#ignoreFile, maxHiddenRows);
    await this.#begin(loaded, fromFile);
  }

  /** Beside everything on the market. */
  async #countHiddenThatFit(): Promise<number> {
    const { db, maxBytes, maxHiddenRows = Infinity } = this.#options;
    const visibleBytes = (await countVisible(db)) * this.#rowBytes;
    this.#isTooLarge = visibleBytes > maxBytes;
    return Math.min(maxHiddenRows, Math.floor((maxBytes - visibleBytes) / this.#rowBytes));
  }

  async #begin(loaded: LoadedIndex, fromFile: boolean): Promise<void> {
    this.#ignoreFile = false;
    await this.#start(loaded).catch((error: unknown) => {
      // A snapshot that fails for any reason is not read a second time.
      this.#ignoreFile = fromFile && !isUnavailable(error);
      throw error;
    });
    if (this.#isTooLarge) return;
    this.#options.log.info(
      { event: 'search.index_loaded', properties: loaded.segment.count, fromFile },
      'searches are answered from memory',
    );
  }

  /** The old index answers during the reload. */
  async #reload(): Promise<void> {
    const maxHiddenRows = await this.#countHiddenThatFit();
    await this.#start((await this.#options.builder.load(true, maxHiddenRows)).loaded);
  }

  async #start(complete: LoadedIndex): Promise<void> {
    const bytes = complete.segment.bytes;
    this.#rowBytes = bytes / Math.max(1, complete.segment.count);
    this.#isTooLarge = bytes > this.#options.maxBytes;
    const loaded = withinMemory(complete, this.#options.maxBytes - bytes);
    if (this.#isTooLarge) return this.#drop();
    const index = new IndexSnapshot(loaded, openLoadedDocuments(loaded));
    const startedAt = monotonicMs();
    const batch = await readChangesSince(this.#options.db, index);
    if ((batch.watermark - loaded.readAt) / 1_000 > LAST_SEEN_LOG_RETENTION_MS) {
      index.close();
      throw new TooFarBehind('the last-seen log no longer reaches back to this index');
    }
    this.#send({ kind: 'loaded', loaded });
    this.#applyBatch(index, batch, startedAt);
    this.#snapshot?.close();
    this.#snapshot = index;
    this.#isDamaged = false;
  }

  #applyBatch(index: IndexSnapshot, batch: ChangeBatch, refreshedAt: number): void {
    index.apply(batch);
    this.#refreshedAt = refreshedAt;
    this.#send({ kind: 'batch', batch, refreshedAt });
  }

  #drop(): void {
    this.#snapshot?.close();
    this.#snapshot = undefined;
    this.#send({ kind: 'dropped', status: this.state().status as BuildStatus });
  }

  async #flushTail(index: IndexSnapshot, tail: Tail): Promise<void> {
    const rows = [...tail.values()].sort(compareNewestFirst);
    const { segment, documents } = await this.#options.builder.buildSegment(rows);
    const staleIds = index.findStaleRows(rows);
    index.flushTail(segment, staleIds, openLoadedDocuments({ segment, documents }));
    if (index === this.#snapshot) await this.#send({ kind: 'tail-flushed', segment, documents, staleIds });
    // The open file remains readable, and disappears with the process.
    rmSync(documents, { force: true });
  }

  #send(message: ReplicationMessage): Promise<void> {
    const sent = this.#options.send?.(message) ?? Promise.resolve();
    return sent.catch((error: unknown) =>
      this.#options.log.warn(
        { event: 'search.replication_failed', err: error },
        'a replica missed a message',
      ),
    );
  }

  #runInBackground(work: () => Promise<void>): void {
    this.#building = work()
      .catch((error: unknown) => {
        this.#options.log.warn(
          { event: 'search.index_build_failed', err: error },
          'the index was not rebuilt',
        );
        this.#retryAt = performance.now() + RETRY_DELAY_MS;
      })
      .finally(() => {
        this.#building = undefined;
      });
  }
}

/** In this thread, and without a file: an empty database is read in milliseconds. Rows that come meanwhile are read too. */
async function loadEmptyIndex(db: Database): Promise<LoadedIndex> {
  const { loadIndex } = await import('./load-index.ts');
  return loadIndex(db);
}

function openLoadedDocuments({
  segment,
  documents,
}: Pick<LoadedIndex, 'segment' | 'documents'>): DocumentFile | undefined {
  if (documents === undefined || segment.documents === undefined) return undefined;
  return new DocumentFile(documents, segment.documents);
}

/** A snapshot of a larger machine may have more hidden properties than fit. */
function withinMemory({ hidden, ...loaded }: LoadedIndex, bytesLeft: number): LoadedIndex {
  return hidden === undefined || hidden.segment.bytes > bytesLeft ? loaded : { ...loaded, hidden };
}

function needsReload(index: IndexSnapshot): boolean {
  const { segments, hiddenSegments, allSegments, lastSeen, isDamaged } = index;
  if (isDamaged || lastSeen.size > MAX_LAST_SEEN_ENTRIES) return true;
  if (Math.max(segments.length, hiddenSegments.length) > MAX_SEGMENTS) return true;
  const rows = allSegments.reduce((sum, { segment }) => sum + segment.count, 0);
  const tombstones = allSegments.reduce((sum, { tombstoneCount }) => sum + tombstoneCount, 0);
  return tombstones > MAX_TAIL_ROWS && tombstones > rows * MAX_TOMBSTONE_SHARE;
}
