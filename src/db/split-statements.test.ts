import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitStatements, withoutComments } from './split-statements.ts';

const texts = (file: string): string[] => splitStatements(file).map(({ text }) => text);

test('a semicolon ends a statement, and a file may end without one', () => {
  assert.deepEqual(texts('select 1;\nselect 2 ; select 3\n'), ['select 1', 'select 2', 'select 3']);
  assert.deepEqual(texts(''), []);
  assert.deepEqual(texts(';;\n ;'), []);
});

test('semicolons in comments, quotes and function bodies end nothing', () => {
  const file = `-- first; of two
create function f() returns void language plpgsql as $body$ begin perform 1; perform '$$;'; end $body$;
/* not; a statement */
create function g() returns text language sql as $$ select ';'; $$;
insert into "odd;name" values ('it''s; text', e'back\\'slash;', '--;');
-- the end;
`;
  const found = texts(file);
  assert.equal(found.length, 3);
  assert.match(found[0] ?? '', /^-- first; of two\ncreate function f[\s\S]*\$body\$$/);
  assert.match(found[1] ?? '', /create function g[\s\S]*\$\$$/);
  assert.match(found[2] ?? '', /^insert into "odd;name" values .*'--;'\)$/);
});

test('a statement knows where it begins in its file', () => {
  const file = 'select 1;\n\n  select 2;';
  assert.deepEqual(
    splitStatements(file).map(({ offset, text }) => file.slice(offset, offset + text.length)),
    ['select 1', 'select 2'],
  );
});

test('a statement is compared without its comments', () => {
  assert.equal(
    withoutComments('-- why\ncreate  table /* all */ t (\n  id int\n)'),
    'create table t ( id int )',
  );
});
