import { type Db, sql } from '../db/sql.ts';
import type { PriceReason } from '../market/coherence.ts';
import { loadMarket } from '../market/market.ts';
import { contradictsRooms } from './consolidate/areas.ts';
import { isAreaDoubtful } from './doubtful-area.ts';
import { type ListingRow, listingColumns, parseListingRows } from './listing-rows.ts';
import { assessPrices, toOffer } from './price-verdicts.ts';

/** The verdicts on one listing by today's market, and what they rest on. */
export interface ExplainedPrice {
  priceCoherent: boolean | undefined;
  reason: PriceReason;
  /** Undefined where nothing contradicts the area. */
  area: 'contradicted by its rooms' | 'contradicted by its text' | undefined;
}

/** Undefined for a listing that is not known. */
export async function explainPrice(db: Db, listingId: string): Promise<ExplainedPrice | undefined> {
  const rows = await db.rows<ListingRow>(sql`
    select ${listingColumns} from listing left join listing_visit using (property_id, listing_id)
    where property_id = (select property_id from listing where listing_id = ${listingId})`);
  const records = [...parseListingRows(rows).values()];
  const own = records.find(({ state }) => state.id === listingId);
  if (own === undefined) return undefined;
  const { verdicts, reasons } = assessPrices(records, await loadMarket(db, records.map(toOffer)));
  const { claims } = own.state;
  return {
    priceCoherent: verdicts.get(listingId),
    reason: reasons.get(listingId) ?? 'no comparables',
    area: contradictsRooms(claims)
      ? 'contradicted by its rooms'
      : isAreaDoubtful(claims)
        ? 'contradicted by its text'
        : undefined,
  };
}
