import {
  comparePositions,
  compareSortKeys,
  type SortKey,
  type SortOrder,
  type SortPosition,
} from '../order.ts';
import { type IndexRow, idAt, type OpenSegment } from './open-segment.ts';

/** A hit in a segment has its row; hits of the tail and at past positions have none. */
export interface SearchHit extends SortPosition {
  readonly view?: OpenSegment;
  readonly row?: number;
}

/** Hits in order. */
export interface HitStream {
  readonly length: number;
  key(at: number): SortKey;
  id(at: number): string;
  hit(at: number): SearchHit;
}

export const segmentStream = (
  view: OpenSegment,
  rows: readonly number[],
  keyAt: (row: number) => SortKey = (row) => view.segment.moments[row] as number,
): HitStream => {
  const { segment } = view;
  const key = (at: number): SortKey => keyAt(rows[at] as number);
  const id = (at: number): string => idAt(segment, rows[at] as number);
  return {
    length: rows.length,
    key,
    id,
    hit: (at) => ({ key: key(at), id: id(at), view, row: rows[at] as number }),
  };
};

/** Newest first; equal moments by descending id. */
export function compareNewestFirst(
  one: Pick<IndexRow, 'moment' | 'id'>,
  other: Pick<IndexRow, 'moment' | 'id'>,
): number {
  if (one.moment !== other.moment) return other.moment - one.moment;
  return one.id === other.id ? 0 : one.id < other.id ? 1 : -1;
}

export function sortedStream(positions: readonly SortPosition[], order: SortOrder): HitStream {
  const sorted = positions.toSorted(comparePositions(order));
  return {
    length: sorted.length,
    key: (at) => (sorted[at] as SortPosition).key,
    id: (at) => (sorted[at] as SortPosition).id,
    hit: (at) => ({ key: (sorted[at] as SortPosition).key, id: (sorted[at] as SortPosition).id }),
  };
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** The hits from `from` to before `to` of all streams merged. */
export function mergeStreams(
  streams: readonly HitStream[],
  { direction }: SortOrder,
  { from, to }: Window,
): SearchHit[] {
  const full = streams.filter(({ length }) => length > 0);
  const [only] = full;
  if (full.length === 1 && only !== undefined) {
    const end = Math.min(to, only.length);
    return Array.from({ length: Math.max(0, end - from) }, (_, step) => only.hit(from + step));
  }
  const heads = full.map((stream) => ({ stream, at: 0, key: stream.key(0) }));
  const compareKeys = compareSortKeys(direction);
  const sign = direction === 'DESC' ? -1 : 1;
  const hits: SearchHit[] = [];
  for (let at = 0; at < to; at += 1) {
    let first: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.at >= head.stream.length) continue;
      const difference = first === undefined ? -1 : compareKeys(head.key, first.key);
      if (difference < 0 || (difference === 0 && first && sign * compareIds(head, first) < 0)) first = head;
    }
    if (first === undefined) break;
    if (at >= from) hits.push(first.stream.hit(first.at));
    first.at += 1;
    if (first.at < first.stream.length) first.key = first.stream.key(first.at);
  }
  return hits;
}

interface Head {
  readonly stream: HitStream;
  readonly at: number;
}

const compareIds = (one: Head, other: Head): number =>
  one.stream.id(one.at) < other.stream.id(other.at) ? -1 : 1;
