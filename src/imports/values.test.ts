import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from './block-text.ts';
import { Cells } from './cells.ts';
import { dateWithin, numberWithin, textWithin } from './values.ts';

const number = (cell: string): number | undefined =>
  numberWithin(blockText(Buffer.from(cell)), 0, Buffer.byteLength(cell));
const date = (cell: string): string | null | undefined =>
  dateWithin(blockText(Buffer.from(cell)), 0, Buffer.byteLength(cell));

test('a number parsed digit by digit equals Number of its text', () => {
  for (let at = 0; at < 20_000; at += 1) {
    const value = (Math.random() - 0.5) * 10 ** Math.floor(24 * Math.random() - 8);
    const cell = at % 2 === 0 ? String(value) : value.toFixed(at % 11);
    assert.equal(number(cell), Number(cell), cell);
  }
  assert.deepEqual(['', 'NA', ' 12 ', '1 234,5', '00042', '.5', '7.', '-0.25'].map(number), [
    undefined,
    undefined,
    12,
    1234.5,
    42,
    0.5,
    7,
    -0.25,
  ]);
  assert.deepEqual(['-', '.', 'x', '1.2.3', '12bis'].map(number), Array(5).fill(Number.NaN));
});

test('a date is read in both orders, with or without a time; an invalid one differs from none', () => {
  assert.deepEqual(['2024-02-29', '29/02/2024', '2024-02-29T10:00:00', ' 2024-12-31 '].map(date), [
    '2024-02-29',
    '2024-02-29',
    '2024-02-29',
    '2024-12-31',
  ]);
  assert.deepEqual(['', 'NA', '1899-12-30'].map(date), [undefined, undefined, undefined]);
  const none = [
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '31/04/2024',
    '2024',
    '2024-1-1',
    'demain',
    'jj/mm/aaaa',
  ];
  assert.deepEqual(
    none.map(date),
    none.map(() => null),
  );
});

test('a cell is the text between its separators, without quotes and padding', () => {
  const cells = new Cells(['a', 'b', 'c', 'd', 'e'], ',');
  const source = 'before\n"x, y",  z ,"say ""no""",,"q"r\nafter "';
  assert.equal(cells.split(blockText(Buffer.from(source)), 7, source.indexOf('\nafter')), 5);
  assert.deepEqual(
    [0, 1, 2, 3, 4, -1].map((at) => cells.text(at)),
    ['x, y', 'z', 'say "no"', undefined, 'qr', undefined],
  );
  assert.deepEqual(cells.fault('no z', 1), { reason: 'no z', column: 'b', found: '  z ' });
  assert.equal(textWithin(blockText(Buffer.from('a NA b')), 2, 4), undefined);
});
