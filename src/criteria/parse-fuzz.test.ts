import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parisFlat } from '../../test/fixtures/property-result.ts';
import { hostileText } from '../../test/support/arbitrary-schema.ts';
import { put } from '../../test/support/random-criteria.ts';
import { lineageInStock } from '../../test/support/random-property.ts';
import { filters } from '../catalogue/filters.ts';
import { buildSearchRow } from './columns.ts';
import { exampleTrees } from './examples.ts';
import { explain } from './explain.ts';
import { compilePredicate } from './matches.ts';
import { parseCriteria } from './parse.ts';
import { listRelaxations } from './relax.ts';
import { compileSql } from './to-sql.ts';

const flat = buildSearchRow(parisFlat, lineageInStock);
const operators = [
  ...new Set(filters.flatMap((filter) => [...filter.operators])),
  'uniqueCodes',
  'geoShapes',
  'type',
  'rating',
];

/** Values of a client that has not read the reference. */
const oddValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    hostileText,
    fc.double(),
    fc.constantFrom(null, true, false, 0, -1, Infinity, [], {}, 'FLAT', 'BALCONY', '75111'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...operators), hostileText), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const oddLeaf = fc
  .array(fc.tuple(fc.constantFrom(...filters.map(({ path }) => path)), oddValue), { maxLength: 4 })
  .map((entries) => {
    const leaf: Record<string, unknown> = {};
    for (const [path, value] of entries) put(leaf, path, value);
    return leaf;
  });

const oddTree = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    oddLeaf,
    fc.constantFrom(...Object.values(exampleTrees)),
    oddValue,
    fc.record({ and: fc.array(tie('node'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('node'), { maxLength: 3 }) }),
  ),
})).node;

test('any JSON sent as criteria gives a usable tree, or errors with paths', () => {
  fc.assert(
    fc.property(oddTree, (json) => {
      const parsed = parseCriteria(json);
      if ('faults' in parsed) {
        assert.ok(parsed.faults.length > 0);
        for (const { propertyPath, message, code } of parsed.faults)
          assert.ok(
            propertyPath.startsWith('criteria') && /[.?]$/.test(message) && /^[a-z_]+$/.test(code),
            `${propertyPath}: ${message}`,
          );
        return;
      }
      const { text, values } = compileSql(parsed.tree);
      assert.equal(new Set(text.match(/\$\d+/g) ?? []).size, values.length);
      assert.equal(explain(parsed.tree, flat).matches, compilePredicate(parsed.tree)(flat));
      listRelaxations(parsed.tree);
    }),
    { numRuns: 1_000 },
  );
});
