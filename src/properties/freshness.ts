import { type Db, sql } from '../db/sql.ts';

export interface SourceFreshness {
  sourceId: string;
  slug: string;
  name: string;
  liveListings: number;
  lastSeenAt: Date | null;
}

/**
 * When each source was last seen, and how many of its listings are live. Reads every row: seconds for ten million,
 * so for operators only.
 */
export const selectSourceFreshness = (db: Db): Promise<SourceFreshness[]> =>
  db.rows(sql`
    select source.source_id as "sourceId", slug, name, coalesce(live, 0)::int as "liveListings", seen as "lastSeenAt"
    from source
    left join (
      select listing.source_id, count(*) filter (where expired_at is null) as live, max(last_seen_at) as seen
      from listing join listing_visit using (property_id, listing_id) group by listing.source_id
    ) as visits using (source_id)
    order by seen desc nulls last, slug`);
