import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divisionsInStock, lineageInStock, randomProperty } from '../../test/support/random-property.ts';
import { newId } from '../lib/ids.ts';
import { createRandom } from '../world/random.ts';
import { buildSearchRow, searchColumns } from './columns.ts';
import { combinations, decodePart, encodeCombination } from './combinations.ts';
import { restoreRow, storedColumns } from './stored-columns.ts';

/** Which only the server reads. */
const DIGESTS = new Set(['listings_url']);
const sorted = (cell: unknown): unknown => (Array.isArray(cell) ? cell.map(sorted).toSorted() : cell);

test('a row is restored from what is stored of it', () => {
  assert.ok(divisionsInStock.length > 0);
  const chance = createRandom('stored columns', 1);
  for (let count = 0; count < 200; count += 1) {
    const row = buildSearchRow(randomProperty(chance, newId(new Date())), lineageInStock);
    const stored = storedColumns.map((column) => JSON.parse(JSON.stringify(column.write(row) ?? null)));
    for (const [at, cell] of restoreRow(stored).entries()) {
      const { name, scope } = searchColumns[at] ?? { name: '', scope: 'property' };
      if (DIGESTS.has(name)) continue;
      // Several values of a vocabulary are restored in its order.
      assert.deepEqual(
        scope === 'property' ? sorted(cell) : cell,
        scope === 'property' ? sorted(row[at]) : row[at],
        name,
      );
    }
  }
});

test('a separator in a reference of a publisher is a space: it separates nothing', () => {
  const chance = createRandom('separators', 1);
  const home = randomProperty(chance, newId(new Date()));
  const [publisher] = home.publishers;
  const references = ['A\u001fB', 'C\u001eD', '\u001e'];
  const publishers = references.map((reference) => ({ ...publisher, id: newId(new Date()), reference }));
  const row = buildSearchRow({ ...home, publishers } as typeof home, lineageInStock);
  const at = searchColumns.findIndex(({ name }) => name === 'publisher_references');
  const stored = storedColumns.map((column) => JSON.parse(JSON.stringify(column.write(row) ?? null)));
  assert.deepEqual(row[at], ['A B', 'C D', ' ']);
  assert.deepEqual(restoreRow(stored)[at], row[at]);
});

test('each combination of values is a character of its own, which gives the values again', () => {
  for (const { parts, count, ...combination } of combinations) {
    const characters = Array.from({ length: count }, (_, number) => {
      const cells = parts.map(
        ({ values, factor }) => values[Math.floor(number / factor) % values.length] ?? null,
      );
      const character = encodeCombination({ ...combination, parts, count }, cells);
      assert.deepEqual(
        parts.map((part) => decodePart(part, character)),
        cells,
      );
      return character;
    });
    assert.equal(new Set(characters).size, count);
    assert.ok(characters.every((character) => character.length === 1 && /\P{Cc}/u.test(character)));
  }
});
