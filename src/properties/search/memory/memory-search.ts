import { rmSync } from 'node:fs';
import type { Db } from '../../../db/sql.ts';
import { isUnavailable, NotReady } from '../../../db/unavailable.ts';
import type { Log } from '../../../lib/log.ts';
import { monotonicMs } from '../../../lib/monotonic.ts';
import { DocumentFile } from './document-file.ts';
import { Held, type Loaded } from './held.ts';
import type { Making } from './making.ts';
import { type News, newsSince, TooFarBehind } from './news.ts';
import { bytesOf } from './segment-bytes.ts';
import { isUpToDate, visibleCount } from './store.ts';
import { byPlace } from './streams.ts';
import type { Telling } from './telling.ts';
import { VISIT_LIFE_MS } from './visit-log.ts';

export interface MemorySearchParts {
  db: Db;
  log: Log;
  making: Pick<Making, 'load' | 'fold'>;
  /** Above so many bytes memory stays out of it. */
  mostBytes: number;
  /** More rows than this, one by one, are made a segment. */
  longestTail?: number;
  /** Hears all that threads must know to hold the same; done when each has heard it. */
  tell?(telling: Telling): Promise<void>;
}

/** Why nothing is held. */
export type MakingStatus = 'reading' | 'too large';

/** For whoever watches the service. */
export interface MemoryState {
  readonly status: 'ready' | MakingStatus;
  readonly rows: number;
  readonly bytes: number;
}

export function stateOf(held: Held | undefined, otherwise: MakingStatus): MemoryState {
  const bytes = held?.segments.reduce((sum, { segment }) => sum + bytesOf(segment), 0) ?? 0;
  return { status: held === undefined ? otherwise : 'ready', rows: held?.count ?? 0, bytes };
}

/** Rows one by one take 50 ns each to judge: so many are as much as a page through the segments. */
const MAX_TAIL_ROWS = 4_000;
const MAX_SEGMENTS = 6;
/** Some 300 bytes each. */
const MAX_LAST_SEEN_ENTRIES = 200_000;
/** Read anew then, so that a start finds a snapshot whose visits are still told. */
const OLDEST_MS = VISIT_LIFE_MS / 2;
/** Of the rows of all segments; more than that is not worth stepping over. */
const MAX_TOMBSTONE_SHARE = 0.25;
/** What was too large, not ready to be read, or could not be put in order is looked at again after this. */
const REST_MS = 30_000;
/** With forty words a text; what it was found to be since is known better. Looked at before anything is read. */
const BYTES_A_ROW = 600;

/** Keeps everything on the market in memory, as the store has it. `look` is called again and again. */
export class MemorySearch {
  readonly #parts: MemorySearchParts;
  #held: Held | undefined;
  #lookedAt = -Infinity;
  #making: Promise<void> | undefined;
  #isTooLarge = false;
  #bytesARow = BYTES_A_ROW;
  #isDamaged = false;
  /** The snapshot is too old. */
  #anew = false;
  #restsUntil = 0;

  constructor(parts: MemorySearchParts) {
    this.#parts = parts;
  }

  held = (): Held | undefined => this.#held;

  /** Since when memory may differ from the store. */
  lagMs = (): number => monotonicMs() - this.#lookedAt;

