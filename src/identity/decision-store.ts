import { selectPageOf } from '../db/select-page.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import type { ManualOverride } from './neighbourhood.ts';

/** A listing that a decision moved from one property to another. */
export interface ListingMove {
  listingId: string;
  from: string;
  to: string;
}

export interface GroupingDecision {
  decisionId: string;
  action: 'merge' | 'split' | 'undo';
  listingIds: readonly string[];
  otherIds: readonly string[];
  /** The decision that an undo took back. */
  undoneId: string | null;
  formerOverrides: readonly ManualOverride[];
  moves: readonly ListingMove[];
  /** Null for a command. */
  personId: string | null;
  decidedAt: Date;
}

/** A decision with the name of its author and the listings that are still known. */
export interface NamedDecision extends Omit<GroupingDecision, 'formerOverrides'> {
  personName: string | null;
  listings: { id: string; url: string; source: string }[];
  /** Whether its overrides still hold. */
  isInForce: boolean;
}

export async function insertDecision(db: Db, decision: GroupingDecision): Promise<void> {
  await db.rows(sql`
    insert into grouping_decision
      (decision_id, action, listing_ids, other_ids, undone_id, former_overrides, moves, person_id, decided_at)
    values (${decision.decisionId}, ${decision.action}, ${decision.listingIds}::uuid[], ${decision.otherIds}::uuid[],
            ${decision.undoneId}, ${JSON.stringify(decision.formerOverrides)}::json, ${JSON.stringify(decision.moves)}::json,
            ${decision.personId}, ${decision.decidedAt})`);
}

/** Waits for another decision about the same listings. */
export const lockDecisions = (db: Db): Promise<unknown> =>
  db.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(concat(nullif(current_schema(), 'public'), 'grouping decisions'), 0))`);

export const findDecision = (
  db: Db,
  decisionId: string,
): Promise<Pick<GroupingDecision, 'action' | 'listingIds' | 'otherIds' | 'formerOverrides'> | undefined> =>
  firstRow(
    db,
    sql`
    select action, listing_ids as "listingIds", other_ids as "otherIds", former_overrides as "formerOverrides"
    from grouping_decision where decision_id = ${decisionId}`,
  );

/** The overrides of all pairs across two sets of listings, each pair from its first side. */
export const selectOverridesAcross = (
  db: Db,
  ones: readonly string[],
  others: readonly string[],
): Promise<ManualOverride[]> =>
  db.rows(sql`
    select listing_id as one, other_id as other, must_link as together, decided_at as "decidedAt",
           decision_id as "decisionId"
    from listing_override where listing_id = any (${ones}::uuid[]) and other_id = any (${others}::uuid[])`);

/** Returns how many pairs lost their override. */
export async function deleteOverridesOf(db: Db, decisionId: string): Promise<number> {
  const gone = await db.rows(
    sql`delete from listing_override where decision_id = ${decisionId} returning listing_id`,
  );
  return gone.length / 2;
}

/** The decisions of regions, newest first; with listings only those that name one of them. */
export const selectDecisions = (
  regions: readonly Db[],
  page: number,
  listingIds?: readonly string[],
): Promise<RowPage<NamedDecision>> =>
  selectPageOf(
    regions,
    sql`
    select decision_id as "decisionId", action, listing_ids as "listingIds", other_ids as "otherIds",
           undone_id as "undoneId", moves, decision.person_id as "personId", decided_at as "decidedAt",
           coalesce(person.name, person.email) as "personName",
           (select coalesce(json_agg(json_build_object('id', listing.listing_id, 'url', listing.url, 'source', source.slug)), '[]')
            from listing join source using (source_id)
            where listing.listing_id = any (decision.listing_ids || decision.other_ids)) as listings,
           action <> 'undo' and cardinality(listing_ids) * cardinality(other_ids) * 2 =
             (select count(*) from listing_override as manual where manual.decision_id = decision.decision_id) as "isInForce"
    from grouping_decision as decision
    left join person on person.person_id = decision.person_id
    ${listingIds === undefined ? sql`` : sql`where (listing_ids || other_ids) && ${listingIds}::uuid[]`}
    order by decided_at desc, decision_id`,
    page,
    (one, other) =>
      other.decidedAt.getTime() - one.decidedAt.getTime() || (one.decisionId < other.decisionId ? -1 : 1),
  );

export interface ListingHome {
  listingId: string;
  propertyId: string;
  url: string;
  source: string;
}

/** All listings of the properties of these listings, and of these properties. */
export const selectHousemates = (
  db: Db,
  listingIds: readonly string[],
  propertyIds: readonly string[],
): Promise<ListingHome[]> =>
  db.rows(sql`
    select member.listing_id as "listingId", member.property_id as "propertyId", listing.url, source.slug as source
    from listing_feature as member
    join listing using (listing_id)
    join source on source.source_id = listing.source_id
    where member.property_id in (
      select property_id from listing_feature where listing_id = any (${listingIds}::uuid[])
      union select unnest(${propertyIds}::uuid[]))
    order by member.property_id, listing.url`);
