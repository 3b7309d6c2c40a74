import type { Readable } from '../../../criteria/readable.ts';
import type { DocumentFile } from './document-file.ts';
import type { News } from './news.ts';
import { OpenSegment } from './open-segment.ts';
import { idAt, type Row, type Segment } from './segment.ts';
import type { Changed, Horizon, PastPlace } from './store.ts';
import { Tail } from './tail.ts';
import { VisitBook } from './visit-book.ts';

/** A segment of everything, and what may have changed since it was read. */
export interface Loaded {
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
export class Held {
  segments: OpenSegment[];
  /** When everything was read, in microseconds of the store's clock. */
  readonly readAt: number;
  readonly tail = new Tail();
  /** Since the documents were read. */
  readonly visits = new VisitBook();
  readonly past = new Map<string, readonly PastPlace[]>();
  /** Transactions before this one are over and are all in here. */
  horizon: Horizon;
  /** Where a walk that begins now stands, in microseconds. */
  settled: number;
  /** Walks that began before this moment need places that are not known here. */
  walksSince: number;
  #isClosed = false;
  /** What was taken in of transactions that are not all over. */
  readonly #taken = new Map<string, string>();

  constructor({ segment, horizon, readAt }: Loaded, documents?: DocumentFile) {
    this.segments = [new OpenSegment(segment, documents)];
    this.horizon = horizon;
    this.settled = 0;
    this.readAt = readAt;
    this.walksSince = readAt;
  }

  get count(): number {
    return this.segments.reduce(
      (sum, { segment, deadCount }) => sum + segment.count - deadCount,
      this.tail.size,
    );
  }

  isNew(id: string, changedIn: string): boolean {
    return this.#taken.get(id) !== changedIn;
  }

  take({ id, row, past }: Changed, changedIn: string): void {
    this.#taken.set(id, changedIn);
    for (const segment of this.segments) segment.bury(id);
    this.tail.delete(id);
    this.visits.forget(id);
    if (row !== undefined) this.tail.set(id, row);
    const since = past.filter(({ replaced }) => replaced > this.walksSince);
    if (since.length > 0) this.past.set(id, since);
    else this.past.delete(id);
    if (this.past.size > MAX_PAST_POSITIONS) this.#forgetPast();
  }

  has = (id: string): boolean => this.tail.has(id) || this.place(id).view !== undefined;

  /** Where it stands in a segment, if it stands in one. */
  place(id: string): { view?: OpenSegment; row?: number } {
    for (const view of this.segments) {
      const row = view.living(id);
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
  settle(horizon: Horizon, settled: number): void {
    if (horizon !== this.horizon) {
      const least = BigInt(horizon);
      for (const [id, changedIn] of this.#taken) if (BigInt(changedIn) < least) this.#taken.delete(id);
      this.visits.settle(least);
    }
    this.horizon = horizon;
    this.settled = settled;
  }

  /** Takes in all in one go: no question sees a part of it. */
  hear({ changes, batches, horizon, settled }: News): void {
    for (const [changed, changedIn] of changes) this.take(changed, changedIn);
    for (const batch of batches) this.visits.note(batch, this.has);
    this.settle(horizon, settled);
  }

  /** Which of these rows are not those of the tail any more. */
  movedOf = (rows: readonly Row[]): Set<string> =>
    new Set(rows.filter((row) => this.tail.get(row.id) !== row).map(({ id }) => id));

  /** Rows of the tail as a segment. Those that moved while it was made stay where they are. */
  fold(segment: Segment, moved: ReadonlySet<string>, documents?: DocumentFile): void {
    const opened = new OpenSegment(segment, documents);
    for (let row = 0; row < segment.count; row += 1) {
      const id = idAt(segment, row);
      if (moved.has(id)) opened.bury(id);
      else this.tail.delete(id);
    }
    this.segments = [...this.segments, opened];
    if (this.#isClosed) documents?.close();
  }

  /** Its cells, wherever it is: undefined when it is not on the market. */
  inTail = (id: string): Readable | undefined => this.tail.get(id)?.cells;

  #forgetPast(): void {
    for (const places of this.past.values())
      for (const { replaced } of places) this.walksSince = Math.max(this.walksSince, replaced);
    this.past.clear();
  }
}
