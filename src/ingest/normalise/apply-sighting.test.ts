import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Claims, ListingState } from '../../properties/listing-state.ts';
import type { ParsedListing } from '../parse-listing.ts';
import { applyExpiry, applySighting } from './apply-sighting.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));

const buildListing = (claims: Claims, over: Partial<ParsedListing> = {}): ParsedListing => ({
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
const priced = (price: number, over?: Partial<ParsedListing>) =>
  buildListing({ pricing: { displayed: price } }, over);

type Step = [ParsedListing | 'expired', number];
const stateAfter = (steps: readonly Step[]): ListingState => {
  let state: ListingState | undefined;
  for (const [what, number] of steps)
    state =
      what === 'expired' ? state && applyExpiry(state, day(number)) : applySighting(state, what, day(number));
  assert.ok(state);
  return state;
};

test('an unchanged sighting moves only lastSeenAt', () => {
  const state = stateAfter([
    [priced(100), 1],
    [priced(100), 4],
  ]);
  assert.deepEqual([state.createdAt, state.updatedAt, state.lastSeenAt], [day(1), day(1), day(4)]);
});

test('a change of content moves updatedAt, a count of favorites does not', () => {
  assert.deepEqual(
    stateAfter([
      [priced(100), 1],
      [priced(90), 4],
    ]).updatedAt,
    day(4),
  );
  const liked = stateAfter([
    [priced(100, { marketing: { favorites: 3 } }), 1],
    [priced(100, { marketing: { favorites: 8 } }), 4],
  ]);
  assert.deepEqual([liked.updatedAt, liked.marketing?.favorites], [day(1), 8]);
  assert.deepEqual(
    stateAfter([
      [priced(100), 1],
      [priced(100, { marketing: { urgent: true } }), 4],
    ]).updatedAt,
    day(4),
  );
});

test('an older sighting overwrites nothing and adds its earlier date and price', () => {
  const state = stateAfter([
    [priced(90), 5],
    [priced(100), 2],
  ]);
  assert.equal(state.claims.pricing?.displayed, 90);
  assert.deepEqual([state.createdAt, state.updatedAt, state.lastSeenAt], [day(2), day(5), day(5)]);
  assert.deepEqual(state.prices, [
    { price: 100, at: day(2) },
    { price: 90, at: day(5) },
  ]);
});

test('a sighting after the expiry reactivates a listing, one before it only updates the content', () => {
  assert.equal(
    stateAfter([
      [priced(100), 1],
      ['expired', 3],
      [priced(100), 5],
    ]).expiredAt,
    undefined,
  );
  const late = stateAfter([
    [priced(100), 1],
    ['expired', 5],
    [priced(90), 3],
  ]);
  assert.deepEqual([late.expiredAt, late.claims.pricing?.displayed, late.lastSeenAt], [day(5), 90, day(3)]);
});

test('a listing expired at its earliest expiry', () => {
  assert.deepEqual(
    stateAfter([
      [priced(100), 1],
      ['expired', 3],
      ['expired', 8],
    ]).expiredAt,
    day(3),
  );
  assert.deepEqual(
    stateAfter([
      [priced(100), 1],
      ['expired', 8],
      ['expired', 3],
    ]).expiredAt,
    day(3),
  );
  assert.equal(
    stateAfter([
      [priced(100), 5],
      ['expired', 3],
    ]).expiredAt,
    undefined,
  );
});

test('two sightings of the same time give the same state in either order and when repeated', () => {
  const one = stateAfter([
    [priced(100), 1],
    [priced(90), 1],
  ]);
  const other = stateAfter([
    [priced(90), 1],
    [priced(100), 1],
  ]);
  assert.deepEqual(one.claims, other.claims);
  assert.deepEqual(
    stateAfter([
      [priced(100), 1],
      [priced(90), 1],
      [priced(100), 1],
      [priced(90), 1],
    ]).claims,
    one.claims,
  );
});

test('a price verdict stays until it is decided again', () => {
  const before = { ...applySighting(undefined, priced(100), day(1)), priceCoherent: false };
  assert.equal(applySighting(before, priced(90), day(2)).priceCoherent, false);
});

test('the same content under another spelling of its URL is no change, in any order', () => {
  const spelled = priced(90, { url: 'https://www.figures-immo.example/annonces/1/' });
  const first = stateAfter([
    [priced(100), 1],
    [priced(90), 2],
    [spelled, 3],
  ]);
  assert.equal(first.url, priced(90).url);
  assert.deepEqual(applySighting(first, spelled, day(3)), first, 'a file fed twice');
});
