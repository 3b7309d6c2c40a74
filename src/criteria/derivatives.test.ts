import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { put, randomOperand } from '../../test/support/random-criteria.ts';
import { lineageInStock } from '../../test/support/random-property.ts';
import { range } from '../catalogue/filters/builders.ts';
import type { Filter } from '../catalogue/filters/kinds.ts';
import { columnsOf, filters } from '../catalogue/filters.ts';
import { createRandom } from '../world/random.ts';
import { buildSearchRow, searchColumns } from './columns.ts';
import { explain } from './explain.ts';
import { criteriaJson } from './json.ts';
import { criteriaSchemas } from './json-schema.ts';
import { kindOf } from './kinds/kinds.ts';
import { compilePredicate } from './matches.ts';
import { parseCriteria } from './parse.ts';
import { ParseContext } from './parse-context.ts';
import { listRelaxations } from './relax.ts';
import { storedNameOf } from './stored-columns.ts';
import { compileSql } from './to-sql.ts';

const flat = buildSearchRow(parisFlat, lineageInStock);
const documented = readFileSync(join(import.meta.dirname, '../../docs/filters.md'), 'utf8');

/** The schema of a leaf at a path. */
function schemaAt(path: string) {
  return path
    .split('.')
    .reduce((schema, step) => schema?.properties?.[step], criteriaSchemas()['CriteriaLeaf']);
}

for (const filter of filters) {
  test(`${filter.path} can be parsed, searched, evaluated, explained, relaxed, described and documented`, () => {
    const operand = randomOperand(filter, createRandom('derivatives', filter.path));
    const json: Record<string, unknown> = {};
    put(json, filter.path, operand);

    const parsed = parseCriteria(json);
    assert.ok('tree' in parsed, JSON.stringify(parsed));
    assert.deepEqual(parseCriteria(criteriaJson(parsed.tree)), parsed);

    const names = kindOf(filter.kind)
      .columns(filter)
      .map(({ name }) => name);
    assert.deepEqual(names.toSorted(), [...columnsOf(filter)].toSorted(), 'the columns of the catalogue');
    assert.ok(names.every((name) => searchColumns.some((column) => column.name === name)));

    const { text } = compileSql(parsed.tree);
    const stored = kindOf(filter.kind).columns(filter).map(storedNameOf);
    assert.ok(
      stored.some((name) => text.includes(`.${name}`)),
      text,
    );
    assert.equal(typeof compilePredicate(parsed.tree)(flat), 'boolean');
    const { tree } = explain(parsed.tree, flat);
    assert.deepEqual('filters' in tree && tree.filters.map(({ path }) => path), [filter.path]);
    assert.ok(Array.isArray(listRelaxations(parsed.tree)));

    assert.ok(schemaAt(filter.path)?.description, 'a description in the schema');
    assert.ok(documented.includes(`\`${filter.path}\``), 'a row in docs/filters.md');
  });
}

test('one catalogue entry is a complete filter: the one that CONTRIBUTING.md adds', () => {
  const page = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');
  const entry = "range('property.unit.showerRooms', 'Shower rooms'),";
  assert.ok(page.includes(entry), entry);
  const filter: Filter = range('property.unit.showerRooms', 'Shower rooms');

  const kind = kindOf(filter.kind);
  const context = new ParseContext('criteria.property.unit.showerRooms');
  const operand = kind.parse({ gte: 1, orMissing: true }, filter, context);
  assert.ok(operand !== undefined);
  kind.parse({ gte: -1 }, filter, context);
  assert.deepEqual(
    context.findings.faults.map(({ code }) => code),
    ['out_of_range'],
  );

  const [column] = kind.columns(filter);
  assert.ok(column);
  assert.ok(page.includes(`alter table property_search add column ${column.name} ${column.stored};`));
  assert.equal(column.read(parisFlat, lineageInStock), 1);
  assert.equal(kind.matches(operand, filter, () => () => 1)([], 0), true);
  assert.equal(kind.matches(operand, filter, () => () => 0)([], 0), false);
  const write = { column: (name: string) => `s.${name}`, bind: () => '$1' };
  assert.equal(
    kind.sql(operand, filter, write),
    '(s.unit_shower_rooms is null or s.unit_shower_rooms >= $1)',
  );
  assert.equal(kind.schema(filter).description, 'Shower rooms. Give `gte`, `lte` or both.');
});
