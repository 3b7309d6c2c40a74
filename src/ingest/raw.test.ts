import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { forgetRaw } from './forget-listing.ts';
import type { RawObservation } from './packed-raw.ts';
import {
  findExpiriesAfter,
  loadRawObservations,
  loadRawRows,
  purgeObservationsJob,
  purgeOldRaw,
  storeRaw,
} from './raw.ts';

const { db } = await freshDatabase({ after });

const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number, ms = 0): Date => new Date(now.getTime() - days * DAY_MS + ms);

const buildRaw = (
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

const store = async (within: Db, observations: readonly RawObservation[], at: Date): Promise<void> => {
  const ids = observations.map(({ listingId }) => listingId);
  await storeRaw(within, await loadRawRows(within, ids), observations, at);
};

const countRows = async (listingId: string): Promise<number> =>
  (await loadRawRows(db, [listingId])).get(listingId)?.length ?? 0;

const bytesOf = async (listingId: string): Promise<number> =>
  (
    await firstRow<{ bytes: number }>(
      db,
      sql`select sum(length(body))::int as bytes from raw_history where listing_id = ${listingId}`,
    )
  )?.bytes ?? 0;

test('a raw observation is loaded as received, with its ignored fields, and stored once', async () => {
  const listingId = randomUUID();
  const [first, second] = [
    buildRaw(listingId, daysAgo(2)),
    buildRaw(listingId, daysAgo(1), { payload: { rooms: '3' } }),
  ];
  await store(db, [first, second], now);
  await store(db, [first], now);
  assert.deepEqual(await loadRawObservations(db, listingId), [second, first]);
});

test('an observation that arrives late is loaded in the order of observation', async () => {
  const listingId = randomUUID();
  const observations = [3, 1, 2].map((days) => buildRaw(listingId, daysAgo(days)));
  for (const [at, observation] of observations.entries()) await store(db, [observation], daysAgo(0, at));
  const loaded = await loadRawObservations(db, listingId);
  assert.deepEqual(
    loaded.map(({ observedAt }) => observedAt),
    [1, 2, 3].map((days) => daysAgo(days)),
  );
});

test('an older observation takes a few bytes beside the newest', async () => {
  const listingId = randomUUID();
  const description = Array.from({ length: 60 }, () => randomUUID()).join(' ');
  const priced = (price: number) =>
    buildRaw(listingId, daysAgo(90 - price), { payload: { description, price } });
  await store(db, [priced(1)], daysAgo(2));
  const alone = await bytesOf(listingId);
  await store(db, [priced(2)], daysAgo(1));
  await store(db, [priced(3)], now);
  assert.equal(await countRows(listingId), 1);
  assert.ok((await bytesOf(listingId)) < alone + 100, `${alone} and ${await bytesOf(listingId)}`);
});

test('a row that is full is not written again: the listing gets another one', async () => {
  const listingId = randomUUID();
  const long = (days: number) =>
    buildRaw(listingId, daysAgo(days), { payload: { description: `${days} `.repeat(10_000) } });
  for (const days of [9, 8, 7, 6]) await store(db, [long(days)], daysAgo(days));
  assert.equal(await countRows(listingId), 2);
  const loaded = await loadRawObservations(db, listingId);
  assert.deepEqual(loaded, [6, 7, 8, 9].map(long));
});

test('the payload of an oversized observation is not stored', async () => {
  const listingId = randomUUID();
  const payload = { description: 'a'.repeat(600_000) };
  await store(db, [buildRaw(listingId, daysAgo(1), { payload })], now);
  assert.deepEqual(await loadRawObservations(db, listingId), [
    buildRaw(listingId, daysAgo(1), { payload: null }),
  ]);
});

test('the earliest expiry after the first sighting of a listing is found', async () => {
  const listingId = randomUUID();
  await store(
    db,
    [6, 2, 4].map((days) => buildRaw(listingId, daysAgo(days))),
    now,
  );
  const rows = await loadRawRows(db, [listingId]);
  const found = (days: number) =>
    findExpiriesAfter(db, rows, [{ listingId, observedAt: daysAgo(days) }]).then((map) => map.get(listingId));
  assert.deepEqual(await found(5), daysAgo(4));
  assert.equal(await found(2), undefined);
});

test('observations are purged 90 days after they were received, whatever their own date', async () => {
  const [old, edge, mixed] = [randomUUID(), randomUUID(), randomUUID()];
  await store(db, [buildRaw(old, daysAgo(91))], daysAgo(90, -1));
  await store(db, [buildRaw(edge, daysAgo(91))], daysAgo(90));
  await store(db, [buildRaw(mixed, daysAgo(100))], daysAgo(99));
  await store(db, [buildRaw(mixed, daysAgo(400))], daysAgo(1));
  await purgeOldRaw(db, now);
  assert.equal(await countRows(old), 0);
  assert.equal((await loadRawObservations(db, edge)).length, 1);
  assert.deepEqual(await loadRawObservations(db, mixed), [buildRaw(mixed, daysAgo(400))]);
  const [row] = (await loadRawRows(db, [mixed])).get(mixed) ?? [];
  assert.deepEqual([row?.receivedFrom, row?.latestObservedAt], [daysAgo(1), daysAgo(400)]);
});

test('the periodic job purges old observations and stops on abort', async () => {
  const ids = Array.from({ length: 250 }, () => randomUUID());
  await store(
    db,
    ids.map((id) => buildRaw(id, daysAgo(200))),
    daysAgo(200),
  );
  const clock = { now: () => now, monotonicMs: () => 0, sleep: async () => {} };
  const job = purgeObservationsJob({ db, clock });
  await job.run(AbortSignal.abort());
  assert.equal((await loadRawRows(db, ids)).size, ids.length);
  await job.run(new AbortController().signal);
  assert.equal((await loadRawRows(db, ids)).size, 0);
});

test('an observation that is added while old ones are purged is not lost', async () => {
  const listingId = randomUUID();
  await store(db, [buildRaw(listingId, daysAgo(100))], daysAgo(100));
  const before = await loadRawRows(db, [listingId]);
  await purgeOldRaw(db, now);
  await storeRaw(db, before, [buildRaw(listingId, daysAgo(1))], now);
  await purgeOldRaw(db, now);
  assert.deepEqual(await loadRawObservations(db, listingId), [buildRaw(listingId, daysAgo(1))]);
});

test('the observations of a removed listing are deleted, and those of others stay', async () => {
  const [removed, other] = [randomUUID(), randomUUID()];
  await store(db, [buildRaw(removed, daysAgo(1)), buildRaw(other, daysAgo(1))], now);
  await forgetRaw(db, removed);
  assert.deepEqual(await loadRawObservations(db, removed), []);
  assert.deepEqual(await loadRawObservations(db, other), [buildRaw(other, daysAgo(1))]);
});
