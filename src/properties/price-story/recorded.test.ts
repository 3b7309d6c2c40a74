import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  day,
  expired,
  madeListing,
  recordTogether,
  revisited,
} from '../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { planSplit } from '../../../test/support/plan-moves.ts';
import { readRevisions } from '../../../test/support/revisions.ts';
import type { PropertyResult } from '../../catalogue/document.ts';
import { sql } from '../../db/sql.ts';
import { systemClock } from '../../lib/clock.ts';
import { buildLifeline } from '../../transactions/lifeline.ts';
import { findListingRecords } from '../listing-rows.ts';
import type { Claims, ListingState } from '../listing-state.ts';
import { findProperty } from '../lookup.ts';
import { raiseHeldMoves, raiseMovesSeenAgain } from '../raise-held-moves.ts';
import { record } from '../record.ts';

const { db } = await freshDatabase({ after });

const asking = (displayed: number): Claims => ({ pricing: { displayed, currency: 'EUR' } });
const by = (agencyName: string, over: Partial<ListingState> = {}): Partial<ListingState> => ({
  publisher: { agencyName },
  ...over,
});

const flat = async (id: string): Promise<PropertyResult> => {
  const found = await findProperty(db, id);
  assert.ok(found !== undefined);
  return found;
};

/** The displayed price, and the changes, newest first. */
async function readProperty(id: string): Promise<{ price: number | undefined; changes: string[] }> {
  const { property } = await flat(id);
  const changes = property.changes.map(
    ({ attribute, variationPercent }) => `${attribute} ${variationPercent ?? ''}`,
  );
  return { price: property.pricing?.displayed, changes };
}

/** The changes of all revisions in order, as alerts see them. */
const raised = async (id: string): Promise<(number | undefined)[]> => {
  const revisions = await readRevisions(db, [id]);
  return revisions.flatMap(({ changes }) => changes.map(({ variationPercent }) => variationPercent));
};

const see = (state: ListingState, at: Date, propertyId?: string) =>
  record(db, { listings: [{ state, ...(propertyId === undefined ? {} : { propertyId }) }] }, at);

const lifelinePrices = async (id: string) =>
  (await buildLifeline(db, await flat(id))).events.filter(({ kind }) => kind === 'PRICE_CHANGED').length;

test('a listing that arrives at another price, or leaves, may change the document but raises no alert', async () => {
  const one = madeListing(asking(300_000), by('One'));
  const id = await recordTogether(db, [one], day(1));
  await see(madeListing(asking(284_000), by('Two', { createdAt: day(2) })), day(2), id);
  assert.deepEqual(await readProperty(id), { price: 300_000, changes: [] });
  const before = (await flat(id)).property.updatedAt;
  await see(expired(one, day(5)), day(5));
  assert.deepEqual(await readProperty(id), { price: 284_000, changes: [] });
  assert.notEqual((await flat(id)).property.updatedAt, before, 'updatedAt moves');
  assert.deepEqual(await raised(id), []);
  assert.equal(await lifelinePrices(id), 0);
});

test('a move is one entry and is raised once, by the first listing that shows it', async () => {
  const [one, two] = [madeListing(asking(300_000), by('One')), madeListing(asking(312_000), by('Two'))];
  const id = await recordTogether(db, [one, two], day(1));
  await see(revisited(two, day(4), asking(297_000)), day(4));
  await see(revisited(one, day(9), asking(285_000)), day(9));
  assert.deepEqual((await readProperty(id)).changes, ['DISPLAYED_PRICE -4.81']);
  assert.deepEqual(await raised(id), [-4.81]);
  const [entry] = (await flat(id)).property.changes;
  assert.deepEqual(
    [entry?.listingId, entry?.numericOld, entry?.numericNew, entry?.occurredAt],
    [two.id, 312_000, 297_000, '2026-01-04T00:00:00+00:00'],
  );
  assert.equal(await lifelinePrices(id), 1);
});

test('the own change of each listing is recorded once, and exactly', async () => {
  const [one, two] = [madeListing(asking(300_000), by('One')), madeListing(asking(312_000), by('Two'))];
  const id = await recordTogether(db, [one, two], day(1));
  await see(revisited(two, day(4), asking(297_000)), day(4));
  await see(revisited(one, day(9), asking(285_000)), day(9));
  const rows = (await readRevisions(db, [id])).flatMap(({ events }) =>
    events.flatMap(({ listingId, changes }) =>
      changes.map(({ numericOld, numericNew }) => ({ listing: listingId, old: numericOld, now: numericNew })),
    ),
  );
  assert.deepEqual(rows, [
    { listing: two.id, old: 312_000, now: 297_000 },
    { listing: one.id, old: 300_000, now: 285_000 },
  ]);
});

