import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { onNode } from '../db/node-functions.ts';
import { RAW_BLOCK, RAW_OBSERVATION } from '../db/partitioned-tables.ts';
import {
  createPartitions,
  dropPartitionsBefore,
  dropPartitionsExcept,
  listMixedPartitions,
} from '../db/partitions.ts';
import { type Database, type Db, firstRow, identifier, plainArray, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import { firstIdAt, newId } from '../lib/ids.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { purgeDroppedMembers } from './dropped-members.ts';
import type { IgnoredField } from './parse-notes.ts';
import { purgeRejected } from './rejected-records.ts';
import { SerializedJson } from './serialized-json.ts';

/** An observation as received, stored for 90 days. */
export interface RawObservation {
  readonly listingId: string;
  readonly sourceId: string;
  readonly observedAt: Date;
  /** The payload as the source or its format has it, unknown members included. */
  readonly payload: unknown;
  /** The feed format of the payload. Undefined for pushed observations, and for records stored before formats were. */
  readonly format?: string;
  /** Ignored fields of the payload. */
  readonly dropped: readonly IgnoredField[];
}

const RETENTION_DAYS = 90;
/** Fits a description of 50,000 characters. Of a longer line only the ignored fields are stored. */
const MAX_LINE_CHARS = 512 * 1024;

function serializeLine({ payload, dropped }: RawObservation): string {
  const format = payload instanceof SerializedJson ? payload.format : undefined;
  const payloadText = payload instanceof SerializedJson ? payload.text : JSON.stringify(payload);
  const facts = JSON.stringify({ ...(format === undefined ? {} : { format }), dropped });
  const text = `{"payload":${payloadText},${facts.slice(1)}`;
  return text.length > MAX_LINE_CHARS ? JSON.stringify({ payload: null, dropped }) : text;
}

/** A block takes 292 bytes an observation in 29 µs, with the default level 328 in 11. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 6 };

const compressBlock = (observations: readonly RawObservation[]): Buffer =>
  zstdCompressSync(observations.map(serializeLine).join('\n'), { params: PARAMS });

/** Stores observations as one compressed block. An observation that is stored already is skipped. */
export async function storeRaw(db: Db, observations: readonly RawObservation[], now: Date): Promise<void> {
  if (observations.length === 0) return;
  await db.rows(
    onNode(sql`
    with stored as (
      insert into raw_observation (listing_id, observed_at, source_id, received_at, block_id, line)
      select listing_id, observed_at, source_id, ${now}::timestamptz, ${newId(now)}::uuid, line - 1
      from unnest(
        ${plainArray(observations.map(({ listingId }) => listingId))}::uuid[],
        ${observations.map(({ observedAt }) => observedAt)}::timestamptz[],
        ${plainArray(observations.map(({ sourceId }) => sourceId))}::uuid[]
      ) with ordinality as observation (listing_id, observed_at, source_id, line)
      where exists (select from listing) is not null
      order by listing_id, observed_at
      on conflict (listing_id, observed_at) do nothing
      returning block_id
    ), blocked as (
      insert into raw_block (block_id, received_at, body)
      select distinct block_id, ${now}::timestamptz, ${compressBlock(observations)}::bytea
      from stored where exists (select from listing) is not null
    )
    select 1`),
  );
}

/**
 * For each first sighting, the earliest stored expiry after it. Before its first sighting a listing has no other
 * observations.
 */
export async function findExpiriesAfter(
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

const decompress = promisify(zstdDecompress);

interface RawRow {
  sourceId: string;
  observedAt: Date;
  /** Null for a row with its own body, from before there were blocks. */
  line: number | null;
  body: Buffer;
}

/** The stored observations of a listing, newest first. */
export async function loadRawObservations(db: Db, listingId: string): Promise<RawObservation[]> {
  const rows = await db.rows<RawRow>(sql`
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

/** Ten seconds of the busiest minute are some 25,000 rows, deleted in a fraction of a second. */
const PURGE_SLICE_MS = 10_000;

/**
 * Deletes observations received more than 90 days ago. Blocks of a week are dropped together, and their observations
 * with them: a removal finds every block by its observations. Those that lie elsewhere, as they were made long before or
 * after their receipt, are deleted oldest first, one time slice per statement.
 */
export async function purgeOldRaw(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const end = await dropPartitionsBefore(db, RAW_BLOCK, new Date(now.getTime() - RETENTION_DAYS * DAY_MS));
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

/** Safe to run in several workers at once. */
export const purgeObservationsJob = ({ db, clock }: { db: Database; clock: Clock }): PeriodicJob => ({
  name: 'purge old observations',
  everyMs: HOUR_MS,
  async run(signal) {
    for (const table of [RAW_BLOCK, RAW_OBSERVATION]) await createPartitions(db, table, clock.now());
    await purgeOldRaw(db, clock.now(), signal);
    const end = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    await purgeDroppedMembers(db, end);
    await purgeRejected(db, end);
  },
});
