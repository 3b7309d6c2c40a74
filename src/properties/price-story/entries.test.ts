import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeEntry } from '../../catalogue/document.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { matchPriceEntries } from './entries.ts';
import type { PriceMove } from './moves.ts';

const move = (listingId: string, day: number, [old, now]: [number, number]): PriceMove => ({
  listingId,
  at: day * DAY_MS,
  old,
  new: now,
  percent: (now / old - 1) * 100,
  factor: now / old,
});

const entry = (listingId: string, day: number, [old, now]: [number, number]): ChangeEntry => ({
  attribute: 'DISPLAYED_PRICE',
  occurredAt: new Date(day * DAY_MS).toISOString(),
  listingId,
  revisionId: 'first',
  numericOld: old,
  numericNew: now,
  variationPercent: (now / old - 1) * 100,
});

test('a move to the price of a recorded entry is that entry, though its listing came from an older price', () => {
  const recorded = [entry('stale', 55, [275_000, 230_000])];
  const { entries, fresh } = matchPriceEntries([move('first', 55, [260_000, 230_000])], recorded, 'second');
  assert.deepEqual(fresh, []);
  assert.deepEqual(
    entries.map(({ listingId, revisionId, numericOld }) => [listingId, revisionId, numericOld]),
    [['first', 'first', 260_000]],
  );
});

test('a move to another price, in the other direction or too early is no recorded entry', () => {
  const recorded = [entry('stale', 90, [275_000, 230_000])];
  const cases: [number, [number, number]][] = [
    [89, [260_000, 231_000]],
    [89, [220_000, 230_000]],
    [20, [260_000, 230_000]],
  ];
  for (const [day, prices] of cases)
    assert.equal(matchPriceEntries([move('first', day, prices)], recorded, 'second').fresh.length, 1);
});
