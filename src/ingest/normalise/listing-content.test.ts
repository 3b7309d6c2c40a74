import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Claims, ListingState } from '../../properties/listing-state.ts';
import { applyExpiry, applySighting, type ListingContent } from './listing-content.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));

const content = (claims: Claims, over: Partial<ListingContent> = {}): ListingContent => ({
  id: '0199c2f4-0000-7000-8000-000000000001',
  url: 'https://www.figures-immo.example/annonces/1',
  source: { id: '0199c2f4-0000-7000-8000-0000000000a1', slug: 'figures-immo' },
  protected: false,
  claims,
  pictures: [],
  publisher: undefined,
  marketing: undefined,
  publishedAt: undefined,
  ...over,
});
const at = (price: number, over?: Partial<ListingContent>) =>
  content({ pricing: { displayed: price } }, over);

type Step = [ListingContent | 'expired', number];
const lived = (steps: readonly Step[]): ListingState => {
  let state: ListingState | undefined;
  for (const [what, number] of steps)
    state =
      what === 'expired' ? state && applyExpiry(state, day(number)) : applySighting(state, what, day(number));
  assert.ok(state);
  return state;
};

test('a visit that finds the same moves only the last sight', () => {
  const state = lived([
    [at(100), 1],
    [at(100), 4],
  ]);
  assert.deepEqual([state.createdAt, state.updatedAt, state.lastSeenAt], [day(1), day(1), day(4)]);
});

test('content moves the content clock, a count of favourites does not', () => {
  assert.deepEqual(
    lived([
      [at(100), 1],
      [at(90), 4],
    ]).updatedAt,
    day(4),
  );
  const liked = lived([
    [at(100, { marketing: { favorites: 3 } }), 1],
    [at(100, { marketing: { favorites: 8 } }), 4],
  ]);
  assert.deepEqual([liked.updatedAt, liked.marketing?.favorites], [day(1), 8]);
  assert.deepEqual(
    lived([
      [at(100), 1],
      [at(100, { marketing: { urgent: true } }), 4],
    ]).updatedAt,
    day(4),
  );
});

test('an older visit overwrites nothing, and tells an earlier birth and price', () => {
  const state = lived([
    [at(90), 5],
    [at(100), 2],
  ]);
  assert.equal(state.claims.pricing?.displayed, 90);
  assert.deepEqual([state.createdAt, state.updatedAt, state.lastSeenAt], [day(2), day(5), day(5)]);
  assert.deepEqual(state.prices, [
    { price: 100, at: day(2) },
    { price: 90, at: day(5) },
  ]);
});

test('seen after it expired, a listing is live again; seen before, it stays gone with the newer content', () => {
  assert.equal(
    lived([
      [at(100), 1],
      ['expired', 3],
      [at(100), 5],
    ]).expiredAt,
    undefined,
  );
  const late = lived([
    [at(100), 1],
    ['expired', 5],
    [at(90), 3],
  ]);
  assert.deepEqual([late.expiredAt, late.claims.pricing?.displayed, late.lastSeenAt], [day(5), 90, day(3)]);
});

test('a listing went offline when it was first missed', () => {
  assert.deepEqual(
    lived([
      [at(100), 1],
      ['expired', 3],
      ['expired', 8],
    ]).expiredAt,
    day(3),
  );
  assert.deepEqual(
    lived([
      [at(100), 1],
      ['expired', 8],
      ['expired', 3],
    ]).expiredAt,
    day(3),
  );
  assert.equal(
    lived([
      [at(100), 5],
      ['expired', 3],
    ]).expiredAt,
    undefined,
  );
});

test('two visits of one moment end the same in either order, and fed again', () => {
  const one = lived([
    [at(100), 1],
    [at(90), 1],
  ]);
  const other = lived([
    [at(90), 1],
    [at(100), 1],
  ]);
  assert.deepEqual(one.claims, other.claims);
  assert.deepEqual(
    lived([
      [at(100), 1],
      [at(90), 1],
      [at(100), 1],
      [at(90), 1],
    ]).claims,
    one.claims,
  );
});

test('a verdict is kept until it is judged anew', () => {
  const before = { ...applySighting(undefined, at(100), day(1)), priceCoherent: false };
  assert.equal(applySighting(before, at(90), day(2)).priceCoherent, false);
});