test('a late observation shows that another listing was first: the entry is corrected and nothing is raised again', async () => {
  const [one, two] = [madeListing(asking(300_000), by('One')), madeListing(asking(300_000), by('Two'))];
  const id = await recordTogether(db, [one, two], day(1));
  await see(revisited(one, day(6), asking(285_000)), day(6));
  await see(revisited(two, day(4), asking(285_000)), day(7));
  const { changes } = (await flat(id)).property;
  assert.deepEqual(
    changes.map(({ listingId, occurredAt }) => [listingId, occurredAt]),
    [[two.id, '2026-01-04T00:00:00+00:00']],
  );
  assert.deepEqual(await raised(id), [-5]);
});

test('a re-post by the same advertiser at another price is raised when it appears', async () => {
  const first = madeListing(asking(300_000), by('One'));
  const id = await recordTogether(db, [first], day(1));
  await see(expired(first, day(10)), day(10));
  const again = madeListing(asking(285_000), by('One', { createdAt: day(12), updatedAt: day(12) }));
  await see(again, day(12), id);
  assert.deepEqual(await raised(id), [-5]);
  assert.deepEqual((await readProperty(id)).changes, ['DISPLAYED_PRICE -5']);
});

test('a re-post is raised when the former listing is found gone later', async () => {
  const first = madeListing(asking(300_000), by('One'));
  const id = await recordTogether(db, [first], day(1));
  await see(madeListing(asking(285_000), by('One', { createdAt: day(12), updatedAt: day(12) })), day(12), id);
  assert.deepEqual(await raised(id), [], 'two listings side by side, as far as is known');
  await see({ ...first, expiredAt: day(11) }, day(20));
  assert.deepEqual(await raised(id), [-5]);
});

test('a merge, a split and a move of listings raise nothing, and each part retains the moves of its listings', async () => {
  const [one, two] = [madeListing(asking(300_000), by('One')), madeListing(asking(320_000), by('Two'))];
  const [first, second] = [await recordTogether(db, [one], day(1)), await recordTogether(db, [two], day(1))];
  await see(revisited(one, day(3), asking(285_000)), day(3));
  await see(revisited(two, day(5), asking(304_000)), day(5));
  await record(db, { moves: [{ listingId: two.id, propertyId: first }] }, day(6));
  assert.deepEqual((await readProperty(first)).changes, ['DISPLAYED_PRICE -5'], 'two listings, one move');
  const parts = planSplit([[one.id], [two.id]], day(7));
  await record(db, { moves: parts }, day(7));
  const split = parts[0]?.propertyId ?? '';
  assert.deepEqual((await readProperty(split)).changes, ['DISPLAYED_PRICE -5']);
  assert.deepEqual([await raised(first), await raised(second), await raised(split)], [[-5], [-5], []]);
});

test('another attribute is a change only when a listing changes what it states', async () => {
  const one = madeListing({ unit: { rooms: 3 }, body: { title: 'Trois pièces' } }, by('One'));
  const id = await recordTogether(db, [one], day(1));
  const bigger = madeListing(
    { unit: { rooms: 4 }, body: { title: 'Quatre belles pièces au calme' } },
    by('Two', { createdAt: day(2), updatedAt: day(2) }),
  );
  await see(bigger, day(2), id);
  assert.equal((await flat(id)).property.unit?.rooms, 4);
  assert.deepEqual((await readProperty(id)).changes, [], 'a listing arrived');
  await see(expired(bigger, day(3)), day(3));
  assert.deepEqual((await readProperty(id)).changes, [], 'a listing left');
  await see(revisited(one, day(4), { unit: { rooms: 5 } }), day(4));
  const { changes } = (await flat(id)).property;
  assert.deepEqual(
    changes.map(({ attribute, numericOld, numericNew }) => [attribute, numericOld, numericNew]),
    [['ROOMS', 4, 5]],
  );
});

test('a change of a listing that the property does not show is no change of the property', async () => {
  const [one, two] = [madeListing({ unit: { rooms: 3 } }), madeListing({ unit: { rooms: 5 } })];
  const id = await recordTogether(db, [one, two], day(1));
  await see(revisited(one, day(4), { unit: { rooms: 4 } }), day(4));
  assert.deepEqual((await readProperty(id)).changes, []);
});

test('the spread is what live listings with a coherent price ask, when they differ', async () => {
  const [one, two, three] = [
    madeListing(asking(300_000), by('One')),
    madeListing(asking(284_000), by('Two')),
    madeListing(asking(290_000), by('Three')),
  ];
  const id = await recordTogether(db, [one, two, three], day(1));
  const { pricing } = (await flat(id)).property;
  assert.deepEqual(pricing?.spread, { lowest: 284_000, highest: 300_000, adverts: 3 });
  assert.equal(pricing?.spreadPercent, 5.63);
  await see(expired(two, day(2)), day(2));
  assert.deepEqual((await flat(id)).property.pricing?.spread, {
    lowest: 290_000,
    highest: 300_000,
    adverts: 2,
  });
  await see(expired(three, day(3)), day(3));
  assert.equal((await flat(id)).property.pricing?.spread, undefined);
});

