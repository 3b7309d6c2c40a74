import type { Tree } from '../../criteria/tree.ts';
import type { Replica } from '../../db/replica.ts';
import { type Db, firstRow, type Sql } from '../../db/sql.ts';
import type { Places } from '../../geo/places.ts';
import { type Searched, searched } from './condition.ts';
import {
  MAX_COUNTED_ROWS,
  type PageAsked,
  type PageFound,
  type SearchEngine,
  type WalkAsked,
  type WalkFound,
} from './engine.ts';
import { momentAt, type Ordered, orderOf } from './ordered.ts';
import { scanMoment } from './scan-moment.ts';

/** A copy of the store that may be a little behind it. */
export type SearchReplica = Pick<Replica, 'current' | 'coveredMoment'>;

/** Answers from the search table. Complete by itself: whatever else answers searches must agree with it. */
export function sqlEngine(db: Db, places: Places, replica?: SearchReplica): SearchEngine {
  const ask = async (tree: Tree): Promise<Searched> => searched(tree, (await places.register()).typeOf);
  const nearest = (): Db => replica?.current() ?? db;
  return {
    async page(asked) {
      const foundIn = nearest();
      return { ...(await onePage(foundIn, await ask(asked.criteria), asked)), foundIn };
    },
    async walk(asked) {
      const { foundIn, moment } = scanned(db, replica, asked.from?.asOf);
      const asOf = moment ?? asked.from?.asOf ?? (await scanMoment(db));
      return { ...(await oneStep(foundIn, await ask(asked.criteria), { ...asked, asOf })), foundIn };
    },
    count: async (tree) =>
      (await collect(nearest(), await ask(tree), { offset: 0, limit: 0 }, undefined)).total,
  };
}

/** Only where everything up to the scan's moment is; one that begins there begins at the moment it has. */
function scanned(db: Db, replica: SearchReplica | undefined, asOf: number | undefined) {
  const moment = replica?.coveredMoment();
  const standby = moment === undefined || (asOf ?? moment) > moment ? undefined : replica?.current();
  if (standby === undefined) return { foundIn: db, moment: asOf };
  return { foundIn: standby, moment: asOf ?? moment };
}

/** Few are collected and sorted; of many the first are met soon by walking in order. */
async function onePage(db: Db, where: Searched, { order, offset, limit }: PageAsked): Promise<PageFound> {
  const ordered = orderOf(order);
  const found = await collect(db, where, { offset, limit }, ordered);
  if (found.total < MAX_COUNTED_ROWS || limit === 0) return found;
  return { total: MAX_COUNTED_ROWS, ids: await inOrder(db, where, ordered, { offset, limit }) };
}

interface Window {
  offset: number;
  limit: number;
}

/**
 * One statement for the count and, as long as everything was collected, the page. Materialised, so that no wish for an order leads the
 * planner into walking the whole table by date for what an index finds at once.
 */
async function collect(
  db: Db,
  { from, where, values }: Searched,
  { offset, limit }: Window,
  ordered: Ordered | undefined,
): Promise<PageFound> {
  const key = ordered?.column('s') ?? 'null';
  const text = `
    with found as materialized (
      select s.property_id as id, ${key} as key from ${from} where ${where} limit ${MAX_COUNTED_ROWS}
    )
    select (select count(*)::int from found) as total,
           array(select id from found order by ${ordered?.by('key', 'id') ?? 'id'} limit ${limit} offset ${offset}) as ids`;
  const row = await firstRow<PageFound>(db, statement(text, values));
  return row ?? { ids: [], total: 0 };
}

async function inOrder(
  db: Db,
  { from, where, values }: Searched,
  ordered: Ordered,
  { offset, limit }: Window,
): Promise<string[]> {
  const text = `
    select s.property_id as id from ${from} where ${where}
    order by ${ordered.by(ordered.column('s'), 's.property_id')} limit ${limit} offset ${offset}`;
  const rows = await db.rows<{ id: string }>(statement(text, values));
  return rows.map(({ id }) => id);
}

const statement = (text: string, values: readonly unknown[]): Sql => ({ text, values });

/**
 * A step of a walk: each row at the place it had when the walk began. Rows that have not moved since stand there still; of those that
 * have, the former place is looked up. Whether a row meets the criteria is judged as it is now.
 */
async function oneStep(db: Db, searched: Searched, asked: WalkAsked & { asOf: number }): Promise<WalkFound> {
  const { asOf } = asked;
  const total = asked.from?.total ?? (await countAll(db, searched));
  const { from, where } = searched;
  const ordered = orderOf(asked.order);
  const values = [...searched.values];
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const moment = momentAt(asOf, bind);
  const last = asked.from?.last;
  const after = (table: string): string => (last === undefined ? 'true' : ordered.after(table, last, bind));
  const step = (table: string, more: string): string => `
    select ${table}.property_id as id, ${ordered.key(table)} as key from ${from} ${more} and ${after(table)}
    order by ${ordered.by(ordered.column(table), `${table}.property_id`)} limit ${asked.limit}`;
  const text = `
    select id, key from (
      (${step('s', `where ${where} and s.placed_at <= ${moment}`)})
      union all
      (${step('past', `join property_search_past as past using (property_id) where ${where} and past.placed_at <= ${moment} and past.replaced_at > ${moment}`)})
    ) as step
    order by ${ordered.by('key', 'id')} limit ${asked.limit}`;
  const places = asked.limit === 0 ? [] : await db.rows<WalkFound['places'][number]>(statement(text, values));
  return { places, total, asOf };
}

async function countAll(db: Db, { from, where, values }: Searched): Promise<number> {
  const text = `select count(*)::int as total from ${from} where ${where}`;
  return (await firstRow<{ total: number }>(db, statement(text, values)))?.total ?? 0;
}