  state = (): MemoryState => stateOf(this.#held, this.#isTooLarge ? 'too large' : 'reading');

  /** A thread found a document of what was read then damaged. */
  hearOfDamage(readAt: number): void {
    if (this.#held?.readAt === readAt) this.#isDamaged = true;
  }

  async look(): Promise<void> {
    try {
      await (this.#held === undefined ? this.#first() : this.#again(this.#held));
    } catch (error) {
      // SQL answers until everything is read anew.
      if (error instanceof TooFarBehind) {
        this.#drop();
        this.#anew = true;
      }
      // Before the database is there, there is nothing to tell anyone.
      if (!(error instanceof NotReady)) throw error;
    }
  }

  /** Ends when nothing is being made. */
  settled = async (): Promise<void> => {
    await this.#making;
  };

  async #again(held: Held): Promise<void> {
    const began = monotonicMs();
    const news = await newsSince(this.#parts.db, held);
    // Everything was read anew meanwhile: this is of no use any more.
    if (held !== this.#held) return;
    this.#hear(held, news, began);
    if (this.#making !== undefined || performance.now() < this.#restsUntil) return;
    if (this.#isDamaged || isWorn(held) || (held.settled - held.readAt) / 1_000 > OLDEST_MS)
      this.#make(() => this.#reload());
    else if (held.tail.size > (this.#parts.longestTail ?? MAX_TAIL_ROWS)) this.#make(() => this.#fold(held));
  }

  async #first(): Promise<void> {
    const { db, making, mostBytes } = this.#parts;
    if (performance.now() < this.#restsUntil) return;
    this.#isTooLarge = (await visibleCount(db)) * this.#bytesARow > mostBytes;
    if (this.#isTooLarge) this.#drop();
    if (this.#isTooLarge || !(await isUpToDate(db))) {
      this.#restsUntil = performance.now() + REST_MS;
      return;
    }
    const { loaded, fromFile } = await making.load(this.#anew);
    this.#anew = false;
    await this.#begin(loaded).catch((error: unknown) => {
      // Whatever is wrong with a snapshot, it is not read a second time.
      this.#anew = fromFile && !isUnavailable(error);
      throw error;
    });
    if (this.#isTooLarge) return;
    this.#parts.log.info({ properties: loaded.segment.count, fromFile }, 'searches are answered from memory');
  }

  /** Read anew while the old one still answers. */
  async #reload(): Promise<void> {
    await this.#begin((await this.#parts.making.load(true)).loaded);
  }

  async #begin(loaded: Loaded): Promise<void> {
    const bytes = bytesOf(loaded.segment);
    this.#bytesARow = bytes / Math.max(1, loaded.segment.count);
    this.#isTooLarge = bytes > this.#parts.mostBytes;
    if (this.#isTooLarge) return this.#drop();
    const held = new Held(loaded, documentsOf(loaded));
    const began = monotonicMs();
    const news = await newsSince(this.#parts.db, held);
    if ((news.settled - loaded.readAt) / 1_000 > VISIT_LIFE_MS) {
      held.close();
      throw new TooFarBehind('visits since then are not told any more');
    }
    this.#tell({ kind: 'loaded', loaded });
    this.#hear(held, news, began);
    this.#held?.close();
    this.#held = held;
    this.#isDamaged = false;
  }

  #hear(held: Held, news: News, lookedAt: number): void {
    held.hear(news);
    this.#lookedAt = lookedAt;
    this.#tell({ kind: 'news', news, lookedAt });
  }

  #drop(): void {
    this.#held?.close();
    this.#held = undefined;
    this.#tell({ kind: 'nothing', status: this.state().status as MakingStatus });
  }

  async #fold(held: Held): Promise<void> {
    const rows = [...held.tail.values()].sort(byPlace);
    const { segment, documents } = await this.#parts.making.fold(rows);
    const moved = held.movedOf(rows);
    held.fold(segment, moved, documentsOf({ segment, documents }));
    if (held === this.#held) await this.#tell({ kind: 'folded', segment, documents, moved });
    // Open, it can be read for as long as it is needed, and is gone with the process.
    rmSync(documents, { force: true });
  }

  #tell(telling: Telling): Promise<void> {
    const heard = this.#parts.tell?.(telling) ?? Promise.resolve();
    return heard.catch((error: unknown) =>
      this.#parts.log.warn({ err: error }, 'threads could not be told what memory holds'),
    );
  }

  #make(work: () => Promise<void>): void {
    this.#making = work()
      .catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'memory could not be put in order');
        this.#restsUntil = performance.now() + REST_MS;
      })
      .finally(() => {
        this.#making = undefined;
      });
  }
}

function documentsOf({
  segment,
  documents,
}: Pick<Loaded, 'segment' | 'documents'>): DocumentFile | undefined {
  if (documents === undefined || segment.documents === undefined) return undefined;
  return new DocumentFile(documents, segment.documents);
}

function isWorn({ segments, visits, isDamaged }: Held): boolean {
  if (isDamaged || visits.size > MAX_LAST_SEEN_ENTRIES) return true;
  const rows = segments.reduce((sum, { segment }) => sum + segment.count, 0);
  const dead = segments.reduce((sum, { deadCount }) => sum + deadCount, 0);
  return segments.length > MAX_SEGMENTS || (dead > MAX_TAIL_ROWS && dead > rows * MAX_TOMBSTONE_SHARE);
}
