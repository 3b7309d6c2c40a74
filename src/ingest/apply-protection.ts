import type { Db } from '../db/sql.ts';
import { buildFeature } from '../identity/feature.ts';
import { findListingRecords } from '../properties/listing-rows.ts';
import { lockForRecording } from '../properties/store.ts';
import { selectListings } from '../properties/visits.ts';
import type { SourceWithSettings } from '../sources/sources.ts';
import { resolveAndRecord } from './assign-batch.ts';
import type { Pipeline } from './pipeline.ts';

const PAGE_ROWS = 1_000;
const MAX_RETRIES = 5;

/**
 * Applies the `protected` setting of a source to all of its listings. Idempotent: an interrupted call may be
 * repeated.
 */
export async function applyProtection(pipeline: Pipeline, source: SourceWithSettings): Promise<number> {
  let updated = 0;
  for (let after: string | undefined; ; ) {
    const page = await selectListings(pipeline.db, source.id, after, PAGE_ROWS);
    for (const { listingId } of page) {
      const isUpdated = await pipeline.db.transaction(
        (db) => applyProtectionToListing(db, pipeline, listingId, source.protected),
        { retries: MAX_RETRIES },
      );
      if (isUpdated) updated += 1;
    }
    after = page.at(-1)?.listingId;
    if (page.length < PAGE_ROWS) return updated;
  }
}

async function applyProtectionToListing(
  db: Db,
  pipeline: Pipeline,
  listingId: string,
  hidden: boolean,
): Promise<boolean> {
  await lockForRecording(db, [listingId], []);
  const stored = (await findListingRecords(db, [listingId])).get(listingId);
  if (stored === undefined || (stored.state.source.protected ?? false) === hidden) return false;
  const { protected: _, ...source } = stored.state.source;
  const state = { ...stored.state, source: hidden ? { ...source, protected: true as const } : source };
  const listing = { state, correction: true } as const;
  await resolveAndRecord(db, pipeline, { feature: buildFeature(state), at: pipeline.clock.now(), listing });
  return true;
}
