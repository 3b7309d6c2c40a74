import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { freshDatabase } from '../../test/support/database.ts';
import { firstRow, sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import {
  loadRawObservations,
  purgeObservationsJob,
  purgeOldRaw,
  type RawObservation,
  storeRaw,
} from './raw.ts';

const { db } = await freshDatabase({ after });

const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number, ms = 0): Date => new Date(now.getTime() - days * DAY_MS + ms);

const visitOf = (
  listingId: string,
  observedAt: Date,
  more: Partial<RawObservation> = {},
): RawObservation => ({
  listingId,
  sourceId: '0199c2f4-0000-7000-8000-0000000000a1',
  observedAt,
  payload: { title: 'Appartement à Lyon', unknownMember: ['é', 1, null] },
  dropped: [{ member: 'unknownMember', why: 'unknown member', value: '["é",1,null]' }],
  ...more,
});

const countOf = async (): Promise<number> =>
  (await firstRow<{ count: number }>(db, sql`select count(*)::int as count from raw_observation`))?.count ??
  0;

const blocks = async (): Promise<number> =>
  (await firstRow<{ count: number }>(db, sql`select count(*)::int as count from raw_block`))?.count ?? 0;

test('a raw observation is given back as it came, with what did not go in', async () => {
  const listingId = randomUUID();
  const [first, second] = [
    visitOf(listingId, daysAgo(2)),
    visitOf(listingId, daysAgo(1), { payload: { rooms: '3' } }),
  ];
  await storeRaw(db, [first, second], now);
  await storeRaw(db, [first], now);
  assert.deepEqual(await loadRawObservations(db, listingId), [second, first]);
  assert.equal(await blocks(), 1);
});

test('a raw observation that was kept by itself, as they once were, is still given back', async () => {
  const listingId = randomUUID();
  const { sourceId, observedAt, payload, dropped } = visitOf(listingId, daysAgo(1));
  const body = zstdCompressSync(JSON.stringify({ payload, dropped }));
  await db.rows(sql`
    insert into raw_observation (listing_id, observed_at, source_id, received_at, body)
    values (${listingId}, ${observedAt}, ${sourceId}, ${now}, ${body})`);
  assert.deepEqual(await loadRawObservations(db, listingId), [visitOf(listingId, daysAgo(1))]);
});

test('a raw observation is kept compressed', async () => {
  const listingId = randomUUID();
  const description = 'Bel appartement traversant au calme, proche des commerces et des écoles. '.repeat(50);
  await storeRaw(db, [visitOf(listingId, daysAgo(1), { payload: { description } })], now);
  const row = await firstRow<{ bytes: number }>(
    db,
    sql`select length(raw_block.body) as bytes from raw_block join raw_observation using (block_id) where listing_id = ${listingId}`,
  );
  assert.ok((row?.bytes ?? 0) < description.length / 10);
});

test('what is too long to be an advert leaves no body', async () => {
  const listingId = randomUUID();
  await storeRaw(
    db,
    [visitOf(listingId, daysAgo(1), { payload: { description: 'a'.repeat(600_000) } })],
    now,
  );
  assert.equal((await loadRawObservations(db, listingId))[0]?.payload, null);
});

test('observations are forgotten 90 days after they were received, however old they were then', async () => {
  await db.rows(sql`delete from raw_observation`);
  await db.rows(sql`delete from raw_block`);
  const [old, edge, young] = [randomUUID(), randomUUID(), randomUUID()];
  await storeRaw(db, [visitOf(old, daysAgo(91))], daysAgo(90, -1));
  for (let slice = 0; slice < 5; slice += 1)
    await storeRaw(db, [visitOf(randomUUID(), daysAgo(200))], daysAgo(100 + slice));
  await storeRaw(db, [visitOf(edge, daysAgo(91))], daysAgo(90));
  await storeRaw(db, [visitOf(young, daysAgo(400))], daysAgo(1));
  await purgeOldRaw(db, now);
  assert.equal(await countOf(), 2);
  assert.equal(await blocks(), 2);
  assert.equal((await loadRawObservations(db, edge)).length, 1);
  assert.equal((await loadRawObservations(db, young)).length, 1);
});

test('the duty of the worker forgets, and ends when told', async () => {
  await db.rows(sql`delete from raw_observation`);
  await storeRaw(db, [visitOf(randomUUID(), daysAgo(200))], daysAgo(200));
  const clock = { now: () => now, monotonicMs: () => 0, sleep: async () => {} };
  const duty = purgeObservationsJob({ db, clock });
  await duty.run(AbortSignal.abort());
  assert.equal(await countOf(), 1);
  await duty.run(new AbortController().signal);
  assert.equal(await countOf(), 0);
});
