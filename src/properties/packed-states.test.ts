import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { firstRow, sql } from '../db/sql.ts';
import { findListingRecords, findListingRecordsOf } from './listing-rows.ts';
import type { Claims } from './listing-state.ts';
import { packDocument } from './packed-document.ts';
import { packStates, repackStates, splitStates, unpackStates } from './packed-states.ts';
import { record } from './record.ts';
import { removeListing } from './remove-listing.ts';
import { selectDocuments, storeDocuments } from './store.ts';

const { db } = await freshDatabase({ after });

const documentOf = (text: string) => ({ bytes: Buffer.from(text), packed: packDocument(text) });
const [one, other] = [documentOf('{"price":1}'), documentOf('{"price":2}')];
const states = new Map([
  ['a', '{"claims":{}}'],
  ['b', '{"claims":{"body":{"title":"T3"}}}'],
]);
const WRITTEN = '{"a":{"claims":{}},"b":{"claims":{"body":{"title":"T3"}}}}';

test('states are read with the document that they were packed with, and no other', () => {
  const stored = packStates(states, one);
  assert.ok(stored !== undefined);
  assert.equal(unpackStates(stored, one), WRITTEN);
  assert.equal(unpackStates(repackStates(stored, one, other), other), WRITTEN);
  assert.throws(() => unpackStates(stored, other), /packed with another document/);
  for (const at of [0, 3, stored.length - 1]) {
    const damaged = Buffer.from(stored);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    assert.throws(() => unpackStates(damaged, one), `byte ${at}`);
  }
  assert.equal(packStates(new Map(), one), undefined);
});

test('states are split by the ids of their listings, also where a text looks like one', () => {
  const [first, second] = [madeListing({}).id, madeListing({}).id];
  const texts = [`,"${second}":{}`, `{"${first}":`].map((description) => JSON.stringify({ description }));
  const written = `{"${first}":${texts[0]},"${second}":${texts[1]}}`;
  assert.deepEqual(
    [...splitStates(written)],
    [
      [first, texts[0]],
      [second, texts[1]],
    ],
  );
  assert.equal(splitStates('{}').size, 0);
});

test('long documents and states are packed with a larger window', () => {
  const text = Array.from({ length: 9_000 }, (_, at) => `word ${(at * 7_919) % 10_007}`).join();
  const document = documentOf(JSON.stringify({ text }));
  const stored = packStates(new Map([['a', JSON.stringify({ text })]]), document);
  assert.ok(stored !== undefined && stored.length < text.length / 100, `${stored?.length}`);
  assert.equal(unpackStates(stored, document), `{"a":${JSON.stringify({ text })}}`);
});

const asking = (displayed: number): Claims => ({ pricing: { displayed, currency: 'EUR' } });

async function madeHome() {
  const listings = [madeListing(asking(300_000)), madeListing(asking(310_000))];
  const id = await recordTogether(db, listings, day(1));
  return { id, listings, ids: listings.map((listing) => listing.id) };
}

test('a document is not written without its states, nor states without their document', async () => {
  const { id, ids } = await madeHome();
  const before = await findListingRecords(db, ids);
  await assert.rejects(
    db.rows(sql`update property set packed = ${packDocument('{}')} where property_id = ${id}`),
    /property_states_of_document/,
  );
  await assert.rejects(
    db.rows(sql`update property set packed = null where property_id = ${id}`),
    /property_states_of_document/,
  );
  await assert.rejects(
    db.rows(sql`
      update property set states = ${packStates(states, one)} where property_id = ${id}`),
    /property_states_of_document/,
  );
  assert.deepEqual(await findListingRecords(db, ids), before);
});

test('a corrected document keeps the states of its listings', async () => {
  const { id, ids } = await madeHome();
  const before = await findListingRecords(db, ids);
  const [stored] = await selectDocuments(db, [id]);
  assert.ok(stored !== undefined);
  const corrected = { ...stored.document, publishers: [] };
  await storeDocuments(db, [corrected]);
  assert.deepEqual((await selectDocuments(db, [id]))[0]?.document, corrected);
  assert.deepEqual(await findListingRecords(db, ids), before);
  const records = await findListingRecordsOf(db, id);
  assert.deepEqual(new Map(records.map((record) => [record.state.id, record])), before);
});

test('a transaction that fails leaves document and states as they were', async () => {
  const { ids, listings } = await madeHome();
  const before = await findListingRecords(db, ids);
  const cheaper = listings.map((state) => ({ state: revisited(state, day(4), asking(250_000)) }));
  await assert.rejects(
    db.transaction(async (tx) => {
      await record(tx, { listings: cheaper }, day(4));
      throw new Error('cut off');
    }),
    /cut off/,
  );
  assert.deepEqual(await findListingRecords(db, ids), before);
});

test('changes of two listings of a home at the same time are both stored', async () => {
  const { ids, listings } = await madeHome();
  await Promise.all(
    listings.map((state, at) =>
      db.transaction(
        (tx) =>
          record(tx, { listings: [{ state: revisited(state, day(4 + at), asking(280_000 + at)) }] }, day(6)),
        { retries: 5 },
      ),
    ),
  );
  const read = await findListingRecords(db, ids);
  assert.deepEqual(
    ids.map((id) => read.get(id)?.state.claims.pricing?.displayed),
    [280_000, 280_001],
  );
});

test('states go with their listings through a merge and a split', async () => {
  const [home, away] = [await madeHome(), await madeHome()];
  const ids = [...home.ids, ...away.ids];
  const before = await findListingRecords(db, ids);
  const statesNow = async () =>
    [...(await findListingRecords(db, ids)).values()].map(({ state }) => JSON.stringify(state.claims)).sort();
  const expected = [...before.values()].map(({ state }) => JSON.stringify(state.claims)).sort();
  const [moved = ''] = away.ids;
  await record(db, { moves: away.ids.map((listingId) => ({ listingId, propertyId: home.id })) }, day(3));
  assert.deepEqual(await statesNow(), expected);
  await record(db, { moves: [{ listingId: moved, propertyId: away.id }] }, day(4));
  assert.deepEqual(await statesNow(), expected);
  assert.equal((await findListingRecords(db, [moved])).get(moved)?.propertyId, away.id);
});

test('nothing of a removed listing stays in the states of its home', async () => {
  const { id, ids } = await madeHome();
  const [gone = '', stays = ''] = ids;
  await db.transaction((tx) => removeListing(tx, { listingId: gone, propertyIds: [] }, day(5)));
  const row = await firstRow<{ packed: Buffer; states: Buffer }>(
    db,
    sql`select packed, states from property where property_id = ${id}`,
  );
  const [stored] = await selectDocuments(db, [id]);
  assert.ok(row !== undefined && stored !== undefined);
  const text = unpackStates(row.states, {
    packed: row.packed,
    bytes: Buffer.from(JSON.stringify(stored.document)),
  });
  assert.deepEqual(Object.keys(JSON.parse(text)), [stays]);
});
