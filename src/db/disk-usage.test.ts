import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { formatDiskUsage, readDiskUsage } from './disk-usage.ts';
import { firstRow, sql } from './sql.ts';

const { db } = await freshDatabase({ after });

test('every byte of every table is counted once: rows, texts and each index', async () => {
  const tables = await readDiskUsage(db);
  const counted = tables.reduce(
    (sum, { rows, texts, indexes }) =>
      sum + rows + texts + Object.values(indexes).reduce((all, one) => all + one, 0),
    0,
  );
  const total = await firstRow<{ bytes: number }>(
    db,
    sql`
    select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  assert.ok(counted > 0);
  assert.equal(counted, total?.bytes);
  const find = (name: string) => tables.find(({ table }) => table === name);
  assert.ok(find('property_search')?.indexes['property_search_city']);
  assert.ok(find('property_change')?.indexes['property_change_key'], 'partitions are summed up');
  assert.equal(find('property_change_rest'), undefined);
});

test('sizes are shown for each property; small tables are summed up', () => {
  const text = formatDiskUsage({
    properties: 1_024,
    tables: [
      { table: 'large', rows: 2 ** 20, texts: 2 ** 21, indexes: { large_pkey: 2 ** 20 } },
      { table: 'small', rows: 8_192, texts: 0, indexes: {} },
    ],
    directories: [{ directory: 'search', bytes: 2 ** 20 }],
  });
  const lines = text.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
  assert.deepEqual(lines, [
    '1024 properties',
    'large 4.0 MB 4096 bytes a property',
    'rows 1.0 MB 1024 bytes a property',
    'texts 2.0 MB 2048 bytes a property',
    'index large_pkey 1.0 MB 1024 bytes a property',
    '1 smaller tables 0.0 MB 8 bytes a property',
    'files of search 1.0 MB 1024 bytes a property',
    'together 5.0 MB 5128 bytes a property',
  ]);
});
