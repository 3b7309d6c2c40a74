import type { ListingRecord } from './listing-rows.ts';
import type { ListingState } from './listing-state.ts';
import type { PropertyEstimate } from './revision-documents.ts';
import type { AffectedProperty } from './store.ts';

export interface ListingAssignment {
  state: ListingState;
  /** The target property; absent for a known listing that stays. */
  propertyId?: string;
  payloadHash?: Buffer;
  /** A correction of our own processing: it is written, but it is no event. */
  correction?: true;
}

export interface ListingMove {
  listingId: string;
  propertyId: string;
}

/** What is recorded in one step. */
export interface Recording {
  /** New or changed listings. */
  listings?: readonly ListingAssignment[];
  /** Known listings to move: a merge moves all listings of a property, a split some of them. */
  moves?: readonly ListingMove[];
  /** Properties to reassess and consolidate without a new observation. */
  reconsolidate?: readonly string[];
  /** Known listings whose current price stood without a correction. */
  stood?: readonly string[];
  /** New estimates by property; null takes the estimate away. */
  estimates?: ReadonlyMap<string, PropertyEstimate | null>;
}

/** The state read under the locks. */
export interface RecordedState {
  properties: ReadonlyMap<string, AffectedProperty>;
  listings: ReadonlyMap<string, ListingRecord>;
}

/** The listings of the properties concerned, before and after. */
export interface RegroupingResult {
  listings: Map<string, ListingRecord>;
  /** The previous state of each observed listing. */
  observed: Map<string, ListingState | undefined>;
  corrected: Set<string>;
  /** The ids of the listings, by property. */
  members: Map<string, Set<string>>;
  formerMembers: Map<string, Set<string>>;
}

/** Applies the given assignments; it decides nothing about identity. */
export function regroup(recording: Recording, known: RecordedState): RegroupingResult {
  const listings = new Map(known.listings);
  const observed = new Map<string, ListingState | undefined>();
  const corrected = new Set<string>();
  for (const assignment of recording.listings ?? []) {
    const before = listings.get(assignment.state.id);
    const merged = mergeWithStored(assignment, before?.state);
    if (merged === undefined) continue;
    if (merged.correction) corrected.add(merged.state.id);
    else observed.set(merged.state.id, before?.state);
    listings.set(merged.state.id, toListingRecord(merged, before, known));
  }
  for (const { listingId, propertyId } of recording.moves ?? []) {
    const record = listings.get(listingId);
    if (record === undefined) throw new Error(`listing ${listingId} cannot be moved: it is not known`);
    listings.set(listingId, { ...record, propertyId });
  }
  for (const listingId of recording.stood ?? []) {
    const record = listings.get(listingId);
    if (record === undefined) continue;
    listings.set(listingId, { ...record, state: withStandingPrice(record.state) });
    corrected.add(listingId);
  }
  const [members, formerMembers] = [groupByProperty(listings), groupByProperty(known.listings)];
  return { listings, observed, corrected, members, formerMembers };
}

const withStandingPrice = (state: ListingState): ListingState => ({
  ...state,
  prices: state.prices.map((seen, at) =>
    at === state.prices.length - 1 ? { ...seen, hasStood: true } : seen,
  ),
});

/**
 * An older observation never overwrites a newer one. One exception: a listing found gone stays gone although
 * another worker recorded an earlier last-seen time meanwhile, which takes no lock.
 */
function mergeWithStored(
  assignment: ListingAssignment,
  known: ListingState | undefined,
): ListingAssignment | undefined {
  if (known === undefined || assignment.state.lastSeenAt >= known.lastSeenAt) return assignment;
  const { expiredAt } = assignment.state;
  if (expiredAt === undefined || expiredAt <= known.lastSeenAt) return undefined;
  if (known.expiredAt !== undefined && known.expiredAt <= expiredAt) return undefined;
  return { ...assignment, state: { ...known, expiredAt } };
}

function toListingRecord(
  assignment: ListingAssignment,
  before: ListingRecord | undefined,
  known: RecordedState,
): ListingRecord {
  const target = assignment.propertyId ?? before?.propertyId;
  if (target === undefined)
    throw new Error(`listing ${assignment.state.id} is new and was given no property`);
  return {
    propertyId: before === undefined ? followMerges(target, known) : target,
    publisherId: before?.publisherId,
    payloadHash: assignment.payloadHash ?? before?.payloadHash,
    state: { ...assignment.state, priceCoherent: before?.state.priceCoherent },
  };
}

/**
 * A new listing assigned to a merged id joins the survivor. A known one is assigned to the merged id itself, which
 * undoes the merge.
 */
function followMerges(propertyId: string, { properties }: RecordedState): string {
  const seen = new Set<string>();
  let at = propertyId;
  for (
    let next = properties.get(at)?.mergedInto;
    next && !seen.has(next);
    next = properties.get(at)?.mergedInto
  ) {
    seen.add(at);
    at = next;
  }
  return at;
}

function groupByProperty(listings: ReadonlyMap<string, ListingRecord>): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  for (const [id, { propertyId }] of listings) {
    const ids = members.get(propertyId);
    if (ids === undefined) members.set(propertyId, new Set([id]));
    else ids.add(id);
  }
  return members;
}

/** The property that now has most of a property's former listings; of equals the one that sorts first. */
export function mergeTarget(
  propertyId: string,
  { listings, formerMembers }: RegroupingResult,
): string | undefined {
  const counts = new Map<string, number>();
  for (const id of formerMembers.get(propertyId) ?? []) {
    const target = listings.get(id)?.propertyId;
    if (target !== undefined) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return [...counts].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))[0]?.[0];
}

/** The listings and properties that a recording names. */
export function collectIds({
  listings = [],
  moves = [],
  reconsolidate = [],
  stood = [],
  estimates,
}: Recording): {
  listingIds: string[];
  propertyIds: string[];
} {
  return {
    listingIds: [
      ...listings.map(({ state }) => state.id),
      ...moves.map(({ listingId }) => listingId),
      ...stood,
    ],
    propertyIds: [
      ...reconsolidate,
      ...(estimates?.keys() ?? []),
      ...listings.flatMap(({ propertyId }) => propertyId ?? []),
      ...moves.map(({ propertyId }) => propertyId),
    ],
  };
}
