import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTree } from '../../../../test/support/parse-tree.ts';
import { columnAt, searchColumns } from '../../../criteria/columns.ts';
import type { Cell } from '../../../criteria/search-row.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import type { IndexRow } from './open-segment.ts';
import { Tail } from './tail.ts';

const at = (id: string, ...codes: string[]): IndexRow => {
  const cells: Cell[] = searchColumns.map(() => null);
  cells[columnAt(PLACE_COLUMNS.codes).position] = codes;
  return { id, moment: 0, positionedAt: 0, cells };
};

const inside = (...uniqueCodes: string[]) => ({ property: { locations: { in: { uniqueCodes } } } });

function tailOf(...rows: IndexRow[]) {
  const tail = new Tail();
  for (const row of rows) tail.set(row.id, row);
  return {
    tail,
    among: (json: object) => Array.from(tail.candidates(parseTree(json)), ({ id }) => id).sort(),
  };
}

test('a query by division tests only the rows of that division, each once; any other query tests all rows', () => {
  const { among } = tailOf(at('a', '75', '75111'), at('b', '75', '75112'), at('c', '69'), at('d'));
  assert.deepEqual(among(inside('75')), ['a', 'b']);
  assert.deepEqual(among(inside('75', '75111', '69')), ['a', 'b', 'c']);
  assert.deepEqual(among(inside('13')), []);
  assert.deepEqual(among({ or: [inside('75111'), inside('69')] }), ['a', 'c']);
  assert.deepEqual(among({ and: [{ property: { type: { in: ['FLAT'] } } }, inside('69')] }), ['c']);
  const all = ['a', 'b', 'c', 'd'];
  assert.deepEqual(among({ property: { type: { in: ['FLAT'] } } }), all);
  assert.deepEqual(among({ or: [inside('75'), { property: { type: { in: ['FLAT'] } } }] }), all);
  assert.deepEqual(
    among({ property: { locations: { in: { uniqueCodes: ['75'], postalCodes: ['69001'] } } } }),
    all,
    'it may be where only its postal code is parseTree for',
  );
  assert.deepEqual(among({ property: { locations: { nin: { uniqueCodes: ['75'] } } } }), all);
});

test('a row that moved or was deleted is no longer found at its former division', () => {
  const { tail, among } = tailOf(at('a', '75'), at('b', '75'));
  tail.set('a', at('a', '69'));
  tail.delete('b');
  assert.deepEqual([among(inside('75')), among(inside('69'))], [[], ['a']]);
  assert.equal(tail.size, 1);
});
