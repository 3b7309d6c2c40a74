import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Hits } from './hits.ts';

test('the top ranks are the same as those of a full sort', () => {
  const offers = fc.array(
    fc.record({ division: fc.nat(50), name: fc.nat(200), score: fc.integer({ min: -9_000, max: 9_000 }) }),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(offers, fc.nat(20), fc.nat(20), (given, from, count) => {
      const hits = new Hits(51);
      const best = new Map<number, { score: number; name: number }>();
      for (const { division, name, score } of given) {
        hits.offer(division, name, score);
        const known = best.get(division);
        const better = !known || score > known.score || (score === known.score && name < known.name);
        if (better) best.set(division, { score, name });
      }
      // Two divisions never share a name, so the order of their hits is total.
      const order = [...best].sort(([, one], [, other]) => other.score - one.score || one.name - other.name);
      const keys = (divisions: readonly number[]) => divisions.map((division) => best.get(division));
      assert.equal(hits.count, best.size);
      assert.deepEqual(
        keys(hits.ranked(from, from + count)),
        keys(order.map(([division]) => division).slice(from, from + count)),
      );
      hits.clear();
      assert.equal(hits.count, 0);
    }),
  );
});

test('an empty page and a page past the end are empty', () => {
  const hits = new Hits(10);
  for (let division = 0; division < 10; division += 1) hits.offer(division, division, 0);
  assert.deepEqual(hits.ranked(0, 0), []);
  assert.deepEqual(hits.ranked(30, 60), []);
  assert.deepEqual(hits.ranked(999_999_999_999_999 * 30, 1e15 * 30), []);
  assert.deepEqual(hits.ranked(8, 30), [8, 9]);
});
