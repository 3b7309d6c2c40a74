import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { day, expired, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { type Revision, readRevisions } from '../../test/support/revisions.ts';
import type { PropertyResult } from '../catalogue/document.ts';
import { sql } from '../db/sql.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import { findProperty, findPropertyIdByUrl } from './lookup.ts';
import { record } from './record.ts';
import { recordVisits } from './visits.ts';

/** Eighteen transactions wait for each other's rows, beside other tests. */
const { db } = await freshDatabase({ after }, { statementTimeoutMs: MINUTE_MS });

interface Change extends Revision {
  mergedInto: string | null;
}

async function changesOf(propertyId: string): Promise<Change[]> {
  const rows = await db.rows<Pick<Change, 'mergedInto'>>(sql`
    select merged_into as "mergedInto" from property_change where property_id = ${propertyId} order by revision_number`);
  const revisions = await readRevisions(db, [propertyId]);
  return rows.map((row, at) => ({ ...(revisions[at] as Revision), ...row }));
}

const flat = async (id: string): Promise<PropertyResult> => {
  const found = await findProperty(db, id);
  assert.ok(found !== undefined);
  return found;
};

test('a new listing creates a property, readable at once by id and by URL', async () => {
  const listing = madeListing({ propertyType: 'HOUSE', pricing: { displayed: 300_000, currency: 'EUR' } });
  const id = await recordTogether(db, [listing], day(1));
  const found = await flat(id);
  assert.equal(found.property.propertyType, 'HOUSE');
  assert.equal(found.property.expired, false);
  assert.deepEqual(found.property.changes, []);
  assert.equal(await findPropertyIdByUrl(db, `${listing.url}/#top`), id);
  const [change, ...more] = await changesOf(id);
  assert.deepEqual(more, []);
  assert.deepEqual(change?.kinds, ['CREATED']);
  assert.equal(change?.before, null);
  assert.deepEqual(change?.after, found);
});

test('the same listing again changes nothing, and an unchanged one updates only its last-seen time', async () => {
  const listing = madeListing({ propertyType: 'FLAT' });
  const id = await recordTogether(db, [listing], day(1));
  const before = await flat(id);
  assert.deepEqual(await record(db, { listings: [{ state: listing }] }, day(2)), []);
  assert.deepEqual(await flat(id), before);
  await record(db, { listings: [{ state: { ...listing, lastSeenAt: day(5) } }] }, day(5));
  const seen = await flat(id);
  assert.equal(seen.listings[0]?.lastSeenAt, '2026-01-05T00:00:00+00:00');
  assert.equal(seen.property.updatedAt, before.property.updatedAt);
  assert.equal((await changesOf(id)).length, 1);
});

test('a price reduction is a change with its values, its listing and its revision', async () => {
  const listing = madeListing({ pricing: { displayed: 200_000, currency: 'EUR' } });
  const id = await recordTogether(db, [listing], day(1));
  const cheaper = revisited(listing, day(3), { pricing: { displayed: 190_000, currency: 'EUR' } });
  const [recorded] = await record(db, { listings: [{ state: cheaper }] }, day(3));
  assert.deepEqual(recorded?.kinds, ['UPDATED']);
  const { property } = await flat(id);
  assert.deepEqual(property.changes, [
    {
      attribute: 'DISPLAYED_PRICE',
      occurredAt: '2026-01-03T00:00:00+00:00',
      listingId: listing.id,
      revisionId: recorded?.revisionId,
      numericOld: 200_000,
      numericNew: 190_000,
      variationPercent: -5,
    },
  ]);
  assert.equal(property.updatedAt, '2026-01-03T00:00:00+00:00');
  const [, change] = await changesOf(id);
  assert.equal(change?.listingId, listing.id);
  assert.equal(change?.before?.property.pricing?.displayed, 200_000);
  assert.equal(change?.after?.property.pricing?.displayed, 190_000);
});

test('an older observation that arrives late overwrites nothing', async () => {
  const listing = madeListing(
    { pricing: { displayed: 100, currency: 'EUR' } },
    { lastSeenAt: day(9), updatedAt: day(9) },
  );
  const id = await recordTogether(db, [listing], day(9));
  const older = {
    ...listing,
    claims: { pricing: { displayed: 90, currency: 'EUR' as const } },
    lastSeenAt: day(4),
    updatedAt: day(4),
  };
  assert.deepEqual(await record(db, { listings: [{ state: older }] }, day(10)), []);
  assert.equal((await flat(id)).property.pricing?.displayed, 100);
});

test('a property expires with its last listing and returns with the first', async () => {
  const [one, other] = [madeListing({ propertyType: 'FLAT' }), madeListing({ propertyType: 'FLAT' })];
  const id = await recordTogether(db, [one, other], day(1));
  const expire = (listing: typeof one, on: Date) =>
    record(db, { listings: [{ state: expired(listing, on) }] }, on);
  assert.deepEqual((await expire(one, day(2)))[0]?.kinds, ['UPDATED']);
  assert.equal((await flat(id)).property.expired, false);
  assert.deepEqual((await expire(other, day(3)))[0]?.kinds, ['EXPIRED']);
  assert.equal((await flat(id)).property.expired, true);
  const back = { ...one, updatedAt: day(4), lastSeenAt: day(4) };
  assert.deepEqual((await record(db, { listings: [{ state: back }] }, day(4)))[0]?.kinds, ['REACTIVATED']);
  assert.equal((await flat(id)).property.expired, false);
  const kinds = (await changesOf(id)).map(({ events }) => events.map(({ kind }) => kind));
  assert.deepEqual(kinds, [['CREATED', 'CREATED'], ['EXPIRED'], ['EXPIRED'], ['REACTIVATED']]);
});

test('a listing found gone stays gone after an earlier last-seen time, and not after a later one', async () => {
  const listing = madeListing({ propertyType: 'FLAT' });
  const id = await recordTogether(db, [listing], day(1));
  const gone = { ...listing, expiredAt: day(5) };
  await recordVisits(db, [{ propertyId: id, listingId: listing.id, at: day(6) }]);
  assert.deepEqual(await record(db, { listings: [{ state: gone }] }, day(7)), []);
  const later = { ...listing, expiredAt: day(8) };
  const [recorded] = await record(db, { listings: [{ state: later }] }, day(8));
  assert.deepEqual(recorded?.kinds, ['EXPIRED']);
  assert.equal((await flat(id)).listings[0]?.lastSeenAt, '2026-01-06T00:00:00+00:00');
});

test('after a merge every id answers, and no change is raised', async () => {
  const [one, other] = [
    madeListing({ pricing: { displayed: 500, currency: 'EUR' } }),
    madeListing(
      { pricing: { displayed: 600, currency: 'EUR' } },
      { createdAt: day(2), updatedAt: day(2), lastSeenAt: day(2) },
    ),
  ];
  const [survivor, gone] = [
    await recordTogether(db, [one], day(1)),
    await recordTogether(db, [other], day(2)),
  ];
  const recorded = await record(db, { moves: [{ listingId: other.id, propertyId: survivor }] }, day(3));
  assert.deepEqual(
    recorded.map(({ propertyId, kinds, mergedInto }) => ({ propertyId, kinds, mergedInto })),
    [
      { propertyId: survivor, kinds: ['UPDATED', 'REGROUPED'], mergedInto: undefined },
      { propertyId: gone, kinds: ['REGROUPED'], mergedInto: survivor },
    ],
  );
  const merged = await flat(survivor);
  assert.equal(merged.listings.length, 2);
  assert.equal(merged.property.pricing?.displayed, 500, 'of the advert that was there first');
  assert.deepEqual(merged.property.changes, []);
  assert.deepEqual(await flat(gone), merged);
  assert.equal(await findPropertyIdByUrl(db, other.url), survivor);
  const [, farewell] = await changesOf(gone);
  assert.equal(farewell?.mergedInto, survivor);
  assert.equal(farewell?.after, null);
});

test('a split returns listings to their former id, with the changes they caused', async () => {
  const [one, other] = [
    madeListing({ pricing: { displayed: 500, currency: 'EUR' } }),
    madeListing({ pricing: { displayed: 600, currency: 'EUR' } }, { updatedAt: day(2), lastSeenAt: day(2) }),
  ];
  const [first, second] = [
    await recordTogether(db, [one], day(1)),
    await recordTogether(db, [other], day(2)),
  ];
  await record(db, { moves: [{ listingId: other.id, propertyId: first }] }, day(3));
  const cheaper = revisited(other, day(4), { pricing: { displayed: 550, currency: 'EUR' } });
  await record(db, { listings: [{ state: cheaper }] }, day(4));
  const seen = { ...cheaper, lastSeenAt: day(5) };
  const recorded = await record(db, { listings: [{ state: seen, propertyId: second }] }, day(5));
  assert.deepEqual(recorded.map(({ kinds }) => kinds).sort(), [['REGROUPED'], ['UPDATED', 'REGROUPED']]);
  const [left, right] = [await flat(first), await flat(second)];
  assert.deepEqual([left.id, right.id], [first, second]);
  assert.deepEqual([left.property.pricing?.displayed, right.property.pricing?.displayed], [500, 550]);
  assert.deepEqual(
    right.property.changes.map(({ numericOld, numericNew }) => [numericOld, numericNew]),
    [[600, 550]],
  );
});

test('a new listing assigned to a merged id joins the survivor', async () => {
  const [one, other, late] = [madeListing(), madeListing(), madeListing()];
  const [survivor, gone] = [
    await recordTogether(db, [one], day(1)),
    await recordTogether(db, [other], day(1)),
  ];
  await record(db, { moves: [{ listingId: other.id, propertyId: survivor }] }, day(2));
  await record(db, { listings: [{ state: late, propertyId: gone }] }, day(3));
  assert.equal(await findPropertyIdByUrl(db, late.url), survivor);
  assert.equal((await flat(survivor)).listings.length, 3);
});

test('a recording that fails midway leaves nothing behind', async () => {
  const [one, other] = [madeListing(), madeListing()];
  const id = newId(day(1));
  await assert.rejects(
    db.transaction(async (tx) => {
      await record(tx, { listings: [{ state: one, propertyId: id }] }, day(1));
      await record(tx, { moves: [{ listingId: other.id, propertyId: id }] }, day(1));
    }),
    /not known/,
  );
  assert.equal(await findProperty(db, id), undefined);
  assert.equal(await findPropertyIdByUrl(db, one.url), undefined);
  assert.deepEqual(await changesOf(id), []);
});

test('concurrent recordings of one property lose no listing, and each revision follows the one before', async () => {
  const id = newId(day(1));
  const listings = Array.from({ length: 12 }, (_, at) => madeListing({ unit: { rooms: at } }));
  await Promise.all(
    listings.map((state) =>
      db.transaction((tx) => record(tx, { listings: [{ state, propertyId: id }] }, day(1)), { retries: 5 }),
    ),
  );
  const found = await flat(id);
  assert.equal(found.listings.length, 12);
  assert.equal(found.property.unit?.rooms, 11);
  const changes = await changesOf(id);
  assert.equal(changes.length, 12);
  const ends = changes.map((change) => change.after);
  const isFollowed = (before: PropertyResult | null) =>
    before === null || ends.some((after) => isDeepStrictEqual(after, before));
  assert.ok(changes.every(({ before }) => isFollowed(before)));
});

test('concurrent merges and moves of the same properties leave every listing in exactly one property', async () => {
  const listings = Array.from({ length: 6 }, () => madeListing());
  const ids: string[] = [];
  for (const listing of listings) ids.push(await recordTogether(db, [listing], day(1)));
  const moves = listings.flatMap(({ id: listingId }, at) =>
    [1, 2, 3].map((step) => ({ listingId, propertyId: ids[(at + step) % ids.length] ?? '' })),
  );
  await Promise.all(
    moves.map((move) => db.transaction((tx) => record(tx, { moves: [move] }, day(2)), { retries: 20 })),
  );
  const seen = new Map<string, string>();
  for (const id of ids)
    for (const listing of (await flat(id)).listings) seen.set(listing.id, (await flat(id)).id);
  assert.equal(seen.size, 6);
  for (const { id, url } of listings) assert.equal(await findPropertyIdByUrl(db, url), seen.get(id));
  const visits = await db.rows<{ listingId: string; propertyId: string }>(sql`
    select listing_id as "listingId", property_id as "propertyId" from listing_visit
    where listing_id = any (${listings.map(({ id }) => id)}::uuid[])`);
  assert.deepEqual(new Map(visits.map((visit) => [visit.listingId, visit.propertyId])), seen);
});
