import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDayOrMoment } from './day-or-moment.ts';

const read = (text: string) => {
  const moment = parseDayOrMoment(text);
  return moment && `${moment.at.toISOString()}${moment.wholeDay ? ' whole day' : ''}`;
};

test('a bare date is a whole day, a time is a moment, both in UTC unless they have an offset', () => {
  assert.equal(read('2026-02-28'), '2026-02-28T00:00:00.000Z whole day');
  assert.equal(read('2026-02-28T10:20:30Z'), '2026-02-28T10:20:30.000Z');
  assert.equal(read('2026-02-28T10:20:30'), '2026-02-28T10:20:30.000Z');
  assert.equal(read('2026-02-28T10:20'), '2026-02-28T10:20:00.000Z');
  assert.equal(read('2026-02-28T10:20:30.123456z'), '2026-02-28T10:20:30.123Z');
  assert.equal(read('2026-02-28T00:20:30+02:00'), '2026-02-27T22:20:30.000Z');
  assert.equal(read('2026-02-28T23:20:30-0130'), '2026-03-01T00:50:30.000Z');
});

test('a plus that the query string turned into a space is still an offset', () => {
  assert.equal(read('2026-02-28T00:20:30 02:00'), '2026-02-27T22:20:30.000Z');
});

test('anything else is refused', () => {
  const texts = [
    '',
    '2026',
    '2026-2-1',
    '2026-02-30',
    '2026-13-01',
    '2026-02-28T24:00:00Z',
    '2026-02-28T10:60',
  ];
  for (const text of [...texts, 'yesterday', '2026-02-28T10:20:30+99:00', '2026-02-28 whole', '20260228']) {
    assert.equal(read(text), undefined, text);
  }
});
