import type { Db } from '../db/sql.ts';
import { contourContains, type Position } from '../lib/polygon.ts';
import { findSalePairs, mergeSalePair, type SalePair, type SalePairs } from './reconcile.ts';
import type { Sale } from './sale.ts';
import { matchesSaleQuery, type SaleCursorPosition, type SaleQuery } from './sale-query.ts';
import { type ScannedSale, scanSales } from './scan.ts';
import { coverWithSquares, type Squares } from './squares.ts';
import { selectSalesByIds } from './store.ts';

/** A sale of the result, and the duplicate merged into it. */
export interface SaleHit {
  readonly sale: Sale;
  readonly pair?: SalePair;
  readonly mergedFields?: readonly string[];
}

export interface SalePage {
  readonly sales: readonly SaleHit[];
  /** Where to continue; absent at the end. */
  readonly next?: SaleCursorPosition;
}

/** The shapes cover too much to be searched. */
export const TOO_WIDE = 'too-wide';

const MICRO = 1_000_000;
/** A shape along the edge of its cells reads many sales outside: after so many rounds a page ends short. */
const MAX_SCAN_ROUNDS = 12;
const MAX_ROUND_ROWS = 1_000;

/**
 * One page of sales, newest first. Reads ahead, since some sales are outside the shape or duplicates. A page may be
 * short before the end; only the absence of `next` is the end.
 */
export async function searchSales(
  db: Db,
  query: SaleQuery,
  { size, after }: { size: number; after?: SaleCursorPosition | undefined },
): Promise<SalePage | typeof TOO_WIDE> {
  const squares = squaresFor(query);
  if (squares === TOO_WIDE) return TOO_WIDE;
  const sales: SaleHit[] = [];
  let position = after;
  let limit = 2 * size + 2;
  for (let round = 0; round < MAX_SCAN_ROUNDS; round += 1) {
    const { scanned, hasMore } = await scanSales(db, { query, squares, after: position, limit, round });
    for (const { found, at } of await loadSaleHits(db, scanned, query)) {
      if (sales.length === size && position !== undefined) return { sales, next: position };
      sales.push(found);
      position = at;
    }
    const last = scanned.at(-1);
    if (last === undefined || !hasMore) return { sales };
    position = last;
    limit = Math.min(2 * limit, MAX_ROUND_ROWS);
  }
  return position === undefined ? { sales } : { sales, next: position };
}

function squaresFor({ within }: SaleQuery): Squares | undefined | typeof TOO_WIDE {
  const [first] = within;
  return first === undefined ? undefined : (coverWithSquares(first) ?? TOO_WIDE);
}

const isInside = (
  { within }: SaleQuery,
  { longitude, latitude }: Pick<ScannedSale, 'longitude' | 'latitude'>,
): boolean => {
  if (within.length === 0) return true;
  if (longitude === null || latitude === null) return false;
  const point: Position = [longitude / MICRO, latitude / MICRO];
  return within.every((shapes) => shapes.some((shape) => contourContains(shape, point)));
};

async function loadSaleHits(
  db: Db,
  scanned: readonly ScannedSale[],
  query: SaleQuery,
): Promise<{ found: SaleHit; at: SaleCursorPosition }[]> {
  const inside = scanned.filter((each) => isInside(query, each));
  if (inside.length === 0) return [];
  const sales = new Map(
    (
      await selectSalesByIds(
        db,
        inside.map(({ id }) => id),
      )
    ).map((sale) => [sale.id, sale]),
  );
  const pairs = await findSalePairs(db, [...sales.values()]);
  return inside.flatMap((at) => {
    const sale = sales.get(at.id);
    const found = sale && toSaleHit(sale, pairs, query);
    return found === undefined ? [] : [{ found, at }];
  });
}

/**
 * A duplicate is skipped where its survivor matches by itself; else it brings in the survivor with the values it fills.
 */
function toSaleHit(sale: Sale, pairs: SalePairs, query: SaleQuery): SaleHit | undefined {
  const pair = pairs.get(sale.id);
  if (pair === undefined) return { sale };
  const found = toPairHit(pair);
  if (sale.id === pair.survivor.id) return found;
  const isMetItself = matchesSaleQuery(pair.survivor, query) && isInside(query, pair.survivor);
  if (isMetItself || !matchesSaleQuery(found.sale, query) || !isInside(query, found.sale)) return undefined;
  return found;
}

export const toPairHit = (pair: SalePair): SaleHit => ({ ...mergeSalePair(pair), pair });
