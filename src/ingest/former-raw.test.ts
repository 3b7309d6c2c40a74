import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { freshDatabase } from '../../test/support/database.ts';
import { RAW_BLOCK, RAW_OBSERVATION } from '../db/partitioned-tables.ts';
import { createPartitions } from '../db/partitions.ts';
import { type Db, sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import { forgetRaw } from './forget-listing.ts';
import type { RawObservation } from './packed-raw.ts';
import {
  findExpiriesAfter,
  loadRawObservations,
  loadRawRows,
  purgeObservationsJob,
  storeRaw,
} from './raw.ts';

const { db } = await freshDatabase({ after });

const now = new Date('2026-06-01T12:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);

const buildRaw = (listingId: string, observedAt: Date): RawObservation => ({
  listingId,
  sourceId: '0199c2f4-0000-7000-8000-0000000000a1',
  observedAt,
  payload: { title: 'Appartement à Lyon', unknownMember: ['é', 1, null] },
  dropped: [{ member: 'unknownMember', why: 'unknown member', value: '["é",1,null]' }],
});

/** As releases before `raw_history` did: a block for each transaction. */
async function storeFormer(
  within: Db,
  observations: readonly RawObservation[],
  receivedAt: Date,
): Promise<void> {
  const blockId = newId(receivedAt);
  const lines = observations.map(({ payload, dropped }) => JSON.stringify({ payload, dropped }));
  await within.rows(sql`
    insert into raw_block (block_id, received_at, body)
    values (${blockId}, ${receivedAt}, ${zstdCompressSync(lines.join('\n'))})`);
  for (const [line, { listingId, observedAt, sourceId }] of observations.entries())
    await within.rows(sql`
      insert into raw_observation (listing_id, observed_at, source_id, received_at, block_id, line)
      values (${listingId}, ${observedAt}, ${sourceId}, ${receivedAt}, ${blockId}, ${line})`);
}

test('observations of older releases are loaded beside newer ones, newest first', async () => {
  const listingId = randomUUID();
  const { sourceId, observedAt, payload, dropped } = buildRaw(listingId, daysAgo(3));
  await db.rows(sql`
    insert into raw_observation (listing_id, observed_at, source_id, received_at, body)
    values (${listingId}, ${observedAt}, ${sourceId}, ${now}, ${zstdCompressSync(JSON.stringify({ payload, dropped }))})`);
  await storeFormer(db, [buildRaw(randomUUID(), daysAgo(2)), buildRaw(listingId, daysAgo(2))], now);
  await storeRaw(db, await loadRawRows(db, [listingId]), [buildRaw(listingId, daysAgo(1))], now);
  assert.deepEqual(
    await loadRawObservations(db, listingId),
    [1, 2, 3].map((days) => buildRaw(listingId, daysAgo(days))),
  );
});

test('an expiry that an older release stored expires a listing that is seen later', async () => {
  const listingId = randomUUID();
  await storeFormer(db, [buildRaw(listingId, daysAgo(2))], daysAgo(2));
  await storeRaw(db, new Map(), [buildRaw(listingId, daysAgo(1))], now);
  const rows = await loadRawRows(db, [listingId]);
  const found = await findExpiriesAfter(db, rows, [{ listingId, observedAt: daysAgo(3) }]);
  assert.deepEqual(found.get(listingId), daysAgo(2));
});

test('the lines of a removed listing in a block are emptied', async () => {
  const [removed, other] = [randomUUID(), randomUUID()];
  await storeFormer(db, [buildRaw(removed, daysAgo(1)), buildRaw(other, daysAgo(1))], now);
  await forgetRaw(db, removed);
  assert.deepEqual(await loadRawObservations(db, removed), []);
  assert.deepEqual(await loadRawObservations(db, other), [buildRaw(other, daysAgo(1))]);
});

test('blocks of a week are dropped together, and their observations with them', async (t) => {
  const { db: own } = await freshDatabase(t);
  const clock = { now: () => now, monotonicMs: () => 0, sleep: async () => {} };
  const storeAt = async (at: Date): Promise<string> => {
    const id = randomUUID();
    for (const table of [RAW_BLOCK, RAW_OBSERVATION]) await createPartitions(own, table, at);
    await storeFormer(own, [buildRaw(id, at)], at);
    return id;
  };
  // The week of 26 February has the moment 90 days ago, 3 March; the week before is over.
  const gone = await storeAt(new Date('2026-02-25T10:00:00Z'));
  const kept = [await storeAt(new Date('2026-02-26T10:00:00Z')), await storeAt(now), randomUUID()];
  // Made in the week that is over, and received today.
  await storeFormer(own, [buildRaw(kept[2] ?? '', new Date('2026-02-25T11:00:00Z'))], now);
  const partitions = await own.rows(sql`select distinct tableoid from raw_observation`);
  assert.equal(partitions.length, 3);
  await purgeObservationsJob({ db: own, clock }).run(new AbortController().signal);
  assert.deepEqual(await loadRawObservations(own, gone), []);
  for (const id of kept) assert.equal((await loadRawObservations(own, id))[0]?.listingId, id);
  const [left] = await own.rows(sql`
    select (select count(*)::int from raw_observation) as observations, (select count(*)::int from raw_block) as blocks`);
  assert.deepEqual(left, { observations: 3, blocks: 3 });
});

test('those outside of the partitions are deleted by their receipt', async (t) => {
  const { db: own } = await freshDatabase(t);
  const [old, young] = [randomUUID(), randomUUID()];
  for (let slice = 0; slice < 5; slice += 1)
    await storeFormer(own, [buildRaw(randomUUID(), daysAgo(200))], daysAgo(100 + slice));
  await storeFormer(own, [buildRaw(old, daysAgo(91))], daysAgo(91));
  await storeFormer(own, [buildRaw(young, daysAgo(400))], daysAgo(1));
  const clock = { now: () => now, monotonicMs: () => 0, sleep: async () => {} };
  await purgeObservationsJob({ db: own, clock }).run(new AbortController().signal);
  assert.deepEqual(await loadRawObservations(own, old), []);
  assert.equal((await loadRawObservations(own, young)).length, 1);
  const [left] = await own.rows(sql`
    select (select count(*)::int from raw_observation) as observations, (select count(*)::int from raw_block) as blocks`);
  assert.deepEqual(left, { observations: 1, blocks: 1 });
});
