import { rmSync } from 'node:fs';
import type { Db } from '../../../db/sql.ts';
import { DatabaseNotReadyError, isUnavailable } from '../../../db/unavailable.ts';
import type { Log } from '../../../lib/log.ts';
import { monotonicMs } from '../../../lib/monotonic.ts';
import { type ChangeBatch, readChangesSince, TooFarBehind } from './change-batch.ts';
import { DocumentFile } from './document-file.ts';
import type { IndexBuilder } from './index-builder.ts';
import { IndexSnapshot, type LoadedIndex } from './index-snapshot.ts';
import { LAST_SEEN_LOG_RETENTION_MS } from './last-seen-log.ts';
import type { BuildStatus, ReplicationMessage } from './replication-message.ts';
import { segmentBytes } from './segment-bytes.ts';
import { countVisible, isLayoutCurrent } from './store.ts';
import { compareNewestFirst } from './streams.ts';

export interface MemorySearchParts {
  db: Db;
  log: Log;
  making: Pick<IndexBuilder, 'load' | 'fold'>;
  /** Above so many bytes memory stays out of it. */
  mostBytes: number;
  /** More rows than this, one by one, are made a segment. */
  longestTail?: number;
  /** Hears all that threads must know to hold the same; done when each has heard it. */
  send?(telling: ReplicationMessage): Promise<void>;
}

/** For whoever watches the service. */
export interface MemoryState {
  readonly status: 'ready' | BuildStatus;
  readonly rows: number;
  readonly bytes: number;
}

export function describeMemory(held: IndexSnapshot | undefined, otherwise: BuildStatus): MemoryState {
  const bytes = held?.segments.reduce((sum, { segment }) => sum + segmentBytes(segment), 0) ?? 0;
  return { status: held === undefined ? otherwise : 'ready', rows: held?.count ?? 0, bytes };
}

/** Rows one by one take 50 ns each to judge: so many are as much as a page through the segments. */
const MAX_TAIL_ROWS = 4_000;
const MAX_SEGMENTS = 6;
/** Some 300 bytes each. */
const MAX_LAST_SEEN_ENTRIES = 200_000;
/** Read anew then, so that a start finds a snapshot whose visits are still told. */
const MAX_INDEX_AGE_MS = LAST_SEEN_LOG_RETENTION_MS / 2;
/** Of the rows of all segments; more than that is not worth stepping over. */
const MAX_TOMBSTONE_SHARE = 0.25;
/** What was too large, not ready to be read, or could not be put in order is looked at again after this. */
const RETRY_DELAY_MS = 30_000;
/** With forty words a text; what it was found to be since is known better. Looked at before anything is read. */
const DEFAULT_ROW_BYTES = 600;

/** Keeps everything on the market in memory, as the store has it. `look` is called again and again. */
export class MemorySearch {
  readonly #parts: MemorySearchParts;
  #snapshot: IndexSnapshot | undefined;
  #refreshedAt = -Infinity;
  #building: Promise<void> | undefined;
  #isTooLarge = false;
  #rowBytes = DEFAULT_ROW_BYTES;
  #isDamaged = false;
  /** The snapshot is too old. */
  #ignoreFile = false;
  #retryAt = 0;

  constructor(parts: MemorySearchParts) {
    this.#parts = parts;
  }

  snapshot = (): IndexSnapshot | undefined => this.#snapshot;

  /** Since when memory may differ from the store. */
  lagMs = (): number => monotonicMs() - this.#refreshedAt;

