import type { Horizon } from '../../../db/horizon.ts';
import { type Db, sql } from '../../../db/sql.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import type { LastSeenTimes } from '../../visits.ts';

/** Last-seen times newer than the documents, by property. Applying a batch is idempotent. */
export class LastSeenOverlay {
  readonly #seen = new Map<string, Map<string, number>>();
  /** Batches already applied from transactions above the horizon. */
  readonly #applied = new Map<string, string>();

  get size(): number {
    return this.#seen.size;
  }

  of = (propertyId: string): LastSeenTimes | undefined => this.#seen.get(propertyId);

  isNew = (batchId: string): boolean => !this.#applied.has(batchId);

  apply(
    { id, writtenIn, propertyIds, listingIds, seenAt }: LastSeenBatch,
    isIndexed: (id: string) => boolean,
  ): void {
    this.#applied.set(id, writtenIn);
    for (const [at, propertyId] of propertyIds.entries()) {
      if (!isIndexed(propertyId)) continue;
      const [listingId, moment] = [listingIds[at] ?? '', seenAt[at] ?? 0];
      const seen = this.#seen.get(propertyId) ?? new Map<string, number>();
      seen.set(listingId, Math.max(moment, seen.get(listingId) ?? 0));
      this.#seen.set(propertyId, seen);
    }
  }

  /** Called when the document was read again. */
  forget(propertyId: string): void {
    this.#seen.delete(propertyId);
  }

  forgetApplied(horizon: bigint): void {
    for (const [id, notedIn] of this.#applied) if (BigInt(notedIn) < horizon) this.#applied.delete(id);
  }
}

/** Last-seen times recorded together. */
export interface LastSeenBatch {
  readonly id: string;
  readonly writtenIn: string;
  readonly propertyIds: readonly string[];
  readonly listingIds: readonly string[];
  /** In milliseconds. */
  readonly seenAt: readonly number[];
}

/** How long last-seen times are logged: an older index must be reloaded. */
export const LAST_SEEN_LOG_RETENTION_MS = 24 * HOUR_MS;
const READ_BATCHES = 100;

/** The batches that may be new since the horizon, with their sizes. */
export const findBatchesSince = (
  db: Db,
  horizon: Horizon,
): Promise<{ id: string; writtenIn: string; size: number }[]> =>
  db.rows(sql`
    select batch_id as id, changed_in::text as "writtenIn", cardinality(listing_ids) as size
    from listing_visit_log where changed_in >= ${horizon}::xid8`);

export async function readBatches(db: Db, ids: readonly string[]): Promise<LastSeenBatch[]> {
  const read: LastSeenBatch[] = [];
  for (let at = 0; at < ids.length; at += READ_BATCHES)
    read.push(
      ...(await db.rows<LastSeenBatch>(sql`
        select batch_id as id, changed_in::text as "writtenIn", property_ids as "propertyIds", listing_ids as "listingIds",
               array(select (extract(epoch from one) * 1000)::float8 from unnest(seen_at) with ordinality as seen (one, position)
                     order by position) as "seenAt"
        from listing_visit_log where batch_id = any (${ids.slice(at, at + READ_BATCHES)}::uuid[])`)),
    );
  return read;
}
