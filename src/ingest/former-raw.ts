import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { RAW_BLOCK, RAW_OBSERVATION } from '../db/partitioned-tables.ts';
import { dropPartitionsBefore, dropPartitionsExcept, listMixedPartitions } from '../db/partitions.ts';
import { type Database, type Db, firstRow, identifier, sql } from '../db/sql.ts';
import { firstIdAt } from '../lib/ids.ts';
import type { RawObservation } from './packed-raw.ts';

// Raw observations of releases before `raw_history`: those of a transaction are the lines of one block. They are read and
// deleted here until 90 days after the last of them was received.

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

/** For each sighting, the earliest of these observations after it. */
export async function findFormerExpiriesAfter(
  db: Db,
  sightings: readonly Pick<RawObservation, 'listingId' | 'observedAt'>[],
): Promise<Map<string, Date>> {
  if (sightings.length === 0) return new Map();
  const rows = await db.rows<{ listingId: string; at: Date }>(sql`
    select listing_id as "listingId", min(expiry.observed_at) as at
    from unnest(
      ${sightings.map(({ listingId }) => listingId)}::uuid[], ${sightings.map(({ observedAt }) => observedAt)}::timestamptz[]
    ) as sighting (listing_id, observed_at)
    join raw_observation as expiry using (listing_id)
    where expiry.observed_at > sighting.observed_at group by listing_id`);
  return new Map(rows.map(({ listingId, at }) => [listingId, at]));
}

interface FormerRow {
  sourceId: string;
  observedAt: Date;
  /** Null for a row with its own body, from before there were blocks. */
  line: number | null;
  body: Buffer;
}

/** Those of a listing, newest first. */
export async function loadFormerObservations(db: Db, listingId: string): Promise<RawObservation[]> {
  const rows = await db.rows<FormerRow>(sql`
    select source_id as "sourceId", observed_at as "observedAt", line, coalesce(raw_observation.body, raw_block.body) as body
    from raw_observation left join raw_block using (block_id)
    where listing_id = ${listingId} order by observed_at desc`);
  return Promise.all(
    rows.map(async ({ body, line, ...row }) => {
      const text = String(await decompress(body));
      return { listingId, ...row, ...JSON.parse(line === null ? text : (text.split('\n')[line] ?? '')) };
    }),
  );
}

/**
 * Deletes those of a listing, and returns their sources. A block holds the lines of many listings: its own lines are
 * emptied, and the others keep their numbers.
 */
export async function forgetFormerRaw(db: Db, listingId: string): Promise<string[]> {
  const blocks = await db.rows<{ blockId: string; lines: number[]; body: Buffer }>(sql`
    select block_id as "blockId", array_agg(line::int) as lines, (array_agg(raw_block.body))[1] as body
    from raw_observation join raw_block using (block_id) where listing_id = ${listingId} group by block_id`);
  for (const { blockId, lines, body } of blocks) {
    const kept = String(await decompress(body))
      .split('\n')
      .map((line, at) => (lines.includes(at) ? '' : line))
      .join('\n');
    await db.rows(sql`update raw_block set body = ${await compress(kept)} where block_id = ${blockId}`);
  }
  const rows = await db.rows<{ sourceId: string }>(
    sql`delete from raw_observation where listing_id = ${listingId} returning source_id as "sourceId"`,
  );
  return rows.map(({ sourceId }) => sourceId);
}

/** Ten seconds of the busiest minute are some 25,000 rows, deleted in a fraction of a second. */
const PURGE_SLICE_MS = 10_000;

/**
 * Deletes those received before a moment, to the end of their week. Blocks of a week are dropped together, and their
 * observations with them: a removal finds every block by its observations. Those that lie elsewhere, as they were made long
 * before or after their receipt, are deleted oldest first, one time slice per statement.
 */
export async function purgeFormerRaw(db: Database, before: Date, signal?: AbortSignal): Promise<void> {
  const end = await dropPartitionsBefore(db, RAW_BLOCK, before);
  await dropPartitionsExcept(db, RAW_OBSERVATION, end, { column: 'received_at', since: end });
  const mixed = await listMixedPartitions(db, RAW_BLOCK);
  while (signal?.aborted !== true) {
    const oldest = await firstRow<{ at: Date | null }>(
      db,
      sql`select min(received_at) as at from raw_observation where received_at < ${end}`,
    );
    if (oldest?.at === null || oldest?.at === undefined) return;
    const until = new Date(Math.min(oldest.at.getTime() + PURGE_SLICE_MS, end.getTime()));
    await db.rows(sql`delete from raw_observation where received_at < ${until}`);
    for (const partition of mixed)
      await db.rows(sql`delete from ${identifier(partition)} where block_id < ${firstIdAt(until)}`);
  }
}

/** When the first of a listing that is dated after the limit was received. */
export async function findFormerReceipt(db: Db, listingId: string, limit: Date): Promise<Date | undefined> {
  const row = await firstRow<{ at: Date | null }>(
    db,
    sql`select min(received_at) as at from raw_observation where listing_id = ${listingId} and observed_at > ${limit}`,
  );
  return row?.at ?? undefined;
}

/** Observations received together get dates one millisecond apart. They are moved by dates that were read first. */
export async function pullBackFormerRaw(db: Db, listingId: string, limit: Date): Promise<void> {
  const ahead = await db.rows<{ from: string; to: string }>(sql`
    select observed_at::text as "from",
           (received_at + row_number() over (order by observed_at) * interval '1 millisecond')::text as "to"
    from raw_observation where listing_id = ${listingId} and observed_at > ${limit}`);
  if (ahead.length === 0) return;
  await db.rows(sql`
    update raw_observation set observed_at = moved."to"
    from unnest(${ahead.map(({ from }) => from)}::timestamptz[], ${ahead.map(({ to }) => to)}::timestamptz[])
      as moved ("from", "to")
    where raw_observation.listing_id = ${listingId} and raw_observation.observed_at = moved."from"`);
}

export const purgeFormerAhead = (db: Db, limit: Date): Promise<unknown> =>
  db.rows(sql`
    delete from raw_observation where observed_at > ${limit}
      and not exists (select from listing where listing.listing_id = raw_observation.listing_id)`);
