import { type Db, sql } from '../db/sql.ts';

export interface GroupedListing {
  listingId: string;
  url: string;
  propertyId: string;
  priceCoherent: boolean | null;
}

/** Whether any listing was ever ingested. */
export const hasAnyListing = async (db: Db): Promise<boolean> =>
  (await db.rows(sql`select 1 from listing limit 1`)).length > 0;

const PAGE_ROWS = 2_000;

/** Every listing with its property, in order of id. */
export async function* scanGroupedListings(db: Db): AsyncGenerator<GroupedListing> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db.rows<GroupedListing>(sql`
      select listing_id as "listingId", url, property_id as "propertyId", price_coherent as "priceCoherent"
      from listing where listing_id > ${after}::uuid order by listing_id limit ${PAGE_ROWS}`);
    yield* page;
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)?.listingId ?? after;
  }
}
