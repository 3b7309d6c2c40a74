import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  day,
  expired,
  madeListing,
  recordTogether,
  revisited,
} from '../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { storedColumns } from '../../criteria/stored-columns.ts';
import { sql } from '../../db/sql.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { record } from '../record.ts';
import { LAYOUT, sortColumns, textColumns } from './layout.ts';
import { rebuildSearch } from './rebuild.ts';
import { deletePastPositions } from './write.ts';

const { db } = await freshDatabase({ after });

const columnsOf = async (table: string): Promise<Map<string, string>> => {
  const rows = await db.rows<{ name: string; type: string }>(sql`
    select attname as name, format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end as type
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`);
  return new Map(rows.map(({ name, type }) => [name, type]));
};

test('the search tables have one column of the right type for each column of the filters', async () => {
  const [search, words] = [await columnsOf('property_search'), await columnsOf('property_search_words')];
  for (const { name, type, required } of storedColumns) {
    const declared = (textColumns.has(name) ? words : search).get(name);
    assert.ok(declared !== undefined, `a migration must add ${name} ${type}`);
    assert.equal(
      declared.replace(' not null', ''),
      type.replace('timestamptz', 'timestamp with time zone'),
      name,
    );
    if (required) assert.match(declared, / not null$/, name);
  }
  const past = await columnsOf('property_search_history');
  for (const name of Object.values(sortColumns)) assert.ok(past.has(name), name);
});

const pastPositions = (id: string) =>
  db.rows<{ placedAt: Date; replacedAt: Date; price: number }>(sql`
    select valid_from as "placedAt", valid_to as "replacedAt", pricing_displayed as price
    from property_search_history where property_id = ${id} order by valid_to`);
const placedAt = async (id: string) =>
  (
    await db.rows<{ at: number }>(sql`
    select extract(epoch from valid_from)::float8 as at from property_search where property_id = ${id}`)
  )[0]?.at;

test('a row that moves leaves a past position behind, one that does not move leaves none', async () => {
  const listing = madeListing({ pricing: { displayed: 100, currency: 'EUR' } });
  const id = await recordTogether(db, [listing], day(1));
  assert.deepEqual([await placedAt(id), await pastPositions(id)], [Number.NEGATIVE_INFINITY, []]);
  await record(
    db,
    { listings: [{ state: revisited(listing, day(2), { pricing: { displayed: 90, currency: 'EUR' } }) }] },
    day(2),
  );
  const [first, ...others] = await pastPositions(id);
  assert.deepEqual([first?.price, others], [100, []]);
  assert.equal((first?.replacedAt.getTime() ?? 0) / 1000 - ((await placedAt(id)) ?? 0) < 0.001, true);
  await record(db, { reconsolidate: [id] }, day(3));
  assert.equal((await pastPositions(id)).length, 1, 'reassessed, nothing moved');
  await deletePastPositions(db, HOUR_MS);
  assert.equal((await pastPositions(id)).length, 1);
  await deletePastPositions(db, -1);
  assert.equal((await pastPositions(id)).length, 0);
});

test('a rebuild creates missing and outdated rows, and touches no others', async () => {
  const [missing, old, right] = [
    await recordTogether(db, [madeListing()], day(1)),
    await recordTogether(db, [madeListing()], day(1)),
    await recordTogether(db, [madeListing()], day(1)),
  ];
  await rebuildSearch(db);
  const gone = madeListing();
  const left = await recordTogether(db, [gone], day(1));
  await record(db, { listings: [{ state: expired(gone, day(2)) }] }, day(2));
  await db.rows(sql`delete from property_search where property_id = ${missing}`);
  await db.rows(sql`update property_search set layout = 0, expired = true where property_id = ${old}`);
  await db.rows(sql`update property_search set unit_rooms = 77 where property_id = ${right}`);
  assert.equal(await rebuildSearch(db), 2);
  const rows = await db.rows<{ id: string; layout: number; expired: boolean; rooms: number | null }>(sql`
    select property_id as id, layout, expired, unit_rooms as rooms from property_search
    where property_id = any (${[missing, old, right, left]}::uuid[])`);
  assert.ok(rows.every(({ layout }) => layout === LAYOUT));
  assert.deepEqual(
    rows.filter((row) => row.expired).map(({ id }) => id),
    [left],
  );
  assert.deepEqual(
    rows.filter(({ rooms }) => rooms !== null).map(({ id }) => id),
    [right],
    'not touched',
  );
  assert.ok((await rebuildSearch(db, { all: true })) >= 4);
  assert.equal((await db.rows(sql`select 1 from property_search where unit_rooms = 77`)).length, 0);
});
