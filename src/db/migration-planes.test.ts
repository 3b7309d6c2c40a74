import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from './migration-files.ts';
import { statementsOfPlane } from './migration-planes.ts';
import { splitStatements, withoutComments } from './split-statements.ts';

const migration = (text: string) => ({ name: '0001_test', text, sha256: '' });
const texts = (file: string, plane: 'account' | 'region'): string[] =>
  (statementsOfPlane([migration(file)], plane).get('0001_test') ?? []).map(({ text }) =>
    withoutComments(text),
  );

test('a statement belongs to the plane of the table that it creates, changes or fills', () => {
  const region = [
    'create table listing (id uuid)',
    'alter table only listing add column url text',
    'create unique index concurrently if not exists listing_url on listing (url)',
    'create statistics listing_words on url, id from listing',
    'insert into listing select from account',
    'update listing set url = null',
    'alter index listing_url alter column 1 set statistics 0',
    'drop index listing_url',
    'analyze listing',
    'drop table listing',
    'alter table listing_key rename to listing_key_former',
    'drop table listing_key_former',
  ];
  const account = [
    'create unlogged table request_rate (id uuid)',
    'create index rate_id on request_rate (id)',
    'delete from account where id in (select id from listing)',
    'drop index if exists rate_id',
    'create function f() returns int language sql as $$ select 1 from listing; $$',
  ];
  const file = `-- why\n${[...region, ...account].join(';\n')};`;
  assert.deepEqual(texts(file, 'region'), region);
  assert.deepEqual(texts(file, 'account'), account);
});

test('every statement of the migrations is in one plane', () => {
  const files = readMigrations(join(import.meta.dirname, '../../migrations'));
  const [account, region] = (['account', 'region'] as const).map((plane) => statementsOfPlane(files, plane));
  for (const { name, text } of files) {
    const both = [...(account?.get(name) ?? []), ...(region?.get(name) ?? [])];
    assert.equal(both.length, splitStatements(text).length, name);
  }
});
