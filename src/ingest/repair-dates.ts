import { type Db, firstRow, sql } from '../db/sql.ts';
import { buildFeature } from '../identity/feature.ts';
import { clampStateDates, clampStoredDates, scanFutureDatedListings } from '../properties/future-dates.ts';
import { findListingRecords } from '../properties/listing-rows.ts';
import { lockForRecording } from '../properties/store.ts';
import { resolveAndRecord } from './assign-batch.ts';
import type { Pipeline } from './pipeline.ts';
import { MAX_OBSERVATION_AHEAD_MS } from './transaction-batches.ts';

const MAX_RETRIES = 5;

export interface DateRepairReport {
  found: number;
  repaired: number;
}

/**
 * Repairs listings with an observation dated in the future, which makes all true observations count as outdated.
 * Such dates become the time of receipt. Each listing is one transaction: an interrupted call may be repeated.
 */
export async function repairDates(
  pipeline: Pipeline,
  { dryRun, onListing }: { dryRun: boolean; onListing(listingId: string): void },
): Promise<DateRepairReport> {
  const { db, clock } = pipeline;
  const done = { found: 0, repaired: 0 };
  const limit = new Date(clock.now().getTime() + MAX_OBSERVATION_AHEAD_MS);
  for await (const { listingId } of scanFutureDatedListings(db, limit)) {
    done.found += 1;
    onListing(listingId);
    if (dryRun) continue;
    const repaired = await db.transaction((tx) => repairListing(tx, pipeline, listingId, limit), {
      retries: MAX_RETRIES,
    });
    if (repaired) done.repaired += 1;
  }
  if (!dryRun) await purgeUnseenAhead(db, limit);
  return done;
}

async function repairListing(db: Db, pipeline: Pipeline, listingId: string, limit: Date): Promise<boolean> {
  await lockForRecording(db, [listingId], []);
  const stored = (await findListingRecords(db, [listingId])).get(listingId);
  if (stored === undefined) return false;
  await lockForRecording(db, [listingId], [stored.propertyId]);
  const back = { limit, to: await findReceivedAt(db, listingId, limit, pipeline.clock.now()) };
  const state = clampStateDates(stored.state, back);
  await clampStoredDates(db, { propertyId: stored.propertyId, listingId }, back);
  await pullBackRaw(db, listingId, limit);
  // A correction, not a change of the home: no change is recorded and no alert matches.
  const { payloadHash } = stored;
  const listing = { state, ...(payloadHash === undefined ? {} : { payloadHash }), correction: true } as const;
  await resolveAndRecord(db, pipeline, { feature: buildFeature(state), at: pipeline.clock.now(), listing });
  return true;
}

/** When the first observation dated in the future was received; now, when it is no longer stored. */
async function findReceivedAt(db: Db, listingId: string, limit: Date, now: Date): Promise<Date> {
  const row = await firstRow<{ at: Date | null }>(
    db,
    sql`select min(received_at) as at from raw_observation where listing_id = ${listingId} and observed_at > ${limit}`,
  );
  return row?.at != null && row.at < now ? row.at : now;
}

/** Observations received together get dates one millisecond apart. They are moved by dates that were read first. */
async function pullBackRaw(db: Db, listingId: string, limit: Date): Promise<void> {
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

/** A stored expiry in the future of an unseen listing would expire it on its first sighting. */
const purgeUnseenAhead = (db: Db, limit: Date): Promise<unknown> =>
  db.rows(sql`
    delete from raw_observation where observed_at > ${limit}
      and not exists (select from listing where listing.listing_id = raw_observation.listing_id)`);
