import { serviceVocabularies } from '../../src/catalogue/service-vocabularies.ts';
import { columnAt } from '../../src/criteria/columns.ts';
import { predicateOf } from '../../src/criteria/matches.ts';
import { parseCriteria } from '../../src/criteria/parse.ts';
import { type Test, type Tree, testsOf } from '../../src/criteria/tree.ts';
import { MAX_COUNTED_ROWS, type PageAsked, type SearchEngine } from '../../src/properties/search/engine.ts';
import { sortColumns } from '../../src/properties/search/layout.ts';
import { countIn, pageIn } from '../../src/properties/search/memory/held-search.ts';
import { NEWEST_FIRST, type Order, type SortKey } from '../../src/properties/search/order.ts';
import type { Chance } from '../../src/world/random.ts';
import type { AgreeingMarket } from './agreeing-market.ts';
import { randomCriteria } from './random-criteria.ts';
import { Tally } from './tally.ts';

const { sortField, sortDirection } = serviceVocabularies;
const ORDERS: readonly Order[] = sortField.values.flatMap((field) =>
  sortDirection.values.map((direction) => ({ field, direction })),
);

export function randomTree(chance: Chance): { json: object; tree: Tree } {
  const json = randomCriteria(chance);
  const parsed = parseCriteria(json);
  if ('faults' in parsed) throw new Error(JSON.stringify({ json, faults: parsed.faults }));
  return { json, tree: parsed.tree };
}

const randomPage = (criteria: Tree, chance: Chance): PageAsked => ({
  criteria,
  order: chance.happens(0.5) ? NEWEST_FIRST : chance.pick(ORDERS),
  offset: chance.pick([0, 0, 0, 3, 17, 60]),
  limit: chance.pick([0, 10, 10, 100, 1_000]),
});

/** What was asked, and by whom it was answered. */
export class Asked {
  /** Trees that memory answered itself. */
  answered = 0;
  /** Of those, which found something. */
  finding = 0;
  /** Properties found by all of them. */
  passes = 0;
  /** Trees that memory leaves to SQL, by the reason. */
  readonly left = new Tally();
  /** Conditions of the trees that were answered: kind and operator. */
  readonly conditions = new Tally();
  readonly filters = new Tally();
  readonly orders = new Tally();
  readonly offsets = new Tally();
  readonly found: object[] = [];

  add(other: Asked): void {
    this.answered += other.answered;
    this.finding += other.finding;
    this.passes += other.passes;
    this.found.push(...other.found);
    for (const name of ['left', 'conditions', 'filters', 'orders', 'offsets'] as const)
      this[name].add(other[name]);
  }
}

export interface Question {
  readonly json: object;
  readonly asked: PageAsked;
}

export function randomQuestion(chance: Chance): Question {
  const { json, tree } = randomTree(chance);
  return { json, asked: randomPage(tree, chance) };
}

export interface Asking {
  readonly market: AgreeingMarket;
  readonly sql: SearchEngine;
  readonly told: Asked;
}

/** Asks memory, the thread that follows it, SQL and the plain predicate one question. */
/** What a caller sees of a page, whichever engine found it; a text says why an engine did not answer. */
export const shownPage = (page: string | { ids: readonly string[]; total: number }): string =>
  typeof page === 'string' ? page : JSON.stringify({ ids: page.ids, total: page.total });

export async function askOne({ market, sql, told }: Asking, { json, asked }: Question): Promise<void> {
  const early = pageIn(market.holding().keeper, asked);
  if (typeof early === 'string') {
    told.left.note(early);
    return;
  }
  const inSql = await sql.page(asked);
  const { keeper, thread } = market.holding();
  const [inMemory, inThread] = [pageIn(keeper, asked), pageIn(thread, asked)];
  const judged = judgedPage(market, asked);
  const counted = countIn(keeper, asked.criteria);
  const most = asked.offset + asked.limit + 1;
  const uncounted = pageIn(keeper, { ...asked, most });
  told.answered += 1;
  told.finding += Number(judged.total > 0);
  told.passes += judged.total;
  note(told, asked);
  const wanted = shownPage(judged);
  const isSame = [early, inMemory, inThread, inSql].every((page) => shownPage(page) === wanted);
  const isFirst = shownPage(uncounted) === shownPage({ ...judged, total: Math.min(judged.total, most) });
  if (isSame && isFirst && counted === judged.total) return;
  told.found.push({
    criteria: JSON.stringify(json),
    asked,
    early,
    inMemory,
    inThread,
    inSql,
    judged,
    counted,
    uncounted,
  });
}

function note(told: Asked, { criteria, order, offset }: PageAsked): void {
  for (const test of testsOf(criteria)) {
    told.filters.note(test.filter.path);
    for (const operator of operatorsOf(test)) told.conditions.note(`${test.kind}.${operator}`);
  }
  told.orders.note(`${order.field} ${order.direction}`);
  told.offsets.note(String(offset));
}

function operatorsOf({ kind, asked }: Test): string[] {
  if (kind === 'places')
    return Object.entries(asked).flatMap(([name, value]) =>
      name === 'in' || name === 'nin' ? Object.keys(value as object).map((one) => `${name}.${one}`) : [name],
    );
  if (kind === 'scores')
    return asked.flatMap((score) => Object.keys(score).filter((name) => name !== 'type'));
  return typeof asked === 'object' ? Object.keys(asked) : [String(kind === 'url' || asked)];
}

/** The page as the plain predicate has it: all properties judged one by one, and put in order. */
function judgedPage(market: AgreeingMarket, { criteria, order, offset, limit }: PageAsked) {
  const holds = predicateOf(criteria);
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
