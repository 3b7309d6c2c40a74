import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifyAdvertisers, normaliseAdvertiser } from './feature-parts.ts';

const referenceOf = (reference: string): string | undefined =>
  normaliseAdvertiser({ agencyName: 'Cabinet Atlas', reference } as Parameters<typeof normaliseAdvertiser>[0])
    .reference;

test('a reference with the number of its re-post is that of the first post', () => {
  assert.equal(referenceOf('44030-12'), referenceOf('44030'));
  assert.equal(referenceOf('VA 44030/2'), referenceOf('44030'));
  assert.notEqual(referenceOf('44030-12'), referenceOf('44031-12'));
});

test('the end of a short reference, or a long one, is no number of a re-post', () => {
  assert.notEqual(referenceOf('2024-12'), referenceOf('2024-13'));
  assert.notEqual(referenceOf('44030-123'), referenceOf('44030-124'));
});

test('an office whose name or phone a portal leaves out is counted once, offices of one name by their phones', () => {
  const advert = (listingId: string, agency?: string, phone?: string) => ({ listingId, agency, phone });
  const count = (...adverts: ReturnType<typeof advert>[]) => new Set(identifyAdvertisers(adverts)).size;
  assert.equal(count(advert('a', 'atlas', '1'), advert('b', undefined, '1'), advert('c', 'atlas')), 1);
  assert.equal(count(advert('a', 'atlas', '1'), advert('b', 'atlas', '2')), 2);
  assert.equal(count(advert('a', 'atlas', '1'), advert('b', 'atlas', '2'), advert('c', 'atlas')), 3);
  assert.equal(count(advert('a'), advert('b')), 2);
});
