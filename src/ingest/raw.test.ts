import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { freshDatabase } from '../../test/support/database.ts';
import { RAW_BLOCK, RAW_OBSERVATION } from '../db/partitioned-tables.ts';
import { createPartitions } from '../db/partitions.ts';
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

const countObservations = async (): Promise<number> =>
  (await firstRow<{ count: number }>(db, sql`select count(*)::int as count from raw_observation`))?.count ??
  0;

const countBlocks = async (): Promise<number> =>
  (await firstRow<{ count: number }>(db, sql`select count(*)::int as count from raw_block`))?.count ?? 0;

test('a raw observation is loaded as received, with its ignored fields', async () => {
  const listingId = randomUUID();
  const [first, second] = [
    buildRaw(listingId, daysAgo(2)),
    buildRaw(listingId, daysAgo(1), { payload: { rooms: '3' } }),
  ];
  await storeRaw(db, [first, second], now);
  await storeRaw(db, [first], now);
  assert.deepEqual(await loadRawObservations(db, listingId), [second, first]);
  assert.equal(await countBlocks(), 1);
});

test('a raw observation with its own body, from before there were blocks, is loaded', async () => {
  const listingId = randomUUID();
  const { sourceId, observedAt, payload, dropped } = buildRaw(listingId, daysAgo(1));
  const body = zstdCompressSync(JSON.stringify({ payload, dropped }));
  await db.rows(sql`
    insert into raw_observation (listing_id, observed_at, source_id, received_at, body)
    values (${listingId}, ${observedAt}, ${sourceId}, ${now}, ${body})`);
  assert.deepEqual(await loadRawObservations(db, listingId), [buildRaw(listingId, daysAgo(1))]);
});

test('raw observations are stored compressed', async () => {
  const listingId = randomUUID();
  const description = 'Bel appartement traversant au calme, proche des commerces et des écoles. '.repeat(50);
  await storeRaw(db, [buildRaw(listingId, daysAgo(1), { payload: { description } })], now);
  const row = await firstRow<{ bytes: number }>(
    db,
    sql`select length(raw_block.body) as bytes from raw_block join raw_observation using (block_id) where listing_id = ${listingId}`,
  );
  assert.ok((row?.bytes ?? 0) < description.length / 10);
});

test('the payload of an oversized observation is not stored', async () => {
  const listingId = randomUUID();
  await storeRaw(
    db,
    [buildRaw(listingId, daysAgo(1), { payload: { description: 'a'.repeat(600_000) } })],
    now,
  );
  assert.equal((await loadRawObservations(db, listingId))[0]?.payload, null);
});

test('observations are purged 90 days after they were received, whatever their own date', async () => {
  await db.rows(sql`delete from raw_observation`);
  await db.rows(sql`delete from raw_block`);
  const [old, edge, young] = [randomUUID(), randomUUID(), randomUUID()];
  await storeRaw(db, [buildRaw(old, daysAgo(91))], daysAgo(90, -1));
  for (let slice = 0; slice < 5; slice += 1)
    await storeRaw(db, [buildRaw(randomUUID(), daysAgo(200))], daysAgo(100 + slice));
  await storeRaw(db, [buildRaw(edge, daysAgo(91))], daysAgo(90));
  await storeRaw(db, [buildRaw(young, daysAgo(400))], daysAgo(1));
  await purgeOldRaw(db, now);
  assert.equal(await countObservations(), 2);
  assert.equal(await countBlocks(), 2);
  assert.equal((await loadRawObservations(db, edge)).length, 1);
  assert.equal((await loadRawObservations(db, young)).length, 1);
});

test('blocks of a week are dropped together, and their observations with them', async (t) => {
  const { db: own } = await freshDatabase(t);
  const clock = { now: () => now, monotonicMs: () => 0, sleep: async () => {} };
  const storeAt = async (at: Date): Promise<string> => {
    const id = randomUUID();
    for (const table of [RAW_BLOCK, RAW_OBSERVATION]) await createPartitions(own, table, at);
    await storeRaw(own, [buildRaw(id, at)], at);
    return id;
  };
  // The week of 26 February has the moment 90 days ago, 3 March; the week before is over.
  const gone = await storeAt(new Date('2026-02-25T10:00:00Z'));
  const kept = [await storeAt(new Date('2026-02-26T10:00:00Z')), await storeAt(now), randomUUID()];
  // Made in the week that is over, and received today.
  await storeRaw(own, [buildRaw(kept[2] ?? '', new Date('2026-02-25T11:00:00Z'))], now);
  const partitions = await own.rows(sql`select distinct tableoid from raw_observation`);
  assert.equal(partitions.length, 3);
  await purgeObservationsJob({ db: own, clock }).run(new AbortController().signal);
  assert.deepEqual(await loadRawObservations(own, gone), []);
  for (const id of kept) assert.equal((await loadRawObservations(own, id))[0]?.listingId, id);
  const [left] = await own.rows(sql`
    select (select count(*)::int from raw_observation) as observations, (select count(*)::int from raw_block) as blocks`);
  assert.deepEqual(left, { observations: 3, blocks: 3 });
});

test('the periodic job purges old observations and stops on abort', async () => {
  await db.rows(sql`delete from raw_observation`);
  await storeRaw(db, [buildRaw(randomUUID(), daysAgo(200))], daysAgo(200));
  const clock = { now: () => now, monotonicMs: () => 0, sleep: async () => {} };
  const job = purgeObservationsJob({ db, clock });
  await job.run(AbortSignal.abort());
  assert.equal(await countObservations(), 1);
  await job.run(new AbortController().signal);
  assert.equal(await countObservations(), 0);
});
