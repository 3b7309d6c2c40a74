import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { record } from './record.ts';
import type { ListingEvent } from './revise.ts';
import { readListingEvents, revisionKinds, toStoredEvents, toStoredKinds } from './stored-events.ts';

const { db } = await freshDatabase({ after });

const price = {
  attribute: 'DISPLAYED_PRICE' as const,
  ...{ numericOld: 300_000, numericNew: 285_000, variationPercent: -5 },
};
const rooms = { attribute: 'ROOMS' as const, numericOld: 2, numericNew: 3, variationPercent: 50 };
const event = (
  kind: ListingEvent['kind'],
  changes: ListingEvent['changes'] = [],
  listingId = 'a',
): ListingEvent => ({ listingId, kind, changes });

const stored = (listingEvents: readonly ListingEvent[], listingId: string | undefined = 'a') =>
  toStoredEvents({ listingId, listingEvents });

test('an event is its letter, and a new price its two figures', () => {
  assert.deepEqual(stored([event('CREATED')]), ['C']);
  assert.deepEqual(stored([event('UPDATED', [price])]), [['U', [300_000, 285_000]]]);
  assert.deepEqual(stored([event('REACTIVATED', [rooms, price])]), [['R', rooms, [300_000, 285_000]]]);
});

test('events read as they were recorded, those of other listings and odd prices too', () => {
  const odd = [
    { ...price, variationPercent: -5.01 },
    { attribute: price.attribute, numericOld: 0, numericNew: 5 },
    { attribute: price.attribute, numericNew: 5 },
  ];
  for (const kind of ['CREATED', 'UPDATED', 'EXPIRED', 'REACTIVATED'] as const) {
    const events = [event(kind), event(kind, [price, rooms, ...odd]), event(kind, [price], 'b')];
    const read = JSON.parse(JSON.stringify(stored(events)));
    assert.deepEqual(readListingEvents(read, 'a'), events);
    assert.deepEqual(
      readListingEvents(
        JSON.parse(JSON.stringify(toStoredEvents({ listingId: undefined, listingEvents: events }))),
        null,
      ),
      events,
    );
  }
});

test('events of older releases are read alike', () => {
  const { listingId: _, ...own } = event('UPDATED', [price]);
  const other = event('CREATED', [], 'b');
  assert.deepEqual(readListingEvents([own, other], 'a'), [event('UPDATED', [price]), other]);
  assert.throws(() => readListingEvents(['X'], 'a'), /a newer release/);
});

test('kinds that the first event says are not stored, and statements read them all the same', async () => {
  for (const [kinds, events] of [
    [['UPDATED'], [event('CREATED')]],
    [['UPDATED', 'REGROUPED'], [event('UPDATED')]],
    [['UPDATED'], []],
    [['VALUED'], []],
  ] as const)
    assert.deepEqual(toStoredKinds(kinds, stored(events)), kinds);
  for (const kind of ['CREATED', 'UPDATED', 'EXPIRED', 'REACTIVATED'] as const)
    for (const events of [[event(kind)], [event(kind, [price])], [event(kind), event('CREATED')]]) {
      assert.equal(toStoredKinds([kind], stored(events)), null);
      const [row] = await db.rows<{ kinds: string[] }>(sql`
        select ${revisionKinds} as kinds from (
          select null::text[] as kinds, ${JSON.stringify(stored(events))}::json as listing_events) as property_change`);
      assert.deepEqual(row?.kinds, [kind]);
    }
});

test('a new price takes 22 bytes of events, and no kinds', async () => {
  const listing = madeListing({ pricing: { displayed: 300_000, currency: 'EUR' } });
  const id = await recordTogether(db, [listing], day(1));
  const cheaper = revisited(listing, day(5), { pricing: { displayed: 285_000, currency: 'EUR' } });
  await record(db, { listings: [{ state: cheaper }] }, day(5));
  const rows = await db.rows(sql`
    select kinds, listing_events::text as events from property_change where property_id = ${id} order by revision_number`);
  assert.deepEqual(rows, [
    { kinds: null, events: '["C"]' },
    { kinds: null, events: '[["U",[300000,285000]]]' },
  ]);
});
