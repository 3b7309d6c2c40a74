import type { PropertyResult } from '../catalogue/document.ts';
import { type Db, sql } from '../db/sql.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { documentChanges, logChanges } from './change-log.ts';
import type { ListingState } from './listing-state.ts';
import { preserveRevisions, selectDocuments, storeDocuments } from './store.ts';

const PAGE_ROWS = 2_000;

/** Listings with a date after `limit`, in order of id. A full scan: for repairs only. */
export async function* scanFutureDatedListings(db: Db, limit: Date): AsyncGenerator<{ listingId: string }> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db.rows<{ listingId: string; isAhead: boolean }>(sql`
      select listing_id as "listingId",
             coalesce(last_seen_at > ${limit}, false) or coalesce(expired_at > ${limit}, false)
             or coalesce(created_at, (state ->> 'createdAt')::timestamptz) > ${limit}
             or coalesce(updated_at, (state ->> 'updatedAt')::timestamptz) > ${limit} as "isAhead"
      from listing left join listing_visit using (property_id, listing_id)
      where listing_id > ${after}::uuid order by listing_id limit ${PAGE_ROWS}`);
    for (const { listingId, isAhead } of page) if (isAhead) yield { listingId };
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)?.listingId ?? after;
  }
}

/** A date in the future is replaced by the time it was received. */
export interface DateClamp {
  readonly limit: Date;
  readonly to: Date;
}

const clampDate = (moment: Date, { limit, to }: DateClamp): Date => (moment > limit ? to : moment);

export const clampStateDates = (state: ListingState, back: DateClamp): ListingState => ({
  ...state,
  createdAt: clampDate(state.createdAt, back),
  updatedAt: clampDate(state.updatedAt, back),
  lastSeenAt: clampDate(state.lastSeenAt, back),
  expiredAt: state.expiredAt && clampDate(state.expiredAt, back),
  prices: state.prices.map(({ price, at }) => ({ price, at: clampDate(at, back) })),
});

/**
 * Clamps the other stored dates of a property and its listing that only move forward: the last-seen time, the
 * clocks of the document, the times of its changes. Runs in the caller's transaction, under the locks of both,
 * before the listing is recorded.
 */
export async function clampStoredDates(
  db: Db,
  { propertyId, listingId }: { propertyId: string; listingId: string },
  back: DateClamp,
): Promise<void> {
  const { limit, to } = back;
  await db.rows(sql`
    update listing_visit set last_seen_at = ${to}
    where property_id = ${propertyId} and listing_id = ${listingId} and last_seen_at > ${limit}`);
  await db.rows(sql`
    update property_change set occurred_at = least(recorded_at, ${to})
    where property_id = ${propertyId} and occurred_at > ${limit}`);
  const [row] = await selectDocuments(db, [propertyId]);
  if (row === undefined) return;
  await preserveRevisions(db, [propertyId]);
  await storeDocuments(db, [clampDocumentDates(row.document, back)]);
  await logChanges(db, documentChanges([propertyId], 'CORRECTION'));
}

function clampDocumentDates(result: PropertyResult, back: DateClamp): PropertyResult {
  const moment = (text: string): string =>
    Date.parse(text) > back.limit.getTime() ? formatTimestamp(back.to) : text;
  const { property } = result;
  return {
    ...result,
    property: {
      ...property,
      createdAt: moment(property.createdAt),
      updatedAt: moment(property.updatedAt),
      changes: property.changes.map((change) => ({ ...change, occurredAt: moment(change.occurredAt) })),
    },
  };
}
