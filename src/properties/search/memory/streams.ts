import type { SortPosition } from '../order.ts';
import type { OpenSegment } from './open-segment.ts';
import { type IndexRow, idAt } from './segment.ts';

/** A hit in a segment has its row; hits of the tail and at past positions have none. */
export interface SearchHit extends SortPosition {
  readonly view?: OpenSegment;
  readonly row?: number;
}

/** Hits in order, newest first. */
export interface HitStream {
  readonly length: number;
  moment(at: number): number;
  id(at: number): string;
  hit(at: number): SearchHit;
}

export const segmentStream = (view: OpenSegment, rows: readonly number[]): HitStream => {
  const { segment } = view;
  const moment = (at: number): number => segment.moments[rows[at] as number] as number;
  const id = (at: number): string => idAt(segment, rows[at] as number);
  return {
    length: rows.length,
    moment,
    id,
    hit: (at) => ({ key: moment(at), id: id(at), view, row: rows[at] as number }),
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

export function sortedStream(rows: readonly Pick<IndexRow, 'moment' | 'id'>[]): HitStream {
  const sorted = rows.toSorted(compareNewestFirst);
  return {
    length: sorted.length,
    moment: (at) => sorted[at]?.moment ?? 0,
    id: (at) => sorted[at]?.id ?? '',
    hit: (at) => ({ key: sorted[at]?.moment ?? 0, id: sorted[at]?.id ?? '' }),
  };
}

/** The hits from `from` to before `to` of all streams merged. */
export function mergeStreams(streams: readonly HitStream[], from: number, to: number): SearchHit[] {
  const full = streams.filter(({ length }) => length > 0);
  const [only] = full;
  if (full.length === 1 && only !== undefined) {
    const end = Math.min(to, only.length);
    return Array.from({ length: Math.max(0, end - from) }, (_, step) => only.hit(from + step));
  }
  const heads = full.map(() => 0);
  const hits: SearchHit[] = [];
  for (let at = 0; at < to; at += 1) {
    const next = newestStream(full, heads);
    if (next === undefined) break;
    const head = heads[next] as number;
    if (at >= from) hits.push((full[next] as HitStream).hit(head));
    heads[next] = head + 1;
  }
  return hits;
}

function newestStream(streams: readonly HitStream[], heads: readonly number[]): number | undefined {
  let found: number | undefined;
  let latest = -Infinity;
  for (const [number, stream] of streams.entries()) {
    const head = heads[number] as number;
    if (head >= stream.length) continue;
    const moment = stream.moment(head);
    const isFirst = found === undefined || moment > latest;
    if (isFirst || (moment === latest && stream.id(head) > idOfHead(streams, heads, found as number))) {
      found = number;
      latest = moment;
    }
  }
  return found;
}

const idOfHead = (streams: readonly HitStream[], heads: readonly number[], number: number): string =>
  (streams[number] as HitStream).id(heads[number] as number);
