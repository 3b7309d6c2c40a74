import type { Tree } from '../criteria/tree.ts';
import { allRegions } from '../db/region-set.ts';
import { type Db, firstRow, type Sql } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import { HAS_DOCUMENT } from '../properties/packed-document.ts';
import { findSearchCondition } from '../properties/search/condition.ts';
import { selectSerializedDocuments } from '../properties/store.ts';
import { parseLastSeenTimes, patchLastSeen } from '../properties/visits.ts';

/**
 * Ids that are found at once, and documents of one read. To find the next ids the server may go over all rows of a tree:
 * once for ten reads.
 */
const PAGE_ROWS = { found: 20_000, read: 2_000 };
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
    return { from: 'property', where: HAS_DOCUMENT, values: [], id: 'property.property_id' };
  const condition = await findSearchCondition(tree, places);
  return {
    from: condition.from,
    where: `(${condition.where})`,
    values: condition.values,
    id: 's.property_id',
  };
}

export async function countProperties(db: Db, tree: Tree | undefined, places: PlaceService): Promise<number> {
  const { from, where, values } = await buildSelection(tree, places);
  const statement = { text: `select count(*)::int as count from ${from} where ${where}`, values };
  const counts = await Promise.all(
    allRegions(db).map(async (region) => (await firstRow<{ count: number }>(region, statement))?.count ?? 0),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

interface Wanted {
  tree: Tree | undefined;
  places: PlaceService;
}

/** Pages of serialized properties: those of one region in order of id, of several one region after the other. */
export async function* readProperties(
  db: Db,
  wanted: Wanted,
  after: string | null,
  rows = PAGE_ROWS,
): AsyncGenerator<SerializedLine[]> {
  if (db.regions === undefined) return yield* readRegion(db, wanted, after, rows);
  const { all } = db.regions;
  const [name, id = null] = after?.split(' ') ?? [];
  // An export that began before there were regions has an id alone, of the default one.
  const isBefore = after !== null && id === null;
  const start = isBefore ? 0 : all.findIndex((region) => region.name === (name ?? all[0]?.name));
  for (const [at, region] of all.slice(start).entries()) {
    const from = at > 0 ? null : isBefore ? after : id;
    for await (const page of readRegion(region.db, wanted, from, rows))
      yield page.map(({ key, line }) => ({ key: `${region.name} ${key}`, line }));
  }
}

/** In order of id. The next page is read while the caller writes one. */
async function* readRegion(
  db: Db,
  { tree, places }: Wanted,
  after: string | null,
  rows: typeof PAGE_ROWS,
): AsyncGenerator<SerializedLine[]> {
  const pages = findPages(db, await buildSelection(tree, places), { after: after ?? BEFORE_ALL, rows });
  const readNext = async (): Promise<SerializedLine[] | undefined> => {
    const { value: ids } = await pages.next();
    return ids && readLines(db, ids);
  };
  for (let page = await readNext(); page !== undefined; ) {
    const next = started(readNext());
    yield page;
    page = await next;
  }
}

async function* findPages(
  db: Db,
  selection: Selection,
  { after, rows }: { after: string; rows: typeof PAGE_ROWS },
): AsyncGenerator<readonly string[], undefined> {
  for (let last = after; ; ) {
    const found = await db.rows<{ id: string }>(idStatement(selection, last, rows.found));
    const ids = found.map(({ id }) => id);
    for (let at = 0; at < ids.length; at += rows.read) yield ids.slice(at, at + rows.read);
    if (ids.length < rows.found) return;
    last = ids.at(-1) ?? last;
  }
}

async function readLines(db: Db, ids: readonly string[]): Promise<SerializedLine[]> {
  const rows = await selectSerializedDocuments(db, ids);
  return [
    ...rows.map(({ id, written, visits }) => ({
      key: id,
      line: patchLastSeen(written, parseLastSeenTimes(visits)),
    })),
    // The last id ends the page also when its property was removed meanwhile.
    { key: ids.at(-1) ?? BEFORE_ALL, line: undefined },
  ];
}

/** Its failure is met where it is awaited. */
function started<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  return work;
}

const idStatement = ({ from, where, values, id }: Selection, last: string, limit: number): Sql => ({
  text: `
    select ${id} as id from ${from} where ${where} and ${id} > $${values.length + 1}::uuid
    order by ${id} limit ${limit}`,
  values: [...values, last],
});
