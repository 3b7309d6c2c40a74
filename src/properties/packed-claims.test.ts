import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { constants, deflateSync, zstdCompressSync } from 'node:zlib';
import { day, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { firstRow, sql } from '../db/sql.ts';
import { CLAIMS_DICTIONARY, STATE_DICTIONARIES, STATE_DICTIONARY } from './claims-dictionary.ts';
import { findListingRecords, serializeState, unpackState } from './listing-rows.ts';
import type { Claims, ListingState } from './listing-state.ts';
import { record } from './record.ts';

const { db } = await freshDatabase({ after });

const madeFlat = () =>
  madeListing({
    propertyType: 'FLAT',
    body: { title: 'T3', description: 'Un bel appartement, une cuisine équipée et un « séjour » de 30 m².' },
    pricing: { displayed: 250_000, currency: 'EUR' },
  });

const asking = (displayed: number): Claims => ({ pricing: { displayed, currency: 'EUR' } });

/** As the last releases packed a state alone. */
const packState = (state: ListingState): Buffer =>
  Buffer.concat([
    Buffer.of(1),
    zstdCompressSync(serializeState(state), {
      dictionary: STATE_DICTIONARIES[0],
      params: { [constants.ZSTD_c_checksumFlag]: 1 },
    }),
  ]);

/** The listing as a release had it that did not pack it with its document. */
const forgetStates = (id: string): Promise<unknown> =>
  db.rows(sql`update property set states = null where ${id} = any (listing_ids)`);

test('the dictionaries are frozen: stored states are read with them', () => {
  assert.deepEqual(
    STATE_DICTIONARIES.map((bytes) => hash('sha256', bytes).slice(0, 16)),
    ['ef2b3a31d3a16e5a'],
  );
  assert.equal(hash('sha256', STATE_DICTIONARY).slice(0, 16), '7440e6a2a8e6b140');
  assert.equal(hash('sha256', CLAIMS_DICTIONARY).slice(0, 16), 'a187bd0879c10ec2');
});

test('a state is in the row of its property, and what statements read in columns', async () => {
  const listing = madeFlat();
  await recordTogether(db, [listing], day(1));
  const row = await firstRow<{
    state: object | null;
    createdAt: Date;
    packed: Buffer | null;
    states: Buffer;
  }>(
    db,
    sql`select state, listing.created_at as "createdAt", listing.packed, states
        from listing join property using (property_id) where listing_id = ${listing.id}`,
  );
  assert.ok(row !== undefined);
  assert.deepEqual([row.state, row.packed, row.createdAt], [null, null, listing.createdAt]);
  assert.ok(row.states.length < JSON.stringify(listing.claims).length);
  const found = (await findListingRecords(db, [listing.id])).get(listing.id);
  assert.deepEqual(found?.state.claims, listing.claims);
  assert.deepEqual(found?.state.pictures, listing.pictures);
});

const OLDER_STATE = sql`jsonb_strip_nulls(
  jsonb_build_object('createdAt', created_at, 'updatedAt', updated_at, 'publisherId', publisher_id))`;
const NO_COLUMNS = sql`created_at = null, updated_at = null, publisher_id = null`;

test('a listing of an older release, with everything in its state, is read alike', async () => {
  const listing = madeFlat();
  await recordTogether(db, [listing], day(1));
  const before = await findListingRecords(db, [listing.id]);
  const whole = serializeState(listing);
  await forgetStates(listing.id);
  await db.rows(sql`
    update listing set state = (${OLDER_STATE} || ${whole}::jsonb)::json, packed = null, ${NO_COLUMNS} where listing_id = ${listing.id}`);
  assert.deepEqual(await findListingRecords(db, [listing.id]), before);
});

test('a listing of the last releases, packed alone, is read alike and packed with its document when it changes', async () => {
  const listing = madeFlat();
  const other = madeFlat();
  const id = await recordTogether(db, [listing, other], day(1));
  const before = await findListingRecords(db, [listing.id, other.id]);
  await forgetStates(listing.id);
  for (const state of [listing, other])
    await db.rows(sql`update listing set packed = ${packState(state)} where listing_id = ${state.id}`);
  assert.deepEqual(await findListingRecords(db, [listing.id, other.id]), before);
  await record(db, { listings: [{ state: revisited(other, day(5), asking(240_000)) }] }, day(5));
  const rows = await db.rows(sql`
    select listing.packed is null as moved from listing where property_id = ${id} order by listing_id = ${other.id}`);
  assert.deepEqual(rows, [{ moved: false }, { moved: true }]);
  assert.deepEqual((await findListingRecords(db, [listing.id])).get(listing.id), before.get(listing.id));
  await record(db, { listings: [{ state: revisited(listing, day(6), asking(230_000)) }] }, day(6));
  const read = await findListingRecords(db, [listing.id, other.id]);
  assert.deepEqual(
    [listing.id, other.id].map((one) => read.get(one)?.state.claims.pricing?.displayed),
    [230_000, 240_000],
  );
});

test('a state that an older release deflated is read alike, a damaged or newer one not at all', () => {
  const packed = packState(madeFlat());
  const state = unpackState(packed);
  const deflated = deflateSync(JSON.stringify(state), { dictionary: Buffer.from(STATE_DICTIONARY) });
  assert.deepEqual(unpackState(deflated), state);
  packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 1;
  assert.throws(() => unpackState(packed));
  assert.throws(() => unpackState(Buffer.of(2, 1, 2, 3, 4, 5)), /a newer release packed this listing/);
});

test('a listing whose claims alone are packed, with the former dictionary, is read alike', async () => {
  const listing = madeFlat();
  await recordTogether(db, [listing], day(1));
  const before = await findListingRecords(db, [listing.id]);
  const { claims, pictures, ...others } = JSON.parse(serializeState(listing));
  await forgetStates(listing.id);
  const packed = deflateSync(JSON.stringify({ claims, pictures }), {
    dictionary: Buffer.from(CLAIMS_DICTIONARY),
  });
  await db.rows(sql`
    update listing set state = (${OLDER_STATE} || ${JSON.stringify(others)}::jsonb)::json, packed = ${packed}, ${NO_COLUMNS}
    where listing_id = ${listing.id}`);
  assert.deepEqual(await findListingRecords(db, [listing.id]), before);
});
