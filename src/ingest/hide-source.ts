import type { Db } from '../db/sql.ts';
import { featureOf } from '../identity/feature.ts';
import { keptListings } from '../properties/listing-rows.ts';
import { lock } from '../properties/store.ts';
import { listingsOf } from '../properties/visits.ts';
import type { SettledSource } from '../sources/sources.ts';
import type { Pipeline } from './pipeline.ts';
import { settle } from './settle.ts';

const PAGE = 1_000;
const RETRIES = 5;

/** Carries what a source now wishes, to be hidden or to be shown, to all of its listings. Cut short, the same call goes on. */
export async function carryProtection(pipeline: Pipeline, source: SettledSource): Promise<number> {
  let touched = 0;
  for (let after: string | undefined; ; ) {
    const page = await listingsOf(pipeline.db, source.id, after, PAGE);
    for (const { listingId } of page) {
      const isTouched = await pipeline.db.transaction(
        (db) => carryToOne(db, pipeline, listingId, source.protected),
        { retries: RETRIES },
      );
      if (isTouched) touched += 1;
    }
    after = page.at(-1)?.listingId;
    if (page.length < PAGE) return touched;
  }
}

async function carryToOne(db: Db, pipeline: Pipeline, listingId: string, hidden: boolean): Promise<boolean> {
  await lock(db, [listingId], []);
  const kept = (await keptListings(db, [listingId])).get(listingId);
  if (kept === undefined || (kept.state.source.protected ?? false) === hidden) return false;
  const { protected: _, ...source } = kept.state.source;
  const state = { ...kept.state, source: hidden ? { ...source, protected: true as const } : source };
  const listing = { state, correction: true } as const;
  await settle(db, pipeline, { feature: featureOf(state), at: pipeline.clock.now(), listing });
  return true;
}
