import { serviceVocabularies } from '../../src/catalogue/service-vocabularies.ts';
import { columnAt } from '../../src/criteria/columns.ts';
import { compilePredicate } from '../../src/criteria/matches.ts';
import { parseCriteria } from '../../src/criteria/parse.ts';
import { iterateTests, type Test, type Tree } from '../../src/criteria/tree.ts';
import { askByCodes } from '../../src/properties/search/division-ids.ts';
import { MAX_COUNTED_ROWS, type PageQuery, type SearchEngine } from '../../src/properties/search/engine.ts';
import { sortColumns } from '../../src/properties/search/layout.ts';
import { queryCount, queryPage } from '../../src/properties/search/memory/query.ts';
import { NEWEST_FIRST, type SortKey, type SortOrder } from '../../src/properties/search/order.ts';
import type { RandomSource } from '../../src/world/random.ts';
import type { ConsistencyMarket } from './consistency-market.ts';
import {
  type AggregateQuestion,
  findAggregateMismatch,
  randomAggregateQuestion,
} from './consistent-aggregates.ts';
import { randomCriteria } from './random-criteria.ts';
import { Tally } from './tally.ts';

const { sortField, sortDirection } = serviceVocabularies;
const ORDERS: readonly SortOrder[] = sortField.values.flatMap((field) =>
  sortDirection.values.map((direction) => ({ field, direction })),
);

export const randomOrder = (chance: RandomSource): SortOrder => chance.pick(ORDERS);

export function randomTree(chance: RandomSource): { json: object; tree: Tree } {
  const json = randomCriteria(chance);
  const parsed = parseCriteria(json);
  if ('faults' in parsed) throw new Error(JSON.stringify({ json, faults: parsed.faults }));
  return { json, tree: parsed.tree };
}

const randomPage = (criteria: Tree, chance: RandomSource): PageQuery => ({
  criteria,
  order: chance.happens(0.5) ? NEWEST_FIRST : randomOrder(chance),
  offset: chance.pick([0, 0, 0, 3, 17, 60]),
  limit: chance.pick([0, 10, 10, 100, 1_000]),
});

/** The queries so far, and which engine answered them. */
export class QueryTally {
  /** Trees that memory answered. */
  answeredCount = 0;
  /** Those of them with hits. */
  nonEmptyCount = 0;
  /** Hits of all of them. */
  passes = 0;
  /** Trees that memory left to SQL, by reason. */
  readonly left = new Tally();
  /** Conditions of the answered trees: kind and operator. */
  readonly conditions = new Tally();
  readonly filters = new Tally();
  readonly orders = new Tally();
  readonly offsets = new Tally();
  readonly mismatches: object[] = [];

  add(other: QueryTally): void {
    this.answeredCount += other.answeredCount;
    this.nonEmptyCount += other.nonEmptyCount;
    this.passes += other.passes;
    this.mismatches.push(...other.mismatches);
    for (const name of ['left', 'conditions', 'filters', 'orders', 'offsets'] as const)
      this[name].add(other[name]);
  }
}

export interface SearchQuestion {
  readonly json: object;
  readonly query: PageQuery;
  /** Facets and clusters of the same tree. */
  readonly aggregates: AggregateQuestion;
}

export function randomSearchQuestion(chance: RandomSource): SearchQuestion {
  const { json, tree } = randomTree(chance);
  return { json, query: randomPage(tree, chance), aggregates: randomAggregateQuestion(chance) };
}

export interface ConsistencyCheck {
  readonly market: ConsistencyMarket;
  readonly sql: SearchEngine;
  readonly tally: QueryTally;
}

/** What a caller sees of a page, whichever engine found it; a text is the reason why an engine did not answer. */
export const shownPage = (page: string | { ids: readonly string[]; total: number }): string =>
  typeof page === 'string' ? page : JSON.stringify({ ids: page.ids, total: page.total });

export async function checkQuestion(
  { market, sql, tally }: ConsistencyCheck,
  { json, query, aggregates }: SearchQuestion,
): Promise<void> {
  const coded = { ...query, criteria: await askByCodes(query.criteria, market.places) };
  const early = queryPage(market.holding().main, coded);
  if (typeof early === 'string') {
    tally.left.count(early);
    return;
  }
  const inSql = await sql.queryPage(query);
  const { main, thread } = market.holding();
  const [inMemory, inThread] = [queryPage(main, coded), queryPage(thread, coded)];
  const judged = checkPage(market, query);
  const counted = queryCount(main, coded.criteria);
  const maxCount = query.offset + query.limit + 1;
  const uncounted = queryPage(main, { ...coded, maxCount: maxCount });
  tally.answeredCount += 1;
  tally.nonEmptyCount += Number(judged.total > 0);
  tally.passes += judged.total;
  countConditions(tally, query);
  const wanted = shownPage(judged);
  const isSame = [early, inMemory, inThread, inSql].every((page) => shownPage(page) === wanted);
  const isFirst = shownPage(uncounted) === shownPage({ ...judged, total: Math.min(judged.total, maxCount) });
  const judgedTotal = judged.total;
  const aggregateMismatch = await findAggregateMismatch(
    { index: main, sql },
    coded.criteria,
    aggregates,
    judgedTotal,
  );
  if (isSame && isFirst && counted === judgedTotal && aggregateMismatch === undefined) return;
  tally.mismatches.push({
    criteria: JSON.stringify(json),
    query,
    early,
    inMemory,
    inThread,
    inSql,
    judged,
    counted,
    uncounted,
    aggregateMismatch,
  });
}

function countConditions(tally: QueryTally, { criteria, order, offset }: PageQuery): void {
  for (const test of iterateTests(criteria)) {
    tally.filters.count(test.filter.path);
    for (const operator of listOperators(test)) tally.conditions.count(`${test.kind}.${operator}`);
  }
  tally.orders.count(`${order.field} ${order.direction}`);
  tally.offsets.count(String(offset));
}

function listOperators({ kind, operand }: Test): string[] {
  if (kind === 'places')
    return Object.entries(operand).flatMap(([name, value]) =>
      name === 'in' || name === 'nin' ? Object.keys(value as object).map((one) => `${name}.${one}`) : [name],
    );
  if (kind === 'scores')
    return operand.flatMap((score) => Object.keys(score).filter((name) => name !== 'type'));
  return typeof operand === 'object' ? Object.keys(operand) : [String(kind === 'url' || operand)];
}

/** The page by the plain predicate: all properties matched one by one, then sorted. */
function checkPage(market: ConsistencyMarket, { criteria, order, offset, limit }: PageQuery) {
  const holds = compilePredicate(criteria);
  const passed = [...market.properties.values()].filter(({ readable }) => holds(readable));
  const { position } = columnAt(sortColumns[order.field]);
  const places = passed.map(({ result, readable }) => ({
    id: result.id,
    key: readable[position] as SortKey,
  }));
  const way = order.direction === 'ASC' ? 1 : -1;
  places.sort((one, other) => {
    if (one.key === other.key) return one.id < other.id ? -way : way;
    if (one.key === null || other.key === null) return one.key === null ? 1 : -1;
    return one.key < other.key ? -way : way;
  });
  return {
    total: Math.min(passed.length, MAX_COUNTED_ROWS),
    ids: places.slice(offset, offset + limit).map(({ id }) => id),
  };
}
