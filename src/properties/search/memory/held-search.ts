import { columnAt } from '../../../criteria/columns.ts';
import { compiled } from '../../../criteria/matches.ts';
import type { Tree } from '../../../criteria/tree.ts';
import type { WalkPosition } from '../cursor.ts';
import {
  MAX_COUNTED_ROWS,
  type PageAsked,
  type PageFound,
  type WalkAsked,
  type WalkFound,
} from '../engine.ts';
import { sortColumns } from '../layout.ts';
import type { Order, Place, SortKey } from '../order.ts';
import { type Unanswered, whyNot } from './can-answer.ts';
import { conjunctsOf } from './conjuncts.ts';
import type { Held } from './held.ts';
import { cellAt } from './kept-columns.ts';
import { scan } from './scan.ts';
import { idAt, type Row, rowAfter } from './segment.ts';
import { testOf, withinSift } from './sifts.ts';
import { byPlace, type Found, merged, ofPlaces, ofSegment } from './streams.ts';
import { writtenList } from './written-list.ts';

type Or<Found> = Found | Unanswered;

const isNewestFirst = ({ field, direction }: Order): boolean =>
  field === 'UPDATED_AT' && direction === 'DESC';

export function countIn(held: Held, tree: Tree): Or<number> {
  return whyNot(held, tree) ?? foundIn(held, tree, 0, MAX_COUNTED_ROWS).total;
}

export function pageIn(held: Held, asked: PageAsked): Or<PageFound> {
  const { criteria, order, offset, limit, most = MAX_COUNTED_ROWS } = asked;
  const refusal = whyNot(held, criteria);
  if (refusal !== undefined) return refusal;
  if (limit > 0 && !isNewestFirst(order)) return sortedPage(held, asked);
  const { streams, total } = foundIn(held, criteria, offset + limit, most);
  return pageOf(held, total, limit === 0 ? [] : merged(streams, offset, offset + limit));
}

const pageOf = (held: Held, total: number, found: readonly Found[]): PageFound => ({
  total,
  ids: found.map(({ id }) => id),
  written: (count) => writtenList(held, found.slice(0, count)),
});

/** So many of the newest as streams, and how many there are in all. */
function foundIn(held: Held, tree: Tree, keep: number, most: number) {
  const tail = inTail(held, tree);
  const scans = held.segments.map((view) => ({
    view,
    ...scan(view, conjunctsOf(view, tree), { keep, most }),
  }));
  const total = scans.reduce((sum, one) => sum + one.total, tail.length);
  return {
    total: Math.min(total, most),
    streams: [ofPlaces(tail), ...scans.map(({ view, rows }) => ofSegment(view, rows))],
    tail,
    scans,
  };
}

/** What a tree is taken to ask when it says nothing holds of all that is held. */
function inTail({ tail }: Held, tree: Tree): Row[] {
  if (tail.size === 0) return [];
  const holds = compiled(tree);
  return [...tail.among(tree)].filter(({ cells }) => holds(cells));
}

/** Another order than that of the rows: as long as all that were found can be sorted. */
function sortedPage(held: Held, asked: PageAsked): Or<PageFound> {
  const { criteria, order, offset, limit, most = MAX_COUNTED_ROWS } = asked;
  const { total, tail, scans } = foundIn(held, criteria, MAX_COUNTED_ROWS, MAX_COUNTED_ROWS);
  if (total >= MAX_COUNTED_ROWS) return 'order';
  const name = sortColumns[order.field];
  const { position } = columnAt(name);
  const isUpdated = order.field === 'UPDATED_AT';
  const places = tail.map(
    ({ id, moment, cells }): Found => ({ id, key: isUpdated ? moment : (cells[position] as SortKey) }),
  );
  for (const { view, rows } of scans) {
    const { segment } = view;
    const column = segment.columns[name];
    for (const row of rows) {
      const key = isUpdated ? segment.moments[row] : column && (cellAt(column, row) as SortKey);
      places.push({ id: idAt(segment, row), key: key ?? null, view, row });
    }
  }
  places.sort(comparing(order));
  return pageOf(held, Math.min(total, most), places.slice(offset, offset + limit));
}

/** Of equals by id, in the same direction. What is not known comes last either way. */
function comparing({ direction }: Order): (one: Place, other: Place) => number {
  const way = direction === 'DESC' ? -1 : 1;
  return (one, other) => {
    if (one.key !== other.key) {
      if (one.key === null) return 1;
      if (other.key === null) return -1;
      return one.key < other.key ? -way : way;
    }
    return one.id < other.id ? -way : way;
  };
}

/** A step of a walk, each property at the place it had when the walk began. */
export function stepIn(held: Held, { criteria, order, limit, from }: WalkAsked): Or<WalkFound> {
  const refusal = whyNot(held, criteria);
  if (refusal !== undefined) return refusal;
  if (!isNewestFirst(order)) return 'order';
  if ((from?.asOf ?? held.settled) < held.walksSince) return 'old-walk';
  // Begun where more was known already, in SQL or in another thread or process: here a row may still stand where it stood before.
  if (from !== undefined && from.asOf > held.settled) return 'newer-walk';
  const begun = from ?? { asOf: held.settled, total: foundIn(held, criteria, 0, Infinity).total };
  const found = limit === 0 ? [] : foundAfter(held, criteria, begun, limit);
  return {
    places: found.map(({ key, id }) => ({ key, id })),
    total: begun.total,
    asOf: begun.asOf,
    written: (count) => writtenList(held, found.slice(0, count)),
  };
}

function foundAfter(held: Held, tree: Tree, { asOf, last }: WalkPosition, limit: number): Found[] {
  const holds = compiled(tree);
  const after = last && { moment: last.key ?? 0, id: last.id };
  const comes = (place: Pick<Row, 'moment' | 'id'>): boolean =>
    after === undefined || byPlace(after, place) < 0;
  const tail = [...held.tail.among(tree)].filter(
    (row) => row.placed <= asOf && comes(row) && holds(row.cells),
  );
  const views = held.segments.map((view) => {
    const conjuncts = conjunctsOf(view, tree);
    return { view, conjuncts, test: testOf(conjuncts.map(({ sift }) => sift())) };
  });
  const passes = (id: string): boolean => {
    const cells = held.inTail(id);
    if (cells !== undefined) return holds(cells);
    return views.some(({ view, test }) => {
      const row = view.living(id);
      return row !== undefined && test(row);
    });
  };
  const moved: Pick<Row, 'moment' | 'id'>[] = [];
  for (const [id, past] of held.past)
    for (const { placed, replaced, moment } of past)
      if (placed <= asOf && replaced > asOf && comes({ moment, id }) && passes(id))
        moved.push({ moment, id });
  const streams = views.map(({ view, conjuncts }) => {
    const { segment } = view;
    const also = withinSift(segment.placed, -Infinity, asOf);
    const start = after === undefined ? 0 : rowAfter(segment, after.moment, after.id);
    return ofSegment(view, scan(view, conjuncts, { keep: limit, most: limit, from: start, also }).rows);
  });
  return merged([ofPlaces(tail), ofPlaces(moved), ...streams], 0, limit);
}