  state = (): MemoryState => describeMemory(this.#snapshot, this.#isTooLarge ? 'too large' : 'reading');

  /** A thread found a document of what was read then damaged. */
  reportDamage(readAt: number): void {
    if (this.#snapshot?.readAt === readAt) this.#isDamaged = true;
  }

  async refresh(): Promise<void> {
    try {
      await (this.#snapshot === undefined ? this.#load() : this.#update(this.#snapshot));
    } catch (error) {
      // SQL answers until everything is read anew.
      if (error instanceof TooFarBehind) {
        this.#drop();
        this.#ignoreFile = true;
      }
      // Before the database is there, there is nothing to tell anyone.
      if (!(error instanceof DatabaseNotReadyError)) throw error;
    }
  }

  /** Ends when nothing is being made. */
  waitUntilIdle = async (): Promise<void> => {
    await this.#building;
  };

  async #update(held: IndexSnapshot): Promise<void> {
    const began = monotonicMs();
    const news = await readChangesSince(this.#parts.db, held);
    // Everything was read anew meanwhile: this is of no use any more.
    if (held !== this.#snapshot) return;
    this.#applyBatch(held, news, began);
    if (this.#building !== undefined || performance.now() < this.#retryAt) return;
    if (this.#isDamaged || needsReload(held) || (held.watermark - held.readAt) / 1_000 > MAX_INDEX_AGE_MS)
      this.#build(() => this.#reload());
    else if (held.tail.size > (this.#parts.longestTail ?? MAX_TAIL_ROWS)) this.#build(() => this.#fold(held));
  }

  async #load(): Promise<void> {
    const { db, making, mostBytes } = this.#parts;
    if (performance.now() < this.#retryAt) return;
    this.#isTooLarge = (await countVisible(db)) * this.#rowBytes > mostBytes;
    if (this.#isTooLarge) this.#drop();
    if (this.#isTooLarge || !(await isLayoutCurrent(db))) {
      this.#retryAt = performance.now() + RETRY_DELAY_MS;
      return;
    }
    const { loaded, fromFile } = await making.load(this.#ignoreFile);
    this.#ignoreFile = false;
    await this.#start(loaded).catch((error: unknown) => {
      // Whatever is wrong with a snapshot, it is not read a second time.
      this.#ignoreFile = fromFile && !isUnavailable(error);
      throw error;
    });
    if (this.#isTooLarge) return;
    this.#parts.log.info({ properties: loaded.segment.count, fromFile }, 'searches are answered from memory');
  }

  /** Read anew while the old one still answers. */
  async #reload(): Promise<void> {
    await this.#start((await this.#parts.making.load(true)).loaded);
  }

  async #start(loaded: LoadedIndex): Promise<void> {
    const bytes = segmentBytes(loaded.segment);
    this.#rowBytes = bytes / Math.max(1, loaded.segment.count);
    this.#isTooLarge = bytes > this.#parts.mostBytes;
    if (this.#isTooLarge) return this.#drop();
    const held = new IndexSnapshot(loaded, openLoadedDocuments(loaded));
    const began = monotonicMs();
    const news = await readChangesSince(this.#parts.db, held);
    if ((news.watermark - loaded.readAt) / 1_000 > LAST_SEEN_LOG_RETENTION_MS) {
      held.close();
      throw new TooFarBehind('visits since then are not told any more');
    }
    this.#send({ kind: 'loaded', loaded });
    this.#applyBatch(held, news, began);
    this.#snapshot?.close();
    this.#snapshot = held;
    this.#isDamaged = false;
  }

  #applyBatch(held: IndexSnapshot, news: ChangeBatch, lookedAt: number): void {
    held.apply(news);
    this.#refreshedAt = lookedAt;
    this.#send({ kind: 'news', news, lookedAt });
  }

  #drop(): void {
    this.#snapshot?.close();
    this.#snapshot = undefined;
    this.#send({ kind: 'nothing', status: this.state().status as BuildStatus });
  }

  async #fold(held: IndexSnapshot): Promise<void> {
    const rows = [...held.tail.values()].sort(compareNewestFirst);
    const { segment, documents } = await this.#parts.making.fold(rows);
    const moved = held.findMoved(rows);
    held.fold(segment, moved, openLoadedDocuments({ segment, documents }));
    if (held === this.#snapshot) await this.#send({ kind: 'folded', segment, documents, moved });
    // Open, it can be read for as long as it is needed, and is gone with the process.
    rmSync(documents, { force: true });
  }

  #send(telling: ReplicationMessage): Promise<void> {
    const heard = this.#parts.send?.(telling) ?? Promise.resolve();
    return heard.catch((error: unknown) =>
      this.#parts.log.warn({ err: error }, 'threads could not be told what memory holds'),
    );
  }

  #build(work: () => Promise<void>): void {
    this.#building = work()
      .catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'memory could not be put in order');
        this.#retryAt = performance.now() + RETRY_DELAY_MS;
      })
      .finally(() => {
        this.#building = undefined;
      });
  }
}

function openLoadedDocuments({
  segment,
  documents,
}: Pick<LoadedIndex, 'segment' | 'documents'>): DocumentFile | undefined {
  if (documents === undefined || segment.documents === undefined) return undefined;
  return new DocumentFile(documents, segment.documents);
}

function needsReload({ segments, lastSeen, isDamaged }: IndexSnapshot): boolean {
  if (isDamaged || lastSeen.size > MAX_LAST_SEEN_ENTRIES) return true;
  const rows = segments.reduce((sum, { segment }) => sum + segment.count, 0);
  const dead = segments.reduce((sum, { tombstoneCount }) => sum + tombstoneCount, 0);
  return segments.length > MAX_SEGMENTS || (dead > MAX_TAIL_ROWS && dead > rows * MAX_TOMBSTONE_SHARE);
}
