import { type Database, type Db, sql } from '../db/sql.ts';
import { buildFeature } from '../identity/feature.ts';
import { clampStateDates, clampStoredDates, scanFutureDatedListings } from '../properties/future-dates.ts';
import { findListingRecords } from '../properties/listing-rows.ts';
import { lockForRecording } from '../properties/store.ts';
import type { DueRows } from '../queue/claims.ts';
import { resolveAndRecord } from './assign-batch.ts';
import { findFormerReceipt, pullBackFormerRaw, purgeFormerAhead } from './former-raw.ts';
import { type RawLine, readRawLines, unpackRawText, withObservedAt } from './packed-raw.ts';
import type { Pipeline } from './pipeline.ts';
import { changeRawRows, loadRawRows, lockRawRows } from './raw.ts';
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
  const former = await findFormerReceipt(db, listingId, limit);
  const receipts = (await linesAhead(db, listingId, limit)).map(({ receivedAt }) => receivedAt.getTime());
  return new Date(Math.min(now.getTime(), former?.getTime() ?? Number.POSITIVE_INFINITY, ...receipts));
}

/** The oldest first. */
async function linesAhead(db: Db, listingId: string, limit: Date): Promise<RawLine[]> {
  const rows = (await loadRawRows(db, [listingId])).get(listingId) ?? [];
  return rows
    .flatMap(({ body }) => readRawLines(unpackRawText(body)))
    .filter(({ observedAt }) => observedAt > limit)
    .sort((one, other) => one.observedAt.getTime() - other.observedAt.getTime());
}

/** Observations received together get dates one millisecond apart. */
async function pullBackRaw(db: Db, listingId: string, limit: Date): Promise<void> {
  await pullBackFormerRaw(db, listingId, limit);
  const ahead = await linesAhead(db, listingId, limit);
  const moments = new Map(
    ahead.map(({ line, receivedAt }, at) => [line, new Date(receivedAt.getTime() + at + 1)]),
  );
  const rows = (await loadRawRows(db, [listingId])).get(listingId) ?? [];
  await changeRawRows(db, rows, (line) => {
    const moment = moments.get(line.line);
    return moment === undefined ? line : withObservedAt(line, moment);
  });
}

/** Some 20 ms of work. */
const BATCH_ROWS = 200;

/** A stored expiry in the future of an unseen listing would expire it on its first sighting. */
async function purgeUnseenAhead(db: Database, limit: Date): Promise<void> {
  await purgeFormerAhead(db, limit);
  const unseenAhead: DueRows = {
    where: sql`latest_observed_at > ${limit}
      and not exists (select from listing where listing.listing_id = raw_history.listing_id)`,
    limit: BATCH_ROWS,
    waits: true,
  };
  for (let changed = 1; changed > 0; )
    changed = await db.transaction(async (tx) =>
      changeRawRows(tx, await lockRawRows(tx, unseenAhead), (line) =>
        line.observedAt > limit ? undefined : line,
      ),
    );
}
