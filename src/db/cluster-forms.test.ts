import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findRefusedChanges, findRefusedForms } from '../../test/support/cluster-forms.ts';
import { readSharedFragments, readStatements } from '../../test/support/sql-statements.ts';
import { readMigrations } from './migration-files.ts';
import { statementsOfPlane } from './migration-planes.ts';

const migrations = readMigrations(join(import.meta.dirname, '../../migrations'));

/** Frozen, and applied to a schema before it is distributed. */
const BASELINE = '0001_baseline';

test('no migration changes a table of a region in a form that Citus refuses', () => {
  const refused = [...statementsOfPlane(migrations, 'region')].flatMap(([name, statements]) =>
    name === BASELINE
      ? []
      : statements.flatMap(({ text }) => findRefusedChanges(text).map((instead) => `${name}: ${instead}`)),
  );
  assert.deepEqual(refused, []);
});

test('the refused changes are recognised', () => {
  const count = (statement: string): number => findRefusedChanges(statement).length;
  assert.equal(count("alter table sale add column kind text check (kind in ('A'))"), 1);
  assert.equal(count('alter table sale\n  add column other uuid references listing'), 1);
  assert.equal(count('alter table sale add column n bigint generated always as identity'), 1);
  assert.equal(count('-- small\nalter table raw_block alter column body set storage external'), 1);
  assert.equal(count('create statistics s on (lower(title)) from listing'), 1);
  assert.equal(count('create trigger t after insert on sale for each row execute function f()'), 1);
  assert.equal(count("insert into sale (codes)\n  select array_to_string(codes, ' ') from listing"), 1);
  assert.equal(count("insert into sale (codes) select string_agg(code, ' ') from listing"), 0);
  assert.equal(count('alter table sale add column kind text, add constraint c check (kind is not null)'), 0);
  assert.equal(count('create statistics s on title, url from listing'), 0);
});

const files = globSync('src/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('src/console/'))
  .sort();
const fragments = readSharedFragments(files);

test('what a claim of rows returns are columns', () => {
  const returned = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\breturning: sql`([^`]*)`/g)].map(([, columns = '']) => ({
      file,
      columns: columns.replaceAll(/\$\{(\w+)\}/g, (whole, name) => fragments.get(name) ?? whole),
    })),
  );
  assert.ok(returned.length > 0);
  assert.deepEqual(
    returned.filter(({ columns }) => findRefusedForms(`update listing set url = $1 returning ${columns}`)[0]),
    [],
  );
});

test('no statement on the tables of a region has a form that Citus refuses', () => {
  const refused = files.flatMap((file) =>
    readStatements(file, fragments).flatMap(({ line, text }) =>
      findRefusedForms(text).map((instead) => `${file}:${line}: ${instead}`),
    ),
  );
  assert.deepEqual(refused, []);
});

test('the refused statements are recognised, on the tables of a region alone', () => {
  const forms = [
    'with recursive line as (select from property) delete from listing',
    'insert into listing (seen_at) values ($1) on conflict do update set seen_at = now()',
    'delete from listing where ctid = any ($1)',
    'update listing set url = $1 returning lower(url)',
  ];
  for (const form of forms) {
    assert.equal(findRefusedForms(form).length, 1, form);
    assert.deepEqual(findRefusedForms(form.replaceAll(/listing|property/g, 'account')), [], form);
  }
});
