import type { Db } from '../db/sql.ts';
import { buildFeature } from '../identity/feature.ts';
import { findListingRecords } from '../properties/listing-rows.ts';
import { lockForRecording } from '../properties/store.ts';
import { selectListings } from '../properties/visits.ts';
import type { SourceWithSettings } from '../sources/sources.ts';
import type { Pipeline } from './pipeline.ts';
import { resolveAndRecord } from './resolve-and-record.ts';

const PAGE_ROWS = 1_000;
const MAX_RETRIES = 5;

/** Carries what a source now wishes, to be hidden or to be shown, to all of its listings. Cut short, the same call goes on. */
export async function applyProtection(pipeline: Pipeline, source: SourceWithSettings): Promise<number> {
  let touched = 0;
  for (let after: string | undefined; ; ) {
    const page = await selectListings(pipeline.db, source.id, after, PAGE_ROWS);
    for (const { listingId } of page) {
      const isTouched = await pipeline.db.transaction(
        (db) => applyProtectionToListing(db, pipeline, listingId, source.protected),
        { retries: MAX_RETRIES },
      );
      if (isTouched) touched += 1;
    }
    after = page.at(-1)?.listingId;
    if (page.length < PAGE_ROWS) return touched;
  }
}

async function applyProtectionToListing(
  db: Db,
  pipeline: Pipeline,
  listingId: string,
  hidden: boolean,
): Promise<boolean> {
  await lockForRecording(db, [listingId], []);
  const kept = (await findListingRecords(db, [listingId])).get(listingId);
  if (kept === undefined || (kept.state.source.protected ?? false) === hidden) return false;
  const { protected: _, ...source } = kept.state.source;
  const state = { ...kept.state, source: hidden ? { ...source, protected: true as const } : source };
  const listing = { state, correction: true } as const;
  await resolveAndRecord(db, pipeline, { feature: buildFeature(state), at: pipeline.clock.now(), listing });
  return true;
}
