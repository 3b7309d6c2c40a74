import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNumber } from './numbers.ts';
import { parseDate, parseFeedTimestamp } from './read-scalar.ts';

test('numbers are parsed in common notations', () => {
  const written = [
    '1 250 000 €',
    '1\u202f250,50',
    '159,950',
    '1.250.000,00',
    '1,250.5',
    '62,4 m²',
    'T3',
    '3 pièces',
    '-1',
    '0,5',
  ];
  assert.deepEqual(
    written.map((text) => parseNumber(text)),
    [1_250_000, 1250.5, 159_950, 1_250_000, 1250.5, 62.4, 3, 3, -1, 0.5],
  );
});

test('a point before three digits separates thousands in money only', () => {
  assert.equal(parseNumber('250.000', true), 250_000);
  assert.equal(parseNumber('36.728'), 36.728);
});

test('a price may be in thousands or millions, and a price per square metre is no price', () => {
  assert.deepEqual(
    ['250k€', '250 K€', '1,2 M€', '1.2M', '1,5 million', '250 000 €/mois'].map((text) =>
      parseNumber(text, true),
    ),
    [250_000, 250_000, 1_200_000, 1_200_000, 1_500_000, 250_000],
  );
  for (const text of ['5 000 €/m²', '5000 € par m²', '4 500 € le m²'])
    assert.equal(parseNumber(text, true), undefined, text);
  assert.equal(parseNumber('70 m'), 70);
});

test('a range, a fraction, a date, a word or a long text is no number', () => {
  for (const text of ['2 à 3', '4-5', '12/2005', 'x', '', '1'.repeat(100)])
    assert.equal(parseNumber(text), undefined, text);
});

test('a number beyond the range of doubles is infinite', () => {
  assert.equal(parseNumber('1e400'), Number.POSITIVE_INFINITY);
});

test('a date is parsed from ISO 8601 and day-first notation', () => {
  assert.deepEqual(
    ['2026-01-05', '2026-01-05T23:30:00Z', '14/04/2003', '01.07.04', '2017/05/16 16:50:12'].map(parseDate),
    ['2026-01-05', '2026-01-05', '2003-04-14', '2004-07-01', '2017-05-16'],
  );
  for (const text of ['31/02/2020', 'sofort', '1899-12-30', '2026-13-01'])
    assert.equal(parseDate(text), undefined, text);
});

test('a timestamp is converted to UTC, and without a zone is read as UTC', () => {
  assert.equal(parseFeedTimestamp('2026-01-05T01:00:00+02:00'), '2026-01-04T23:00:00.000Z');
  assert.equal(parseFeedTimestamp('2026-01-05T00:08:53.1234Z'), '2026-01-05T00:08:53.123Z');
  assert.equal(parseFeedTimestamp('28/2/2011 17:30'), '2011-02-28T17:30:00.000Z');
});

test('the Unix epoch means unknown', () => {
  assert.equal(parseFeedTimestamp('1970-01-01T00:00:00.000Z'), undefined);
  assert.equal(parseFeedTimestamp('2024-02-29T23:59:59.999Z'), '2024-02-29T23:59:59.999Z');
  for (const none of ['2026-02-29T10:00:00.000Z', '2026-13-01T10:00:00.000Z', '2026-01-05T24:00:00.000Z'])
    assert.equal(parseFeedTimestamp(none), undefined, none);
});
