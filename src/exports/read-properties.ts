import type { Tree } from '../criteria/tree.ts';
import { type Db, firstRow, type Sql } from '../db/sql.ts';
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
    from: `${condition.from} join property on property.property_id = s.property_id`,
    where: `property.document is not null and (${condition.where})`,
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
 * Pages of serialized properties in order of id. The next page is read while the caller writes one: reading and writing
 * take about as long.
 */
export async function* readProperties(
  db: Db,
  { tree, places }: { tree: Tree | undefined; places: PlaceService },
  after: string | null,
): AsyncGenerator<SerializedLine[]> {
  const selection = await buildSelection(tree, places);
  const read = (last: string): Promise<ReadRow[]> => {
    const page = db.rows<ReadRow>(pageStatement(selection, last));
    page.catch(() => undefined);
    return page;
  };
  let next: Promise<ReadRow[]> | undefined = read(after ?? BEFORE_ALL);
  while (next !== undefined) {
    const rows: ReadRow[] = await next;
    const last = rows.at(-1);
    next = last === undefined || rows.length < READ_ROWS ? undefined : read(last.id);
    if (rows.length > 0)
      yield rows.map(({ id, document, visits }) => ({
        key: id,
        line: patchLastSeen(document, parseLastSeenTimes(visits)),
      }));
  }
}

const pageStatement = ({ from, where, values, id }: Selection, last: string): Sql => ({
  text: `
    select ${id} as id, property.document::text as document,
           (select coalesce(json_object_agg(listing_id, last_seen_at), '{}') from listing_visit
            where listing_visit.property_id = property.property_id) as visits
    from ${from} where ${where} and ${id} > $${values.length + 1}::uuid
    order by ${id} limit ${READ_ROWS}`,
  values: [...values, last],
});
