import { allRegions, regionOfProperty } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import { type NamedDecision, selectDecisions, selectHousemates } from './decision-store.ts';

/** The decisions about listings, newest first; with a property only those about its listings. */
export async function listDecisions(
  db: Db,
  page: number,
  propertyId?: string,
): Promise<RowPage<NamedDecision>> {
  if (propertyId === undefined) return selectDecisions(allRegions(db), page);
  const region = await regionOfProperty(db, propertyId);
  const listings = await selectHousemates(region, [], [propertyId]);
  return selectDecisions(
    [region],
    page,
    listings.map(({ listingId }) => listingId),
  );
}
