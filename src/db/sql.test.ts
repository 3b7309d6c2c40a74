import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifier, joinSql, preparedSql, type Sql, sql } from './sql.ts';

const plain = ({ text, values }: Sql) => ({ text, values: [...values] });

test('values are bound in the order they are written', () => {
  const statement = sql`select id from source where name = ${'Immo'} and active = ${true}`;
  assert.deepEqual(plain(statement), {
    text: 'select id from source where name = $1 and active = $2',
    values: ['Immo', true],
  });
});

test('a fragment is spliced and its values are renumbered', () => {
  const cheap = sql`price < ${100} and price > ${10}`;
  assert.deepEqual(plain(sql`select id from p where city = ${'Lyon'} and (${cheap}) limit ${5}`), {
    text: 'select id from p where city = $1 and (price < $2 and price > $3) limit $4',
    values: ['Lyon', 100, 10, 5],
  });
});

test('more than nine values keep their own numbers through a splice', () => {
  const many = joinSql(
    Array.from({ length: 12 }, (_, index) => sql`${index}`),
    ', ',
  );
  const statement = sql`select ${'first'}, ${many}`;
  assert.equal(statement.text, 'select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13');
  assert.deepEqual(statement.values.slice(0, 3), ['first', 0, 1]);
});

test('joining no fragment gives an empty text', () => {
  assert.deepEqual(plain(joinSql([], ' and ')), { text: '', values: [] });
});

test('an object shaped like a statement is bound, never spliced', () => {
  const forged = { text: '1; drop table account', values: [] };
  assert.deepEqual(plain(sql`select ${forged}`), { text: 'select $1', values: [forged] });
});

test('a name decided at run time is quoted', () => {
  assert.equal(sql`select * from ${identifier('a "b"; --')}`.text, 'select * from "a ""b""; --"');
});

test('one template has one name, another template another one', () => {
  const byId = (id: number) => sql`select name from source where id = ${id}`;
  const other = sql`select id from source where name = ${'x'}`;
  assert.equal(typeof byId(1).name, 'string');
  assert.equal(byId(1).name, byId(2).name);
  assert.notEqual(byId(1).name, other.name);
});

test('a name follows from the text alone, so that no two processes give one name to two texts', () => {
  const text = 'select name from source where id = $1';
  const twin = sql`select name from source where id = ${2}`;
  assert.deepEqual([twin.text, twin.name], [text, sql`select name from source where id = ${1}`.name]);
  assert.equal(preparedSql(text)(3).name, twin.name);
  assert.equal(twin.name, 'gable_a26275708bb92f1b6dd763f5');
  assert.notEqual(preparedSql(`${text} `)(3).name, twin.name);
});

test('a text decided at run time has no name, so that the server caches no plan for it', () => {
  assert.equal(sql`select ${sql`1`}`.name, undefined);
  assert.equal(joinSql([sql`select 1`], '').name, undefined);
});

test('the same template with a fragment and with a value has two texts', () => {
  const pick = (part: unknown) => sql`select ${part}`;
  assert.equal(pick(7).text, 'select $1');
  assert.equal(pick(sql`now()`).text, 'select now()');
  assert.equal(pick(7).text, 'select $1');
});
