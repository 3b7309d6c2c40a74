import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from '../imports/block-text.ts';
import type { TextRecord } from '../imports/text-blocks.ts';
import { SourceRows, splitSourceRows } from './source-rows.ts';

const sourceRows = new SourceRows();

function stored(rows: readonly string[], between: string): string {
  const source = blockText(Buffer.from(rows.join(between)));
  let from = 0;
  const records = rows.map((row, at): TextRecord => {
    const end = from + Buffer.byteLength(row);
    const record = { source, from, end, line: at + 1, fault: undefined };
    from = end + between.length;
    return record;
  });
  const { bytes, from: start, end } = sourceRows.of(records);
  return bytes.toString('utf8', start, end);
}

const SALES: readonly (readonly string[])[] = [
  ['2021-1,Vente,100,Appartement,2.3,48.8'],
  ['2021-1,Vente,100,Appartement,2.3,48.8', '2021-1,Vente,100,Dépendance,2.3,48.8'],
  ['a,é,b', 'a,è,b', 'a,ê', 'é', ''],
  ['aaaa', 'aa', 'aaaaaa', 'aaaa', ' 1 2 ', '3 4 b'],
  ['a,"two\nlines",b', 'a,"other\nlines",b', 'a,"two\nlines",c', 'x,"new\nline"'],
  [`1,${'RUE '.repeat(30_000)},2`, `1,${'RUE '.repeat(30_000)},3`, '4'],
];

for (const between of ['\n', '\r\n'])
  test(`rows are given back as they came, divided by ${JSON.stringify(between)}`, () => {
    for (const rows of SALES) assert.deepEqual(splitSourceRows(stored(rows, between), true), rows);
  });

test('a quote is a character where cells are not quoted', () => {
  const rows = ['1|RUE DE L"ORME|2', '1|RUE DE L"ORME|3'];
  assert.deepEqual(splitSourceRows(stored(rows, '\n'), false), rows);
});

test('a row after the first stores only what differs', () => {
  const [one, other] = [`${'x'.repeat(90)}1${'y'.repeat(60)}`, `${'x'.repeat(90)}2${'y'.repeat(60)}`];
  assert.equal(stored([one, other], '\n').length, one.length + '\n\u000190 60 2'.length);
});
