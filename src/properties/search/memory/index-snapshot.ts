import type { SearchRow } from '../../../criteria/search-row.ts';
import type { ChangeBatch } from './change-batch.ts';
import type { DocumentFile } from './document-file.ts';
import { LastSeenOverlay } from './last-seen-overlay.ts';
import { OpenSegment } from './open-segment.ts';
import { type IndexRow, idAt, type Segment } from './segment.ts';
import type { Horizon, PastPosition, RowChange } from './store.ts';
import { Tail } from './tail.ts';

/** A segment of everything, and what may have changed since it was read. */
export interface LoadedIndex {
  readonly segment: Segment;
  /** Taken before anything was read. */
  readonly horizon: Horizon;
  /** When everything was read, in microseconds of the store's clock. */
  readonly readAt: number;
  /** The file with its documents. */
  readonly documents?: string;
}

/** More former places than this take longer to look through than SQL needs to find them. */
const MAX_PAST_POSITIONS = 50_000;

/**
 * Everything on the market, as the store stood at one moment: segments that never change but lose rows, and the rows that came or
 * changed since, one by one.
 */
export class IndexSnapshot {
  segments: OpenSegment[];
  /** When everything was read, in microseconds of the store's clock. */
  readonly readAt: number;
  readonly tail = new Tail();
  /** Since the documents were read. */
  readonly lastSeen = new LastSeenOverlay();
  readonly past = new Map<string, readonly PastPosition[]>();
  /** Transactions before this one are over and are all in here. */
  horizon: Horizon;
  /** Where a walk that begins now stands, in microseconds. */
  watermark: number;
  /** Walks that began before this moment need places that are not known here. */
  oldestCursor: number;
  #isClosed = false;
  /** What was taken in of transactions that are not all over. */
  readonly #applied = new Map<string, string>();

  constructor({ segment, horizon, readAt }: LoadedIndex, documents?: DocumentFile) {
    this.segments = [new OpenSegment(segment, documents)];
    this.horizon = horizon;
    this.watermark = 0;
    this.readAt = readAt;
    this.oldestCursor = readAt;
  }

  get count(): number {
    return this.segments.reduce(
      (sum, { segment, tombstoneCount }) => sum + segment.count - tombstoneCount,
      this.tail.size,
    );
  }

  isNew(id: string, changedIn: string): boolean {
    return this.#applied.get(id) !== changedIn;
  }

  applyChange({ id, row, past }: RowChange, changedIn: string): void {
    this.#applied.set(id, changedIn);
    for (const segment of this.segments) segment.addTombstone(id);
    this.tail.delete(id);
    this.lastSeen.forget(id);
    if (row !== undefined) this.tail.set(id, row);
    const since = past.filter(({ replaced }) => replaced > this.oldestCursor);
    if (since.length > 0) this.past.set(id, since);
    else this.past.delete(id);
    if (this.past.size > MAX_PAST_POSITIONS) this.#dropPastPositions();
  }

  has = (id: string): boolean => this.tail.has(id) || this.locate(id).view !== undefined;

  /** Where it stands in a segment, if it stands in one. */
  locate(id: string): { view?: OpenSegment; row?: number } {
    for (const view of this.segments) {
      const row = view.findLiveRow(id);
      if (row !== undefined) return { view, row };
    }
    return {};
  }

  get isDamaged(): boolean {
    return this.segments.some(({ documents }) => documents?.isDamaged === true);
  }

  /** Nobody asks it any more. */
  close(): void {
    this.#isClosed = true;
    for (const { documents } of this.segments) documents?.close();
  }

  /** What is below the horizon never comes up again. */
  advance(horizon: Horizon, watermark: number): void {
    if (horizon !== this.horizon) {
      const least = BigInt(horizon);
      for (const [id, changedIn] of this.#applied) if (BigInt(changedIn) < least) this.#applied.delete(id);
      this.lastSeen.forgetApplied(least);
    }
    this.horizon = horizon;
    this.watermark = watermark;
  }

  /** Takes in all in one go: no question sees a part of it. */
  apply({ changes, batches, horizon, watermark }: ChangeBatch): void {
    for (const [changed, changedIn] of changes) this.applyChange(changed, changedIn);
    for (const batch of batches) this.lastSeen.apply(batch, this.has);
    this.advance(horizon, watermark);
  }

  /** Which of these rows are not those of the tail any more. */
  findMoved = (rows: readonly IndexRow[]): Set<string> =>
    new Set(rows.filter((row) => this.tail.get(row.id) !== row).map(({ id }) => id));

  /** Rows of the tail as a segment. Those that moved while it was made stay where they are. */
  fold(segment: Segment, moved: ReadonlySet<string>, documents?: DocumentFile): void {
    const opened = new OpenSegment(segment, documents);
    for (let row = 0; row < segment.count; row += 1) {
      const id = idAt(segment, row);
      if (moved.has(id)) opened.addTombstone(id);
      else this.tail.delete(id);
    }
    this.segments = [...this.segments, opened];
    if (this.#isClosed) documents?.close();
  }

  /** Its cells, wherever it is: undefined when it is not on the market. */
  tailCells = (id: string): SearchRow | undefined => this.tail.get(id)?.cells;

  #dropPastPositions(): void {
    for (const places of this.past.values())
      for (const { replaced } of places) this.oldestCursor = Math.max(this.oldestCursor, replaced);
    this.past.clear();
  }
}
