import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPeriods } from './market.ts';

test('periods follow each other up to the present one, by weeks from Monday or by months', () => {
  const sunday = new Date('2026-03-01T23:00:00Z');
  const weeks = listPeriods('week', sunday);
  assert.deepEqual(weeks.at(-1), { from: '2026-02-23T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' });
  const months = listPeriods('month', sunday);
  assert.deepEqual(months.at(-1), { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' });
  for (const periods of [weeks, months]) {
    assert.equal(periods.length, 12);
    assert.ok(periods.every(({ from }, at) => at === 0 || periods[at - 1]?.to === from));
  }
});
