import type { PropertyResult } from '../../src/catalogue/document.ts';
import { type Database, firstRow, sql } from '../../src/db/sql.ts';
import { startProgress } from '../../src/lib/progress.ts';
import { packDocumentHex } from '../../src/properties/packed-document.ts';
import { withSearchRows } from '../../src/properties/search/write.ts';
import { currentLoad, loadFrance } from '../support/database.ts';
import { createProperty } from './made-properties.ts';
import { multiply } from './multiply.ts';
import { loadGazetteerTowns } from './towns.ts';

const BATCH_ROWS = 500;
const LOADERS = 3;

/** Above so many the server itself adds copies. */
const MADE_ROWS = 100_000;

interface Filling {
  readonly rows: number;
  /** Words in each description; undefined: about forty from a small vocabulary. */
  readonly words?: number | undefined;
  /** Without the indexes of words and lists, which only SQL searches use. */
  readonly unsearched?: boolean;
}

/** Properties all over France, unless a former run left as many. */
export async function fillBenchDatabase(db: Database, filling: Filling): Promise<void> {
  const { rows, words } = filling;
  const began = performance.now();
  const about = words === undefined ? '' : `, ${words} words a text`;
  console.log(`${rows} properties${about}, load ${currentLoad()}`);
  const stored = await firstRow<{ count: number }>(
    db,
    sql`select count(*)::int as count from property_search`,
  );
  if (stored?.count === rows) return;
  if (stored?.count !== 0) throw new Error(`there are ${stored?.count} properties already`);
  await loadFrance(db);
  const copies = Math.max(0, Math.ceil(rows / MADE_ROWS) - 1);
  await loadProperties(db, { ...filling, rows: Math.min(rows, MADE_ROWS), copies });
  console.log(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

interface Loading extends Filling {
  /** Copies of each, made by the server itself. */
  readonly copies?: number;
}

/**
 * Fills the database with generated properties, directly into its tables: search rows by the statement that recording uses, indexes
 * afterwards.
 */
export async function loadProperties(
  db: Database,
  { rows, copies = 0, words, unsearched = false }: Loading,
): Promise<void> {
  const towns = await loadGazetteerTowns(db);
  const indexes = await withoutIndexes(db);
  const progress = startProgress('properties loaded', { total: rows, unit: 'properties' });
  let next = 0;
  const loader = async (): Promise<void> => {
    while (next < rows) {
      const from = next;
      next += BATCH_ROWS;
      const count = Math.min(BATCH_ROWS, rows - from);
      await put(
        db,
        Array.from({ length: count }, (_, at) => createProperty(from + at, towns, words)),
        copies > 0,
      );
      progress.advance(count);
    }
  };
  await Promise.all(Array.from({ length: LOADERS }, loader));
  progress.finish();
  if (copies > 0) await multiply(db, copies);
  for (const definition of indexes)
    if (!unsearched || !/using gi(n|st)/i.test(definition)) await db.rows({ text: definition, values: [] });
  for (const table of ['property', 'property_search', 'property_search_words']) {
    await db.rows({ text: `vacuum (analyze) ${table}`, values: [] });
  }
}

const insert = withSearchRows({
  values: 1,
  expressions: () => `, stored as (
  insert into property (property_id, created_at, expired, updated_at, listing_ids, packed, document)
  select property_id, created_at, expired, updated_at, listing_ids, decode(packed, 'hex'), document
  from json_to_recordset($3::json) as given (
    property_id uuid, created_at timestamptz, expired boolean, updated_at timestamptz, listing_ids uuid[], packed text,
    document json))`,
});

async function put(db: Database, results: readonly PropertyResult[], isCopied: boolean): Promise<void> {
  const rows = results.map((result) => ({
    property_id: result.id,
    expired: result.property.expired,
    updated_at: result.property.updatedAt,
    created_at: result.property.createdAt,
    listing_ids: result.listings.map(({ id }) => id),
    // The server copies JSON with other ids, as an older release stored it.
    ...(isCopied ? { document: result } : { packed: packDocumentHex(JSON.stringify(result)) }),
  }));
  await insert(db, results, { values: [JSON.stringify(rows)] });
}

/** Drops the indexes of the search tables but their keys; returns the statements that create them again. */
async function withoutIndexes(db: Database): Promise<string[]> {
  const rows = await db.rows<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('property_search', 'property_search_words') and indexname not like '%_pkey'`);
  for (const { name } of rows) await db.rows({ text: `drop index ${name}`, values: [] });
  return rows.map(({ definition }) => definition);
}
