import type { Tree } from '../criteria/tree.ts';
import { cacheSharedSecret } from '../db/shared-secret.ts';
import type { Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import { loadResultPage, type ResultPage } from './result-page.ts';
import { type CursorPosition, readCursor, type SearchCursorBinding, signCursor } from './search/cursor.ts';
import type { CursorRefusal } from './search/cursor-fault.ts';
import { CURSOR_LIFETIME_MS } from './search/cursor-limits.ts';
import { MAX_COUNTED_ROWS, type SearchEngine } from './search/engine.ts';
import type { SortOrder } from './search/order.ts';
import { sqlEngine } from './search/sql-engine.ts';

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 10;

export interface SearchAsked {
  accountId: string;
  criteria: Tree;
  /** The criteria as they were sent: what a cursor is bound to. */
  sent: unknown;
  order: SortOrder;
  /** 0 asks for the count alone. */
  size: number;
  /** Nobody is told how many there are. */
  uncounted?: boolean;
  paging: { type: 'PAGE'; page: number } | { type: 'CURSOR'; cursor: string | undefined };
}

export interface SearchFound {
  shown: ResultPage;
  /** At least so many, where nobody asked for the count. */
  totalItems: number;
  hasNextPage: boolean;
  /** Of a walk only. */
  cursor?: string;
  /** Of a walk only: the cursor for whoever shows no more than up to this property. */
  cursorAfter?(propertyId: string): string;
}

/** A cursor that was changed, made for something else or by nobody, or is too old. */
export type SearchAnswered = SearchFound | { refused: CursorRefusal };

/** What a search is answered with. Who asks cannot tell which engine it is. */
export interface Searching {
  db: Db;
  places: PlaceService;
  clock: Clock;
  engine: SearchEngine;
  secret(): Promise<Buffer>;
}

/** The store itself is asked for what others must not be behind in: the secret of cursors. */
export function createSearching(
  db: Db,
  clock: Clock,
  places: PlaceService,
  engine: SearchEngine = sqlEngine(db, places),
): Searching {
  return { db, clock, places, engine, secret: cacheSharedSecret(db, 'search cursor') };
}

/** Answers a search: the properties that meet the criteria, in order, a page or a step of a walk at a time. */
export function searchProperties(searching: Searching, asked: SearchAsked): Promise<SearchAnswered> {
  return asked.paging.type === 'PAGE'
    ? onePage(searching, asked, asked.paging.page)
    : oneStep(searching, asked, asked.paging.cursor);
}

/** Pages reach as far as the count does. */
async function onePage(
  { db, engine }: Searching,
  { criteria, order, size, uncounted = false }: SearchAsked,
  page: number,
): Promise<SearchFound> {
  const offset = Math.min((page - 1) * size, MAX_COUNTED_ROWS);
  const limit = Math.min(size, MAX_COUNTED_ROWS - offset);
  // One more than is shown tells whether there is a next page.
  const maxCount = uncounted ? Math.min(offset + limit + 1, MAX_COUNTED_ROWS) : MAX_COUNTED_ROWS;
  const {
    ids,
    total,
    serialized,
    foundIn = db,
  } = await engine.queryPage({ criteria, order, offset, limit, maxCount });
  return {
    shown: await loadResultPage(foundIn, ids, serialized),
    totalItems: total,
    hasNextPage: limit > 0 && offset + limit < total,
  };
}

async function oneStep(
  searching: Searching,
  asked: SearchAsked,
  cursor: string | undefined,
): Promise<SearchAnswered> {
  const { db, clock, engine } = searching;
  const { accountId, criteria, sent, order, size } = asked;
  const binding: SearchCursorBinding = { accountId, criteria: sent, order };
  const secret = await searching.secret();
  const from = cursor === undefined ? undefined : readCursor(secret, binding, cursor);
  if (cursor !== undefined && from === undefined) return { refused: 'foreign-cursor' };
  if (from !== undefined && clock.now().getTime() - from.asOf / 1_000 > CURSOR_LIFETIME_MS)
    return { refused: 'expired-cursor' };
  // One more than is shown tells whether there is a next page.
  const {
    positions,
    total,
    asOf,
    serialized,
    foundIn = db,
  } = await engine.queryCursor({
    criteria,
    order,
    from,
    limit: size === 0 ? 0 : size + 1,
  });
  const shown = positions.slice(0, size);
  const cursorAt = (last: CursorPosition['last']): string =>
    signCursor(secret, binding, { asOf, total, ...(last === undefined ? {} : { last }) });
  return {
    shown: await loadResultPage(
      foundIn,
      shown.map(({ id }) => id),
      serialized,
    ),
    totalItems: total,
    hasNextPage: positions.length > size && size > 0,
    cursor: cursorAt(shown.at(-1) ?? from?.last),
    cursorAfter: (propertyId) => cursorAt(shown.find(({ id }) => id === propertyId) ?? from?.last),
  };
}
