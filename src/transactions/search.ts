import type { Db } from '../db/sql.ts';
import { contains, type Position } from '../lib/polygon.ts';
import { answers, type SalePlace, type SaleQuestion } from './question.ts';
import { merged, type Pair, type Pairs, reconciled } from './reconcile.ts';
import type { Sale } from './sale.ts';
import { type Met, scanSales } from './scan.ts';
import { type Squares, squaresOf } from './squares.ts';
import { salesByIds } from './store.ts';

/** A sale as it is answered, and the duplicate that it absorbed. */
export interface FoundSale {
  readonly sale: Sale;
  readonly pair?: Pair;
  readonly mergedFields?: readonly string[];
}

export interface FoundPage {
  readonly sales: readonly FoundSale[];
  /** Where to go on; absent at the end. */
  readonly next?: SalePlace;
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
  question: SaleQuestion,
  { size, after }: { size: number; after?: SalePlace | undefined },
): Promise<FoundPage | typeof TOO_WIDE> {
  const squares = squaresFor(question);
  if (squares === TOO_WIDE) return TOO_WIDE;
  const sales: FoundSale[] = [];
  let place = after;
  let limit = 2 * size + 2;
  for (let round = 0; round < MAX_SCAN_ROUNDS; round += 1) {
    const { met, isCut } = await scanSales(db, { question, squares, after: place, limit, round });
    for (const { found, at } of await foundAmong(db, met, question)) {
      if (sales.length === size && place !== undefined) return { sales, next: place };
      sales.push(found);
      place = at;
    }
    const last = met.at(-1);
    if (last === undefined || !isCut) return { sales };
    place = last;
    limit = Math.min(2 * limit, MAX_ROUND_ROWS);
  }
  return place === undefined ? { sales } : { sales, next: place };
}

function squaresFor({ within }: SaleQuestion): Squares | undefined | typeof TOO_WIDE {
  const [first] = within;
  return first === undefined ? undefined : (squaresOf(first) ?? TOO_WIDE);
}

const isInside = (
  { within }: SaleQuestion,
  { longitude, latitude }: Pick<Met, 'longitude' | 'latitude'>,
): boolean => {
  if (within.length === 0) return true;
  if (longitude === null || latitude === null) return false;
  const point: Position = [longitude / MICRO, latitude / MICRO];
  return within.every((shapes) => shapes.some((shape) => contains(shape, point)));
};

async function foundAmong(
  db: Db,
  met: readonly Met[],
  question: SaleQuestion,
): Promise<{ found: FoundSale; at: SalePlace }[]> {
  const inside = met.filter((each) => isInside(question, each));
  if (inside.length === 0) return [];
  const sales = new Map(
    (
      await salesByIds(
        db,
        inside.map(({ id }) => id),
      )
    ).map((sale) => [sale.id, sale]),
  );
  const pairs = await reconciled(db, [...sales.values()]);
  return inside.flatMap((at) => {
    const sale = sales.get(at.id);
    const found = sale && shown(sale, pairs, question);
    return found === undefined ? [] : [{ found, at }];
  });
}

/** A duplicate gives way to its survivor where that one answers by itself; else it brings the survivor in, with what it fills. */
function shown(sale: Sale, pairs: Pairs, question: SaleQuestion): FoundSale | undefined {
  const pair = pairs.get(sale.id);
  if (pair === undefined) return { sale };
  const found = foundPair(pair);
  if (sale.id === pair.survivor.id) return found;
  const isMetItself = answers(pair.survivor, question) && isInside(question, pair.survivor);
  if (isMetItself || !answers(found.sale, question) || !isInside(question, found.sale)) return undefined;
  return found;
}

export const foundPair = (pair: Pair): FoundSale => ({ ...merged(pair), pair });
