import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillBatch, shareMatches } from './record-matches.ts';

const counts = (given: Record<string, number>): Map<string, number> => new Map(Object.entries(given));
const limits = { perAccount: 10, perBatch: 25 };
const shown = (shares: ReturnType<typeof shareMatches>) =>
  shares.map(({ record, defer }) => [[...record].sort(), Object.fromEntries(defer)]);

test('an account above its share waits, and others are recorded at once', () => {
  const shares = shareMatches([counts({ heavy: 10_000, light: 3, other: 1 })], new Set(), limits);
  assert.deepEqual(shown(shares), [[['light', 'other'], { heavy: 10_000 }]]);
});

test('an account with a backlog stays in the backlog with later changes', () => {
  const met = [counts({ one: 6, other: 1 }), counts({ one: 6, other: 1 }), counts({ one: 1, waiting: 1 })];
  assert.deepEqual(shown(shareMatches(met, new Set(['waiting']), limits)), [
    [['one', 'other'], {}],
    [['other'], { one: 6 }],
    [[], { one: 1, waiting: 1 }],
  ]);
});

test('of many accounts those with the fewest alerts are recorded, up to the maximum of one transaction', () => {
  const many = counts(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`account ${at}`, at + 1])));
  const [share] = shareMatches([many], new Set(), limits);
  const recorded = [...(share?.record ?? [])].map((name) => many.get(name) ?? 0);
  assert.deepEqual(recorded, [1, 2, 3, 4, 5, 6]);
  assert.equal(share?.defer.size, 4);
});

test('a batch ends with the change that fills it; deferred alerts do not count', () => {
  const met = [
    counts({ heavy: 10_000 }),
    counts({ heavy: 10_000, a: 5 }),
    counts({ b: 1 }),
    counts({ c: 1 }),
  ];
  assert.equal(fillBatch(met, limits).length, 2);
  assert.equal(fillBatch(met, { perAccount: 10, perBatch: 100 }).length, 4);
});
