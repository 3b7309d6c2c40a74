import type { Db } from '../db/sql.ts';
import type { PriceReason } from '../market/coherence.ts';
import { loadMarket } from '../market/market.ts';
import { contradictsRooms, isAreaDoubtful } from './consolidate/areas.ts';
import { findListingRecordsOf, type ListingRecord } from './listing-rows.ts';
import type { Claims } from './listing-state.ts';
import { assessPrices, toOffer } from './price-verdicts.ts';
import { selectPropertyIds } from './store.ts';

export const areaReasons = ['contradicted by its rooms', 'contradicted by its text'] as const;

export type AreaReason = (typeof areaReasons)[number];

/** The verdicts on one listing by today's market, and what they rest on. */
export interface ExplainedPrice {
  priceCoherent: boolean | undefined;
  reason: PriceReason;
  /** Undefined where nothing contradicts the area. */
  area: AreaReason | undefined;
}

/** A listing of a property with its verdicts. */
export interface ExplainedListing extends ExplainedPrice {
  record: ListingRecord;
}

/** Every listing of a property, the oldest first. */
export async function explainListings(db: Db, propertyId: string): Promise<ExplainedListing[]> {
  const records = (await findListingRecordsOf(db, propertyId)).toSorted(
    (one, other) =>
      one.state.createdAt.getTime() - other.state.createdAt.getTime() ||
      one.state.id.localeCompare(other.state.id),
  );
  const { verdicts, reasons } = assessPrices(records, await loadMarket(db, records.map(toOffer)));
  return records.map((record) => ({
    record,
    priceCoherent: verdicts.get(record.state.id),
    reason: reasons.get(record.state.id) ?? 'no comparables',
    area: areaReason(record.state.claims),
  }));
}

function areaReason(claims: Claims): AreaReason | undefined {
  if (contradictsRooms(claims)) return 'contradicted by its rooms';
  return isAreaDoubtful(claims) ? 'contradicted by its text' : undefined;
}

/** Undefined for a listing that is not known. */
export async function explainPrice(db: Db, listingId: string): Promise<ExplainedPrice | undefined> {
  const [home] = await selectPropertyIds(db, [listingId]);
  if (home === undefined) return undefined;
  const explained = await explainListings(db, home.propertyId);
  return explained.find(({ record }) => record.state.id === listingId);
}
