import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDateTimeOrDate } from './moment.ts';

test('a date-time with its offset is that moment, a bare date midnight UTC', () => {
  for (const [text, moment] of [
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2026-02-28T10:11:12Z', '2026-02-28T10:11:12.000Z'],
    ['2026-02-28T10:11:12.5+02:00', '2026-02-28T08:11:12.500Z'],
    ['2026-02-28T23:30:00.123456-0130', '2026-03-01T01:00:00.123Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ] as const) {
    assert.equal(parseDateTimeOrDate(text)?.toISOString(), moment, text);
  }
});

test('an invalid moment is not read as another one', () => {
  for (const text of [
    ...['', '0', '2026', '2026-02-31', '2026-13-01', '2026-02-28T10:11', '2026-02-28T10:11:12'],
    ...[
      '2026-02-28T24:00:00Z',
      '2026-06-30T23:59:60Z',
      '2026-02-28T10:11:12+25:00',
      ' 2026-02-28',
      '99999-01-01',
    ],
    ...['0000-01-01', '2026-02-28 10:11:12Z', '1772273472'],
  ]) {
    assert.equal(parseDateTimeOrDate(text), undefined, text);
  }
});
