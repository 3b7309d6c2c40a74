import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObservedPrice } from '../../properties/listing-state.ts';
import { withLatePrice, withPrice } from './apply-sighting.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));
const seen = (price: number, number: number): ObservedPrice => ({ price, at: day(number) });

test('a price is recorded only when it changes', () => {
  const first = withPrice([], { displayed: 100 }, day(1));
  assert.deepEqual(first, [seen(100, 1)]);
  assert.deepEqual(withPrice(first, { displayed: 100 }, day(2)), first);
  assert.deepEqual(withPrice(first, { displayed: 90 }, day(3)), [seen(100, 1), seen(90, 3)]);
  assert.deepEqual(withPrice(first, undefined, day(4)), first);
});

test('a late observation adds its price and keeps the newest last', () => {
  const late = (history: ObservedPrice[], price: number, at: number, lastSeen: number) =>
    withLatePrice(history, { displayed: price }, { at: day(at), lastSeenAt: day(lastSeen) });
  assert.deepEqual(late([seen(90, 5)], 100, 1, 9), [seen(100, 1), seen(90, 5)]);
  assert.deepEqual(late([seen(90, 5)], 90, 1, 9), [seen(90, 1)]);
  assert.deepEqual(late([seen(90, 1)], 80, 3, 9), [seen(90, 1), seen(80, 3), seen(90, 9)]);
  assert.deepEqual(late([seen(90, 1), seen(80, 5)], 90, 3, 9), [seen(90, 1), seen(80, 5)]);
});

test('alternating prices are bounded', () => {
  let history: ObservedPrice[] = [];
  for (let number = 1; number <= 300; number += 1)
    history = withPrice(history, { displayed: number % 2 }, day(number));
  assert.equal(history.length, 100);
  assert.deepEqual(history.at(-1), seen(0, 300));
});
