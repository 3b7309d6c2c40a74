import type { Db } from '../db/sql.ts';
import type { Decision } from '../identity/decide.ts';
import { dueListings } from '../identity/due.ts';
import type { Pipeline } from './pipeline.ts';
import { settleAll } from './settle.ts';

const RETRIES = 5;
const DUE_AT_ONCE = 100;

/** Decides anew where a known listing belongs; undefined when identity does not know it. */
async function placeAgain(db: Db, pipeline: Pipeline, listingId: string): Promise<Decision | undefined> {
  const feature = await pipeline.identityOver(db).store.feature(listingId);
  if (feature === undefined) return undefined;
  const [decision] = await settleAll(db, pipeline, [{ feature, at: pipeline.clock.now() }]);
  return decision;
}

/** Looks again at listings whose evidence was thin when they came. */
export async function retryDue(pipeline: Pipeline, signal: AbortSignal): Promise<void> {
  for (const listingId of await dueListings(pipeline.db, pipeline.clock.now(), DUE_AT_ONCE)) {
    if (signal.aborted) return;
    await pipeline.db.transaction((db) => placeAgain(db, pipeline, listingId), { retries: RETRIES });
  }
}

/** An operator's word on two listings, for good: they show one home, or they do not. */
export const overrule = (
  pipeline: Pipeline,
  one: string,
  other: string,
  together: boolean,
): Promise<Decision | undefined> =>
  pipeline.db.transaction(
    async (db) => {
      await pipeline.identityOver(db).store.overrule({ one, other, together }, pipeline.clock.now());
      await placeAgain(db, pipeline, one);
      return placeAgain(db, pipeline, other);
    },
    { retries: RETRIES },
  );
