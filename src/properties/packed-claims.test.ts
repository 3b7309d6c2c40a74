import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { firstRow, sql } from '../db/sql.ts';
import { CLAIMS_DICTIONARY, STATE_DICTIONARIES, STATE_DICTIONARY } from './claims-dictionary.ts';
import { findListingRecords, packState, unpackState } from './listing-rows.ts';

const { db } = await freshDatabase({ after });

const madeFlat = () =>
  madeListing({
    propertyType: 'FLAT',
    body: { title: 'T3', description: 'Un bel appartement, une cuisine équipée et un « séjour » de 30 m².' },
    pricing: { displayed: 250_000, currency: 'EUR' },
  });

test('the dictionaries are frozen: stored states are read with them', () => {
  assert.deepEqual(
    STATE_DICTIONARIES.map((bytes) => hash('sha256', bytes).slice(0, 16)),
    ['ef2b3a31d3a16e5a'],
  );
  assert.equal(hash('sha256', STATE_DICTIONARY).slice(0, 16), '7440e6a2a8e6b140');
  assert.equal(hash('sha256', CLAIMS_DICTIONARY).slice(0, 16), 'a187bd0879c10ec2');
});

test('claims are packed apart from what statements read, and are the same when they are read', async () => {
  const listing = madeFlat();
  await recordTogether(db, [listing], day(1));
  const row = await firstRow<{ state: object | null; createdAt: Date; packed: Buffer }>(
    db,
    sql`select state, created_at as "createdAt", packed from listing where listing_id = ${listing.id}`,
  );
  assert.ok(row !== undefined);
  assert.deepEqual([row.state, row.createdAt], [null, listing.createdAt]);
  assert.deepEqual(unpackState(row.packed).claims, listing.claims);
  assert.ok(row.packed.length < JSON.stringify(listing.claims).length);
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
  const whole = JSON.stringify(unpackState(packState(listing)));
  await db.rows(sql`
    update listing set state = (${OLDER_STATE} || ${whole}::jsonb)::json, packed = null, ${NO_COLUMNS} where listing_id = ${listing.id}`);
  assert.deepEqual(await findListingRecords(db, [listing.id]), before);
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
  const { claims, pictures, ...others } = unpackState(packState(listing));
  const packed = deflateSync(JSON.stringify({ claims, pictures }), {
    dictionary: Buffer.from(CLAIMS_DICTIONARY),
  });
  await db.rows(sql`
    update listing set state = (${OLDER_STATE} || ${JSON.stringify(others)}::jsonb)::json, packed = ${packed}, ${NO_COLUMNS}
    where listing_id = ${listing.id}`);
  assert.deepEqual(await findListingRecords(db, [listing.id]), before);
});
