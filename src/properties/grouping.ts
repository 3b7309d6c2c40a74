import type { ListingRecord } from './listing-rows.ts';
import type { ListingState } from './listing-state.ts';
import type { AffectedProperty } from './store.ts';

export interface ListingAssignment {
  state: ListingState;
  /** Where it belongs; left out for a known listing that stays where it is. */
  propertyId?: string;
  payloadHash?: Buffer;
  /** Our own correction of what we made of a visit: it is written, but nothing happened in the world. */
  correction?: true;
}

export interface ListingReassignment {
  listingId: string;
  propertyId: string;
}

/** What is to be recorded together. */
export interface Recording {
  /** Listings as they now stand, new or changed. */
  listings?: readonly ListingAssignment[];
  /** Known listings that were found to belong elsewhere: a merge moves all of a property, a split some of one. */
  moves?: readonly ListingReassignment[];
  /** Properties to judge and consolidate again though nothing was observed. */
  reconsolidate?: readonly string[];
}

/** What was read under the locks. */
export interface RecordedState {
  properties: ReadonlyMap<string, AffectedProperty>;
  listings: ReadonlyMap<string, ListingRecord>;
}

/** How listings are spread over the properties concerned, before and after. */
export interface RegroupingResult {
  listings: Map<string, ListingRecord>;
  /** Observed listings as they stood before. */
  observed: Map<string, ListingState | undefined>;
  corrected: Set<string>;
  /** By property, the ids of its listings. */
  members: Map<string, Set<string>>;
  formerMembers: Map<string, Set<string>>;
}

/** Decides nothing about identity: it carries out the places it is given. */
export function regroup(recording: Recording, known: RecordedState): RegroupingResult {
  const listings = new Map(known.listings);
  const observed = new Map<string, ListingState | undefined>();
  const corrected = new Set<string>();
  for (const told of recording.listings ?? []) {
    const before = listings.get(told.state.id);
    const placed = mergeWithStored(told, before?.state);
    if (placed === undefined) continue;
    if (placed.correction) corrected.add(placed.state.id);
    else observed.set(placed.state.id, before?.state);
    listings.set(placed.state.id, toListingRecord(placed, before, known));
  }
  for (const { listingId, propertyId } of recording.moves ?? []) {
    const kept = listings.get(listingId);
    if (kept === undefined) throw new Error(`listing ${listingId} cannot be moved: it is not known`);
    listings.set(listingId, { ...kept, propertyId });
  }
  const [members, formerMembers] = [groupByProperty(listings), groupByProperty(known.listings)];
  return { listings, observed, corrected, members, formerMembers };
}

/**
 * An older visit never overwrites a newer one. But a listing may be found gone while another worker notes an earlier visit to it, which
 * takes no lock: then it is gone all the same.
 */
function mergeWithStored(
  placed: ListingAssignment,
  known: ListingState | undefined,
): ListingAssignment | undefined {
  if (known === undefined || placed.state.lastSeenAt >= known.lastSeenAt) return placed;
  const { expiredAt } = placed.state;
  if (expiredAt === undefined || expiredAt <= known.lastSeenAt) return undefined;
  if (known.expiredAt !== undefined && known.expiredAt <= expiredAt) return undefined;
  return { ...placed, state: { ...known, expiredAt } };
}

function toListingRecord(
  placed: ListingAssignment,
  before: ListingRecord | undefined,
  known: RecordedState,
): ListingRecord {
  const wanted = placed.propertyId ?? before?.propertyId;
  if (wanted === undefined) throw new Error(`listing ${placed.state.id} is new and was given no property`);
  return {
    propertyId: before === undefined ? followMerges(wanted, known) : wanted,
    publisherId: before?.publisherId,
    payloadHash: placed.payloadHash ?? before?.payloadHash,
    state: { ...placed.state, priceCoherent: before?.state.priceCoherent },
  };
}

/** A new listing placed on an id that was merged away means the survivor. A known one is taken back to it: that is how a merge is undone. */
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

/** The property that most of a property's former listings belong to now; of equals the one that sorts first. */
export function mergeTarget(
  propertyId: string,
  { listings, formerMembers }: RegroupingResult,
): string | undefined {
  const counts = new Map<string, number>();
  for (const id of formerMembers.get(propertyId) ?? []) {
    const heir = listings.get(id)?.propertyId;
    if (heir !== undefined) counts.set(heir, (counts.get(heir) ?? 0) + 1);
  }
  return [...counts].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))[0]?.[0];
}