test('each listing has its own price history, at most the 20 newest, once it changed its price', async () => {
  let one = madeListing(asking(300_000), by('One'));
  const two = madeListing(asking(300_000), by('Two'));
  const id = await recordTogether(db, [one, two], day(1));
  for (let at = 2; at <= 26; at++) {
    one = revisited(one, day(at), asking(300_000 - at * 2_000));
    await see(one, day(at));
  }
  const { listings } = await flat(id);
  const [history, other] = [one, two].map(
    ({ id: own }) => listings.find((entry) => entry.id === own)?.priceHistory,
  );
  assert.equal(history?.length, 20);
  assert.deepEqual(history?.at(-1), { price: 248_000, currency: 'EUR', since: '2026-01-26T00:00:00+00:00' });
  assert.equal(other, undefined);
});

test('a leap is held in the database and raised once, with its own time, when nobody corrected it', async () => {
  const one = madeListing(asking(300_000), by('One'));
  const id = await recordTogether(db, [one], day(1));
  const leapt = revisited(one, day(4), asking(390_000));
  await see(leapt, day(4));
  assert.deepEqual(
    await readProperty(id),
    { price: 390_000, changes: [] },
    'the document shows what it asks',
  );
  const raise = (at: number) => raiseHeldMoves(db, { ...systemClock, now: () => day(at) });
  assert.equal(await raise(6), 0, 'not yet');
  assert.equal(await raise(8), 1);
  assert.equal(await raise(9), 0);
  assert.deepEqual(await raised(id), [30]);
  const [entry] = (await flat(id)).property.changes;
  assert.equal(entry?.occurredAt.slice(0, 10), day(4).toISOString().slice(0, 10));
  const [last] = await db.rows<{ listingId: string }>(sql`
    select listing_id as "listingId" from property_change where property_id = ${id} order by recorded_at desc limit 1`);
  assert.equal(last?.listingId, one.id, 'the notification names the listing that moved');
  const stored = (await findListingRecords(db, [one.id])).get(one.id)?.state ?? leapt;
  await see(revisited(stored, day(20), { ...asking(390_000), unit: { rooms: 4 } }), day(20));
  assert.deepEqual(await raised(id), [30, undefined], 'a change of the rooms raises no move again');
  assert.equal(await raise(30), 0);
});

test('a leap that is corrected, or whose listing is seen again with another text, is not raised before its time', async () => {
  const one = madeListing(asking(300_000), by('One'));
  const id = await recordTogether(db, [one], day(1));
  const leapt = revisited(one, day(4), asking(390_000));
  await see(leapt, day(4));
  await see(revisited(leapt, day(5), { ...asking(390_000), unit: { rooms: 4 } }), day(5));
  const raise = (at: number) => raiseHeldMoves(db, { ...systemClock, now: () => day(at) });
  assert.equal(await raise(6), 0);
  await see(revisited(leapt, day(6), asking(291_000)), day(6));
  assert.equal(await raise(30), 1, 'its row is due and says nothing any more');
  assert.deepEqual(
    (await raised(id)).filter((percent) => percent !== undefined),
    [-3],
  );
});

test('a held leap is raised with the next price when no worker ran in between', async () => {
  const one = madeListing(asking(300_000), by('One'));
  const id = await recordTogether(db, [one], day(1));
  const leapt = revisited(one, day(4), asking(390_000));
  await see(leapt, day(4));
  await see(revisited(leapt, day(9), asking(380_000)), day(9));
  assert.deepEqual((await raised(id)).sort(), [-2.56, 30]);
});

test('a held leap is raised by the visit that still shows it after three days, once', async () => {
  const one = madeListing(asking(300_000), by('One'));
  const id = await recordTogether(db, [one], day(1));
  await see(revisited(one, day(4), asking(390_000)), day(4));
  const visit = (at: number) =>
    raiseMovesSeenAgain(db, systemClock.now(), [{ propertyId: id, listingId: one.id, at: day(at) }]);
  assert.equal(await visit(6), 0, 'an error may still be corrected');
  assert.deepEqual(await raised(id), []);
  assert.equal(await visit(7), 1);
  assert.equal(await visit(8), 0);
  assert.deepEqual(await raised(id), [30]);
  const [entry] = (await flat(id)).property.changes;
  assert.equal(entry?.occurredAt.slice(0, 10), day(4).toISOString().slice(0, 10));
});
