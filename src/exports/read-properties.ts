import type { Tree } from '../criteria/tree.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import { parseLastSeenTimes, patchLastSeen } from '../properties/last-seen.ts';
import { buildSearchCondition } from '../properties/search/condition.ts';

const READ_ROWS = 2_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface SerializedLine {
  /** Where the next read continues. */
  key: string;
  /** Undefined for an entry without a line of its own. */
  line: string | undefined;
}

interface Selection {
  from: string;
  where: string;
  values: readonly unknown[];
  id: string;
}

/** Without criteria every property, on the market or not; with them what a search finds. */
async function buildSelection(tree: Tree | undefined, places: PlaceService): Promise<Selection> {
  if (tree === undefined)
    return { from: 'property', where: 'document is not null', values: [], id: 'property.property_id' };
  const condition = buildSearchCondition(tree, (await places.register()).typeOf);
  return {
    from: condition.from,
    where: `(${condition.where})`,
    values: condition.values,
    id: 's.property_id',
  };
}

export async function countProperties(db: Db, tree: Tree | undefined, places: PlaceService): Promise<number> {
  const { from, where, values } = await buildSelection(tree, places);
  const row = await firstRow<{ count: number }>(db, {
    text: `select count(*)::int as count from ${from} where ${where}`,
    values,
  });
  return row?.count ?? 0;
}

interface ReadRow {
  id: string;
  document: string;
  visits: Record<string, string>;
}

/**
 * Pages of serialized properties in order of id. The ids of the page after the next are found and the documents of the
 * next are read while the caller writes one: each takes about as long.
 */
export async function* readProperties(
  db: Db,
  { tree, places }: { tree: Tree | undefined; places: PlaceService },
  after: string | null,
): AsyncGenerator<SerializedLine[]> {
  const selection = await buildSelection(tree, places);
  const findIds = (last: string): Promise<string[]> =>
    started(db.rows<{ id: string }>(idStatement(selection, last)).then((rows) => rows.map(({ id }) => id)));
  const readPage = (ids: readonly string[]): Promise<ReadRow[]> =>
    started(db.rows<ReadRow>(documentStatement(ids)));
  let ids = await findIds(after ?? BEFORE_ALL);
  let page = readPage(ids);
  while (ids.length > 0) {
    const last = ids.at(-1) ?? BEFORE_ALL;
    const following = ids.length < READ_ROWS ? [] : await findIds(last);
    const rows = await page;
    page = readPage(following);
    // The last id ends the page also when its property was removed meanwhile.
    yield [
      ...rows.map(({ id, document, visits }) => ({
        key: id,
        line: patchLastSeen(document, parseLastSeenTimes(visits)),
      })),
      { key: last, line: undefined },
    ];
    ids = following;
  }
  await page;
}

/** Its failure is met where it is awaited. */
function started<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  return work;
}

const idStatement = ({ from, where, values, id }: Selection, last: string): Sql => ({
  text: `
    select ${id} as id from ${from} where ${where} and ${id} > $${values.length + 1}::uuid
    order by ${id} limit ${READ_ROWS}`,
  values: [...values, last],
});

const documentStatement = (ids: readonly string[]): Sql => sql`
  select property_id as id, document::text as document,
         (select coalesce(json_object_agg(listing_id, last_seen_at), '{}') from listing_visit
          where listing_visit.property_id = property.property_id) as visits
  from property where property_id = any (${ids}::uuid[]) and document is not null
  order by property_id`;
