import { type Db, firstRow, fixedSql } from '../../db/sql.ts';
import type { SearchCondition, TableCondition } from './condition.ts';
import type { CursorHits, CursorQuery } from './engine.ts';
import { comparePositions, type SortPosition } from './order.ts';
import { buildOrderSql, timestampSql } from './order-sql.ts';

interface StepQuery extends CursorQuery {
  /** The moment of the scan, in microseconds. */
  readonly asOf: number;
}

/**
 * One step of a cursor scan: each row at its position of the moment the scan started. Rows that have not moved
 * since are still there; for the others the past position is read. The criteria are evaluated on the current
 * state.
 *
 * Rows that have not moved are read first: one that moves between the statements is found twice, not missed. Past
 * positions are few, and mostly there are none before the end of the page: one statement for both took 1.2 ms to plan,
 * the two take 0.5.
 */
export async function readStep(db: Db, condition: SearchCondition, query: StepQuery): Promise<CursorHits> {
  const total = query.from?.total ?? (await countAll(db, condition));
  const positions = query.limit === 0 ? [] : await readPositions(db, condition, query);
  return { positions, total, asOf: query.asOf };
}

async function readPositions(db: Db, condition: SearchCondition, query: StepQuery): Promise<SortPosition[]> {
  const unmoved = await readUnmoved(db, condition, query);
  const end = unmoved.length < query.limit ? undefined : unmoved.at(-1);
  const moved = await readMoved(db, condition, query, end);
  if (moved.length === 0) return unmoved;
  const byId = new Map([...moved, ...unmoved].map((position) => [position.id, position]));
  return [...byId.values()].sort(comparePositions(query.order)).slice(0, query.limit);
}

async function readUnmoved(
  db: Db,
  { from, where, values }: TableCondition,
  { asOf, order, limit, from: start }: StepQuery,
): Promise<SortPosition[]> {
  const ordered = buildOrderSql(order);
  const found: SortPosition[] = [];
  for (const part of ordered.parts(start?.last)) {
    const { values: bound, bind } = binder(values);
    const text = `
      select s.property_id as id, ${ordered.key('s')} as key from ${from}
      where ${where} and s.valid_from <= ${timestampSql(asOf, bind)} and ${part.where('s', bind)}
      order by ${part.orderBy(ordered.column('s'), 's.property_id')} limit ${limit - found.length}`;
    found.push(...(await db.rows<SortPosition>({ text, values: bound })));
    if (found.length === limit) break;
  }
  return found;
}

/** So many past positions are compared with the criteria at once. */
const MAX_PAST_POSITIONS = 1_000;

/** The first rows of the step that have moved since the scan started; none after `end`. */
async function readMoved(
  db: Db,
  condition: TableCondition,
  query: StepQuery,
  end: SortPosition | undefined,
): Promise<SortPosition[]> {
  const found: SortPosition[] = [];
  for (let last = query.from?.last; found.length < query.limit; ) {
    const past = await readPast(db, query, { last, end });
    const ids = await selectMatching(db, condition, past);
    found.push(...past.filter(({ id }) => ids.has(id)));
    last = past.at(-1);
    if (past.length < MAX_PAST_POSITIONS) break;
  }
  return found;
}

function readPast(
  db: Db,
  { asOf, order }: StepQuery,
  { last, end }: { last: SortPosition | undefined; end: SortPosition | undefined },
): Promise<SortPosition[]> {
  const { values, bind } = binder([]);
  const ordered = buildOrderSql(order);
  const moment = timestampSql(asOf, bind);
  const text = `
    select past.property_id as id, ${ordered.key('past')} as key from property_search_history as past
    where past.valid_from <= ${moment} and past.valid_to > ${moment}
      ${last === undefined ? '' : `and ${ordered.after('past', last, bind)}`}
      ${end === undefined ? '' : `and not ${ordered.after('past', end, bind)}`}
    order by ${ordered.orderBy(ordered.column('past'), 'past.property_id')} limit ${MAX_PAST_POSITIONS}`;
  return db.rows(fixedSql({ text, values }));
}

async function selectMatching(
  db: Db,
  { from, where, values }: TableCondition,
  positions: readonly SortPosition[],
): Promise<ReadonlySet<string>> {
  if (positions.length === 0) return new Set();
  const { values: bound, bind } = binder(values);
  const ids = bind(
    positions.map(({ id }) => id),
    'uuid[]',
  );
  const text = `select s.property_id as id from ${from} where ${where} and s.property_id = any (${ids})`;
  return new Set((await db.rows<{ id: string }>({ text, values: bound })).map(({ id }) => id));
}

/** Values bound after those of a condition. */
function binder(first: readonly unknown[]) {
  const values = [...first];
  return { values, bind: (value: unknown, type: string) => `$${values.push(value)}::${type}` };
}

async function countAll(db: Db, condition: SearchCondition): Promise<number> {
  const { from, where, values } = condition.inTexts ?? condition;
  const text = `select count(*)::int as total from ${from} where ${where}`;
  return (await firstRow<{ total: number }>(db, { text, values }))?.total ?? 0;
}
