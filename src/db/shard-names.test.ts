import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNodeStatement, toShardStatement } from './shard-names.ts';

const shards = new Map([
  ['property', 'property_102001'],
  ['property_search', 'property_search_102002'],
]);

test('tables are replaced by shards, and keep their names for columns', () => {
  const cases = {
    'select property.document from property where expired':
      'select property.document from property_102001 as property where expired',
    'select 1 from property_search as s join property using (property_id)':
      'select 1 from property_search_102002 as s join property_102001 as property using (property_id)',
    'select count(*) from (select from property_search s where true limit 3) as found':
      'select count(*) from (select from property_search_102002 s where true limit 3) as found',
    'select (select count(*) from property)': 'select (select count(*) from property_102001 as property)',
    'with found as materialized (select 1 from property) select 2 from found':
      'with found as materialized (select 1 from property_102001 as property) select 2 from found',
    'select 1 from property cross join lateral (select 1) x':
      'select 1 from property_102001 as property cross join lateral (select 1) x',
    'select 1 from unnest($1::uuid[]) as given (id) join property on true':
      'select 1 from unnest($1::uuid[]) as given (id) join property_102001 as property on true',
  };
  for (const [text, wanted] of Object.entries(cases)) assert.equal(toShardStatement(text, shards), wanted);
});

test('what is not on the node of the region, or writes, is left to the coordinator', () => {
  for (const text of [
    'select 1 from property join source using (source_id)',
    'select 1 from region_stray',
    'select 1 from property for update',
    'with gone as (delete from property returning 1) select 1 from gone',
    'insert into property select from property',
  ])
    assert.equal(toShardStatement(text, shards), undefined, text);
});

test('a function of the node may insert, and depends on nothing of the coordinator', () => {
  const cases = {
    'with a as (insert into property (id) select id from unnest($1::uuid[]) as given (id) on conflict (id) do update set id = property.id) select 1':
      'with a as (insert into property_102001 as property (id) select id from unnest($1::uuid[]) as given (id) on conflict (id) do update set id = property.id) select 1',
    'insert into property_search as stored (id) select id from rows from (json_to_recordset($1::json) as (id uuid)) as given (id)':
      'insert into property_search_102002 as stored (id) select id from rows from (json_to_recordset($1::json) as (id uuid)) as given (id)',
    'select 1 from property where (a) is distinct from (b)':
      'select 1 from property_102001 as property where (a) is distinct from (b)',
  };
  for (const [text, wanted] of Object.entries(cases)) assert.equal(toNodeStatement(text, shards), wanted);
  for (const text of [
    'insert into region_stray select 1',
    'update property set expired = true',
    'delete from property',
    'insert into property (at) select now()',
    'insert into property (at) select pg_current_xact_id()',
    'select nextval($1::text) from property',
  ])
    assert.equal(toNodeStatement(text, shards), undefined, text);
});
