import type { Db } from '../db/sql.ts';
import type { Assignment } from '../identity/decide.ts';
import { findDueListings } from '../identity/due.ts';
import { resolveAndRecordAll } from './assign-batch.ts';
import type { Pipeline } from './pipeline.ts';

/** Assignments of one zone may deadlock over a wrongly stated town. */
export const MAX_RETRIES = 5;
const DUE_BATCH_LISTINGS = 100;

/** Assigns a stored listing again; undefined when identity does not know it. */
export async function reassignListing(
  db: Db,
  pipeline: Pipeline,
  listingId: string,
): Promise<Assignment | undefined> {
  const feature = await pipeline.openIdentity(db).store.feature(listingId);
  if (feature === undefined) return undefined;
  const [assignment] = await resolveAndRecordAll(db, pipeline, [{ feature, at: pipeline.clock.now() }]);
  return assignment;
}

/** Assigns listings again in the caller's transaction. */
export async function reassignListings(
  db: Db,
  pipeline: Pipeline,
  listingIds: readonly string[],
): Promise<void> {
  for (const listingId of listingIds) await reassignListing(db, pipeline, listingId);
}

/** Assigns listings again that had weak evidence when they arrived. */
export async function retryDueListings(pipeline: Pipeline, signal: AbortSignal): Promise<void> {
  if (pipeline.regions !== undefined) {
    for (const region of pipeline.regions.served)
      await pipeline.regions.register(region, await retryRegion(region, signal));
    return;
  }
  await retryRegion(pipeline, signal);
}

async function retryRegion(pipeline: Pipeline, signal: AbortSignal): Promise<readonly string[]> {
  const due = await findDueListings(pipeline.db, pipeline.clock.now(), DUE_BATCH_LISTINGS);
  for (const listingId of due) {
    if (signal.aborted) break;
    await pipeline.db.transaction((db) => reassignListing(db, pipeline, listingId), { retries: MAX_RETRIES });
  }
  return due;
}
