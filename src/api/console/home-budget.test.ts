import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../lib/durations.ts';
import { HomeBudget, MAX_BURST_HOMES } from './home-budget.ts';

test('a person looks at a burst of homes, then at so many a minute; others are not affected', () => {
  const budget = new HomeBudget();
  budget.spend('one', MAX_BURST_HOMES - 1, 0);
  assert.equal(budget.waitMs('one', 0), 0);
  budget.spend('one', 100, 0);
  const waitMs = budget.waitMs('one', 0);
  assert.ok(waitMs > 0 && waitMs <= MINUTE_MS, `${waitMs}`);
  assert.equal(budget.waitMs('other', 0), 0);
  assert.equal(budget.waitMs('one', waitMs), 0);
});
