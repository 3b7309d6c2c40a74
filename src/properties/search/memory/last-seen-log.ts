import { type Db, sql } from '../../../db/sql.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import type { Horizon } from './store.ts';

/** Visits that were noted together. */
export interface LastSeenBatch {
  readonly id: string;
  readonly notedIn: string;
  readonly propertyIds: readonly string[];
  readonly listingIds: readonly string[];
  /** In milliseconds. */
  readonly seenAt: readonly number[];
}

/** How long visits are told: what was read before that must be read anew. */
export const LAST_SEEN_LOG_RETENTION_MS = 24 * HOUR_MS;
const READ_BATCHES = 100;

/** Which batches may not have been seen yet, and how many visits are in each. */
export const findBatchesSince = (
  db: Db,
  horizon: Horizon,
): Promise<{ id: string; notedIn: string; visits: number }[]> =>
  db.rows(sql`
    select batch_id as id, changed_in::text as "notedIn", cardinality(listing_ids) as visits
    from listing_visit_log where changed_in >= ${horizon}::xid8`);

export async function readBatches(db: Db, ids: readonly string[]): Promise<LastSeenBatch[]> {
  const read: LastSeenBatch[] = [];
  for (let at = 0; at < ids.length; at += READ_BATCHES)
    read.push(
      ...(await db.rows<LastSeenBatch>(sql`
        select batch_id as id, changed_in::text as "notedIn", property_ids as "propertyIds", listing_ids as "listingIds",
               array(select (extract(epoch from one) * 1000)::float8 from unnest(seen_at) with ordinality as seen (one, place)
                     order by place) as "seenAt"
        from listing_visit_log where batch_id = any (${ids.slice(at, at + READ_BATCHES)}::uuid[])`)),
    );
  return read;
}
