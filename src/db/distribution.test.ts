import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { emptyDatabase } from '../../test/support/database.ts';
import { findUndistributedKeys } from './distribution.ts';
import { sql } from './sql.ts';

const { db } = await emptyDatabase({ after });
await db.rows(sql`
  create table favorite (account_id uuid, property_id uuid, label text, primary key (account_id, property_id));
  create unique index favorite_label on favorite (lower(label)) include (account_id);
  create unique index favorite_label_of_account on favorite (account_id, label);
  create index favorite_property on favorite (property_id);
  create table keyless (account_id uuid);
`);

test('keys with the distribution column, and tables without keys, pass', async () => {
  assert.deepEqual(await findUndistributedKeys(db, { keyless: 'account_id' }), []);
});

test('a unique key without the distribution column is named with its columns', async () => {
  assert.deepEqual(await findUndistributedKeys(db, { favorite: 'account_id' }), [
    { table: 'favorite', key: 'favorite_label', columns: ['lower(label)'] },
  ]);
  assert.deepEqual(
    (await findUndistributedKeys(db, { favorite: 'property_id' })).map(({ key }) => key),
    ['favorite_label', 'favorite_label_of_account'],
  );
});

test('a table or column that does not exist is reported, so that the list stays correct', async () => {
  assert.deepEqual(await findUndistributedKeys(db, { favorite: 'id', nothing: 'account_id' }), [
    { table: 'favorite', key: '(no such column)', columns: ['id'] },
    { table: 'nothing', key: '(no such column)', columns: ['account_id'] },
  ]);
});
