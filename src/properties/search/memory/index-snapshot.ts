import type { Horizon } from '../../../db/horizon.ts';
import type { ChangeBatch } from './change-batch.ts';
import type { DocumentFile } from './document-file.ts';
import { LastSeenOverlay } from './last-seen-overlay.ts';
import { type IndexRow, idAt, OpenSegment, type Segment } from './open-segment.ts';
import type { PastPosition, RowChange } from './store.ts';
import { Tail } from './tail.ts';
import { isVisible } from './visibility.ts';

/** The newest properties that are off the market or price-incoherent. */
export interface HiddenPart {
  readonly segment: Segment;
  /** All that changed at this moment or later are contained, in microseconds. Absent when all are. */
  readonly since?: number;
}

/** A segment of everything on the market, and the position in the change log it was read at. */
export interface LoadedIndex {
  readonly segment: Segment;
  /** Absent when there is no memory for it. */
  readonly hidden?: HiddenPart;
  /** Read before any row. */
  readonly horizon: Horizon;
  /** When the read finished, in microseconds of the store's clock. */
  readonly readAt: number;
  /** The path of its document file. */
  readonly documents?: string;
}

/** Above this a scan of past positions is slower than SQL. */
const MAX_PAST_POSITIONS = 50_000;

/**
 * Everything on the market as of one moment of the store: immutable segments with tombstones, and the tail of rows
 * changed since. Hidden properties have their own segments and tail, so that usual searches never read them.
 */
export class IndexSnapshot {
  segments: OpenSegment[];
  hiddenSegments: OpenSegment[];
  /** Hidden properties that changed at this moment or later are contained, in microseconds. */
  readonly hiddenSince: number;
  /** When the base segment was read, in microseconds of the store's clock. */
  readonly readAt: number;
  readonly tail = new Tail();
  readonly hiddenTail = new Tail();
  /** Last-seen times newer than the documents. */
  readonly lastSeen = new LastSeenOverlay();
  readonly pastPositions = new Map<string, readonly PastPosition[]>();
  /** All transactions below this id are complete and applied. */
  horizon: Horizon;
  /** The moment at which a new cursor scan starts, in microseconds. */
  watermark: number;
  /** Cursor scans that started before this moment need past positions that are not available here. */
  oldestCursor: number;
  #isClosed = false;
  /** Changes already applied from transactions above the horizon. */
  readonly #applied = new Map<string, string>();

  constructor({ segment, hidden, horizon, readAt }: LoadedIndex, documents?: DocumentFile) {
    this.segments = [new OpenSegment(segment, documents)];
    this.hiddenSegments = hidden === undefined ? [] : [new OpenSegment(hidden.segment)];
    this.hiddenSince = hidden === undefined ? Infinity : (hidden.since ?? -Infinity);
    this.horizon = horizon;
    this.watermark = 0;
    this.readAt = readAt;
    this.oldestCursor = readAt;
  }

  get allSegments(): readonly OpenSegment[] {
    return [...this.segments, ...this.hiddenSegments];
  }

  /** Properties on the market. */
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
    for (const segment of this.allSegments) segment.addTombstone(id);
    this.tail.delete(id);
    this.hiddenTail.delete(id);
    this.lastSeen.forget(id);
    if (row !== undefined && isVisible(row.cells)) this.tail.set(id, row);
    else if (row !== undefined && row.moment >= this.hiddenSince) this.hiddenTail.set(id, row);
    const since = past.filter(({ to }) => to > this.oldestCursor);
    if (since.length > 0) this.pastPositions.set(id, since);
    else this.pastPositions.delete(id);
    if (this.pastPositions.size > MAX_PAST_POSITIONS) this.#dropPastPositions();
  }

  /** Whether it is on the market. */
  has = (id: string): boolean => this.tail.has(id) || this.locate(id).view !== undefined;

  /** The segment and row of a property on the market, if a segment has it. */
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

  close(): void {
    this.#isClosed = true;
    for (const { documents } of this.allSegments) documents?.close();
  }

  /** Changes below the horizon are never read again. */
  advance(horizon: Horizon, watermark: number): void {
    if (horizon !== this.horizon) {
      const lowest = BigInt(horizon);
      for (const [id, changedIn] of this.#applied) if (BigInt(changedIn) < lowest) this.#applied.delete(id);
      this.lastSeen.forgetApplied(lowest);
    }
    this.horizon = horizon;
    this.watermark = watermark;
  }

  /** Applies a batch synchronously: no query sees a part of it. */
  apply({ changes, lastSeenBatches, horizon, watermark }: ChangeBatch): void {
    for (const [changed, changedIn] of changes) this.applyChange(changed, changedIn);
    for (const batch of lastSeenBatches) this.lastSeen.apply(batch, this.has);
    this.advance(horizon, watermark);
  }

  /** The ids of rows that changed in the tail since. */
  findStaleRows = (rows: readonly IndexRow[]): Set<string> =>
    new Set(
      rows
        .filter((row) => this.tail.get(row.id) !== row && this.hiddenTail.get(row.id) !== row)
        .map(({ id }) => id),
    );

  /** Replaces rows of the tail with a segment. Rows that changed meanwhile stay in the tail. */
  flushTail(segment: Segment, staleIds: ReadonlySet<string>, documents?: DocumentFile): void {
    const opened = new OpenSegment(segment, documents);
    const tail = segment.isHidden ? this.hiddenTail : this.tail;
    for (let row = 0; row < segment.count; row += 1) {
      const id = idAt(segment, row);
      if (staleIds.has(id)) opened.addTombstone(id);
      else tail.delete(id);
    }
    if (segment.isHidden) this.hiddenSegments = [...this.hiddenSegments, opened];
    else this.segments = [...this.segments, opened];
    if (this.#isClosed) documents?.close();
  }

  #dropPastPositions(): void {
    for (const positions of this.pastPositions.values())
      for (const { to } of positions) this.oldestCursor = Math.max(this.oldestCursor, to);
    this.pastPositions.clear();
  }
}
