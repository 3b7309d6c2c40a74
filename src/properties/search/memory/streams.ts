import type { Place } from '../order.ts';
import { idAt, type Row, type Segment } from './segment.ts';

/** Places in the order, newest first, of which the next is at the head. */
export interface Stream {
  readonly length: number;
  moment(at: number): number;
  id(at: number): string;
}

export const ofSegment = (segment: Segment, rows: readonly number[]): Stream => ({
  length: rows.length,
  moment: (at) => segment.moments[rows[at] as number] as number,
  id: (at) => idAt(segment, rows[at] as number),
});

/** Newest first; of equal moments the greater id first. */
export function byPlace(one: Pick<Row, 'moment' | 'id'>, other: Pick<Row, 'moment' | 'id'>): number {
  if (one.moment !== other.moment) return other.moment - one.moment;
  return one.id === other.id ? 0 : one.id < other.id ? 1 : -1;
}

export function ofPlaces(places: readonly Pick<Row, 'moment' | 'id'>[]): Stream {
  const sorted = places.toSorted(byPlace);
  return {
    length: sorted.length,
    moment: (at) => sorted[at]?.moment ?? 0,
    id: (at) => sorted[at]?.id ?? '',
  };
}

/** The places from one to before another of all streams taken together. */
export function merged(streams: readonly Stream[], from: number, to: number): Place[] {
  const full = streams.filter(({ length }) => length > 0);
  const [only] = full;
  if (full.length === 1 && only !== undefined) {
    const end = Math.min(to, only.length);
    return Array.from({ length: Math.max(0, end - from) }, (_, step) => placeOf(only, from + step));
  }
  const heads = full.map(() => 0);
  const places: Place[] = [];
  for (let at = 0; at < to; at += 1) {
    const next = newest(full, heads);
    if (next === undefined) break;
    const head = heads[next] as number;
    if (at >= from) places.push(placeOf(full[next] as Stream, head));
    heads[next] = head + 1;
  }
  return places;
}

const placeOf = (stream: Stream, at: number): Place => ({ key: stream.moment(at), id: stream.id(at) });

function newest(streams: readonly Stream[], heads: readonly number[]): number | undefined {
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

const idOfHead = (streams: readonly Stream[], heads: readonly number[], number: number): string =>
  (streams[number] as Stream).id(heads[number] as number);
