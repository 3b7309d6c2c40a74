import { type Db, firstRow, sql } from '../db/sql.ts';
import type { AssignmentEvidence } from './decide.ts';
import type { Comparison, Levels } from './levels.ts';
import { model } from './model.ts';
import { type PackedEvidence, type PackedLevels, unpackEvidence, unpackLevels } from './packed-evidence.ts';
import { ATTACH_MIN_BITS, BORDERLINE_BITS } from './thresholds.ts';

/** Two listings whose evidence is near the threshold. */
export interface BorderlinePair {
  one: string;
  other: string;
  oneUrl: string;
  otherUrl: string;
  onePropertyId: string;
  otherPropertyId: string;
  score: number;
  levels: Levels;
  model: string;
}

/** Listings looked at: those that came in the last week and stand alone or in the grey, the newest first. */
const MAX_REVIEWED_LISTINGS = 5_000;
const MAX_PAIRS = 300;

/**
 * The pairs nearest to the threshold without a manual override. Found through the listings with a retry, which an index
 * holds, so that old edges are never read.
 */
export async function loadBorderlinePairs(db: Db): Promise<BorderlinePair[]> {
  const rows = await db.rows<Omit<BorderlinePair, 'levels'> & { levels: PackedLevels }>(sql`
    with grey as (
      select listing_id, property_id from listing_feature
      where retry_at is not null and expired_at is null order by retry_at desc limit ${MAX_REVIEWED_LISTINGS}
    )
    select edge.listing_id as one, edge.other_id as other, grey.property_id as "onePropertyId",
           mate.property_id as "otherPropertyId", edge.score, edge.levels, edge.model,
           (select url from listing where listing.listing_id = edge.listing_id) as "oneUrl",
           (select url from listing where listing.listing_id = edge.other_id) as "otherUrl"
    from grey
    join listing_edge as edge on edge.listing_id = grey.listing_id
    join listing_feature as mate on mate.listing_id = edge.other_id
    where edge.score between ${BORDERLINE_BITS.least} and ${BORDERLINE_BITS.most} and edge.levels is not null
      and mate.expired_at is null
      and (edge.listing_id < edge.other_id or mate.retry_at is null)
      and not exists (select from listing_override as manual
                      where manual.listing_id = edge.listing_id and manual.other_id = edge.other_id)
    order by abs(edge.score - ${ATTACH_MIN_BITS}), edge.listing_id, edge.other_id
    limit ${MAX_PAIRS}`);
  return rows.map((row) => ({ ...row, levels: unpackLevels(row.levels) }));
}

export interface ListingMembership {
  listingId: string;
  url: string;
  joinedAt: Date;
  decision: string;
  evidence: AssignmentEvidence;
}

/** Why each listing of a property is there: the decision that brought it, with its strongest link. */
export async function loadMemberships(db: Db, propertyId: string): Promise<ListingMembership[]> {
  const rows = await db.rows<Omit<ListingMembership, 'evidence'> & { evidence: PackedEvidence }>(sql`
    select member.listing_id as "listingId", listing.url, past.joined_at as "joinedAt", past.decision, past.evidence
    from listing_feature as member
    join listing using (listing_id)
    cross join lateral (
      select joined_at, decision, evidence from listing_property_history as history
      where history.listing_id = member.listing_id and history.property_id = member.property_id
      order by joined_at desc limit 1
    ) as past
    where member.property_id = ${propertyId}
    order by past.joined_at, member.listing_id`);
  return rows.map((row) => ({ ...row, evidence: unpackEvidence(row.evidence) }));
}

/** Listings whose retry is overdue, and since when the first of them is. */
export const countOverdueRetries = async (
  db: Db,
  now: Date,
): Promise<{ waiting: number; since: Date | null }> =>
  (await firstRow(
    db,
    sql`select count(*)::int as waiting, min(retry_at) as since from listing_feature where retry_at <= ${now}`,
  )) ?? { waiting: 0, since: null };

/**
 * What each level weighs in the model in force, in bits: above zero it speaks for one home. A score is their sum, less for what was read
 * from texts and for what a whole programme shares, and less the more listings a zone holds.
 */
export const levelWeights = (levels: Levels): Record<string, number> =>
  Object.fromEntries(
    Object.entries(levels).flatMap(([name, level]) => {
      const weights: Record<string, number> = model.weights[name as Comparison];
      return level === undefined ? [] : [[name, weights[level] ?? 0]];
    }),
  );
