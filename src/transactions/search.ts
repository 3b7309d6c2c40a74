import type { Db } from '../db/sql.ts';
import { contourContains, type Position } from '../lib/polygon.ts';
import { findSalePairs, mergeSalePair, type SalePair, type SalePairs } from './reconcile.ts';
import type { Sale } from './sale.ts';
import { matchesSaleQuery, type SaleCursorPosition, type SaleQuery } from './sale-query.ts';
import { type ScannedSale, scanSales } from './scan.ts';
import { coverWithSquares, type Squares } from './squares.ts';
import { selectSalesByIds } from './store.ts';

/** A sale as it is answered, and the duplicate that it absorbed. */
export interface SaleHit {
  readonly sale: Sale;
  readonly pair?: SalePair;
  readonly mergedFields?: readonly string[];
}

export interface SalePage {
  readonly sales: readonly SaleHit[];
  /** Where to go on; absent at the end. */
  readonly next?: SaleCursorPosition;
}

/** Shapes that cover too much to be searched. */
export const TOO_WIDE = 'too-wide';

const MICRO = 1_000_000;
/** A shape that runs along the edge of its squares meets many sales outside: after so many rounds a page ends short and goes on later. */
const MAX_SCAN_ROUNDS = 12;
const MAX_ROUND_ROWS = 1_000;

/**
 * One page of sales, newest first. Reads ahead of the page, since some of what it meets lies outside the shape or is told by another
 * source already. A page may be short before the end; only the absence of `next` is the end.
 */
export async function searchSales(
  db: Db,
  question: SaleQuery,
  { size, after }: { size: number; after?: SaleCursorPosition | undefined },
): Promise<SalePage | typeof TOO_WIDE> {
  const squares = squaresFor(question);
  if (squares === TOO_WIDE) return TOO_WIDE;
  const sales: SaleHit[] = [];
  let place = after;
  let limit = 2 * size + 2;
  for (let round = 0; round < MAX_SCAN_ROUNDS; round += 1) {
    const { scanned, hasMore } = await scanSales(db, { question, squares, after: place, limit, round });
    for (const { found, at } of await loadSaleHits(db, scanned, question)) {
      if (sales.length === size && place !== undefined) return { sales, next: place };
      sales.push(found);
      place = at;
    }
    const last = scanned.at(-1);
    if (last === undefined || !hasMore) return { sales };
    place = last;
    limit = Math.min(2 * limit, MAX_ROUND_ROWS);
  }
  return place === undefined ? { sales } : { sales, next: place };
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
  met: readonly ScannedSale[],
  question: SaleQuery,
): Promise<{ found: SaleHit; at: SaleCursorPosition }[]> {
  const inside = met.filter((each) => isInside(question, each));
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
    const found = sale && toSaleHit(sale, pairs, question);
    return found === undefined ? [] : [{ found, at }];
  });
}

/** A duplicate gives way to its survivor where that one answers by itself; else it brings the survivor in, with what it fills. */
function toSaleHit(sale: Sale, pairs: SalePairs, question: SaleQuery): SaleHit | undefined {
  const pair = pairs.get(sale.id);
  if (pair === undefined) return { sale };
  const found = toPairHit(pair);
  if (sale.id === pair.survivor.id) return found;
  const isMetItself = matchesSaleQuery(pair.survivor, question) && isInside(question, pair.survivor);
  if (isMetItself || !matchesSaleQuery(found.sale, question) || !isInside(question, found.sale))
    return undefined;
  return found;
}

export const toPairHit = (pair: SalePair): SaleHit => ({ ...mergeSalePair(pair), pair });
