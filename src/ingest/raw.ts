import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompress } from 'node:zlib';
import { type Db, firstRow, plainArray, sql } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import type { PeriodicJob } from '../queue/periodic-job.ts';
import { purgeDroppedMembers } from './dropped-members.ts';
import type { DroppedField } from './normalise/dropped.ts';
import { purgeRejected } from './rejected-records.ts';
import { SerializedJson } from './serialized-json.ts';

/** A visit as it came, before any of it was read. */
export interface RawObservation {
  readonly listingId: string;
  readonly sourceId: string;
  readonly observedAt: Date;
  /** The payload as the source or its format has it: what we do not know is in here only. */
  readonly payload: unknown;
  /** The feed format the payload is a record of; undefined for our own observations and for records kept before it was noted. */
  readonly format?: string;
  /** What of it did not go in, and why. */
  readonly dropped: readonly DroppedField[];
}

const RETENTION_DAYS = 90;

/** A description of 50,000 characters fits; what is longer is no advert and not worth keeping. */
const MAX_LINE_CHARS = 512 * 1024;

function serializeLine({ payload, dropped }: RawObservation): string {
  const format = payload instanceof SerializedJson ? payload.format : undefined;
  const kept = payload instanceof SerializedJson ? payload.text : JSON.stringify(payload);
  const facts = JSON.stringify({ ...(format === undefined ? {} : { format }), dropped });
  const text = `{"payload":${kept},${facts.slice(1)}`;
  return text.length > MAX_LINE_CHARS ? JSON.stringify({ payload: null, dropped }) : text;
}

/** Keeps visits that brought something new, as one block. The same visit is kept once, however often it comes. */
export async function storeRaw(db: Db, visits: readonly RawObservation[], now: Date): Promise<void> {
  if (visits.length === 0) return;
  await db.rows(sql`
    with kept as (
      insert into raw_observation (listing_id, observed_at, source_id, received_at, block_id, line)
      select listing_id, observed_at, source_id, ${now}, ${newId(now)}::uuid, line - 1
      from unnest(
        ${plainArray(visits.map(({ listingId }) => listingId))}::uuid[], ${visits.map(({ observedAt }) => observedAt)}::timestamptz[],
        ${plainArray(visits.map(({ sourceId }) => sourceId))}::uuid[]
      ) with ordinality as visit (listing_id, observed_at, source_id, line)
      order by listing_id, observed_at
      on conflict (listing_id, observed_at) do nothing
      returning block_id
    )
    insert into raw_block (block_id, received_at, body)
    select distinct block_id, ${now}::timestamptz, ${zstdCompressSync(visits.map(serializeLine).join('\n'))}::bytea from kept`);
}

/**
 * When listings that nobody had seen until `at` were first found gone after it. Of a listing without a sight of it only visits that found
 * it gone are kept.
 */
export async function findExpiriesAfter(
  db: Db,
  sights: readonly Pick<RawObservation, 'listingId' | 'observedAt'>[],
): Promise<Map<string, Date>> {
  if (sights.length === 0) return new Map();
  const rows = await db.rows<{ listingId: string; at: Date }>(sql`
    select listing_id as "listingId", min(gone.observed_at) as at
    from unnest(${sights.map(({ listingId }) => listingId)}::uuid[], ${sights.map(({ observedAt }) => observedAt)}::timestamptz[])
      as sight (listing_id, observed_at)
    join raw_observation as gone using (listing_id)
    where gone.observed_at > sight.observed_at group by listing_id`);
  return new Map(rows.map(({ listingId, at }) => [listingId, at]));
}

const decompress = promisify(zstdDecompress);

interface RawRow {
  sourceId: string;
  observedAt: Date;
  /** Null where the visit has a body of its own. */
  line: number | null;
  body: Buffer;
}

/** The visits of a listing that are still kept, the newest first. */
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

/** Ten seconds of the busiest minute are some 25,000 rows: deleted in a fraction of a second. */
const PURGE_SLICE_MS = 10_000;

/**
 * Forgets visits of more than 90 days ago, the oldest first, each slice of time in a statement of its own. A condition on time alone runs
 * on all shards at once, where one on the oldest thousand rows would not.
 */
export async function purgeOldRaw(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const end = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  while (signal?.aborted !== true) {
    const oldest = await firstRow<{ at: Date | null }>(
      db,
      sql`select min(received_at) as at from raw_observation where received_at < ${end}`,
    );
    if (oldest?.at === null || oldest?.at === undefined) return;
    const until = new Date(Math.min(oldest.at.getTime() + PURGE_SLICE_MS, end.getTime()));
    await db.rows(sql`delete from raw_observation where received_at < ${until}`);
    await db.rows(sql`delete from raw_block where received_at < ${until}`);
  }
}

/** What the worker does for raw observations. Two workers at it do each other no harm. */
export const purgeObservationsJob = ({ db, clock }: { db: Db; clock: Clock }): PeriodicJob => ({
  name: 'forget old observations',
  everyMs: HOUR_MS,
  async run(signal) {
    await purgeOldRaw(db, clock.now(), signal);
    const end = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    await purgeDroppedMembers(db, end);
    await purgeRejected(db, end);
  },
});
