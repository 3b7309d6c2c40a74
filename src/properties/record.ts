import type { PropertyResult } from '../catalogue/document.ts';
import type { Db } from '../db/sql.ts';
import { newId } from '../lib/ids.ts';
import { noteOffers, type Surveyed } from '../market/market.ts';
import { type Grouping, heirOf, type Known, type Recording, regroup } from './grouping.ts';
import { judgePrices } from './judge.ts';
import { dropVisits, type KeptListing, keptFrom } from './listing-rows.ts';
import { recogniseAdvertisers } from './publishers/publishers.ts';
import { type Revised, type Revision, type RevisionKind, revise } from './revise.ts';
import {
  type ChangeRow,
  lock,
  type Merged,
  placesOf,
  putDocuments,
  putMerged,
  putRecorded,
  readConcerned,
} from './store.ts';

export type { Move, Placed, Recording } from './grouping.ts';

/** What recording did to one property. */
export interface Recorded {
  propertyId: string;
  revisionId: string;
  kinds: RevisionKind[];
  /** The survivor, when it was recognised as another property: its favorites move there. */
  mergedInto?: string;
}

/**
 * Records listings and where they belong, with everything that follows: verdicts, advertisers, the consolidated properties, their
 * changes and the market. `db` is the caller's transaction: all of it happens, or nothing. Recording the same again changes nothing.
 */
export async function record(db: Db, recording: Recording, now: Date): Promise<Recorded[]> {
  const known = await readLocked(db, recording);
  const grouping = regroup(recording, known);
  await nameAdvertisers(db, grouping, now);
  const surveyed = await judge(db, grouping);
  const written = changedListings(grouping, known);
  const revised = revisedOf(grouping, known, now);
  const revisions = revised.flatMap((one) => ('revision' in one ? [one.revision] : []));
  const merged = mergedAway(grouping, known, now);
  const changes = [
    ...revisions.map((one) => changeRow(one, known)),
    ...merged.map((one) => mergeRow(one, now)),
  ];
  await putRecorded(db, { listings: written, revisions, changes }, now);
  await dropVisits(db, departures(grouping, known));
  await putDocuments(
    db,
    revised.flatMap((one) => ('document' in one ? [one.document] : [])),
  );
  await putMerged(db, merged, now);
  const ids = new Set(written.map(({ state }) => state.id));
  await noteOffers(
    db,
    surveyed.filter(({ offer }) => ids.has(offer.listingId)),
    now,
  );
  return [
    ...revisions.map(({ result, revisionId, kinds }) => ({ propertyId: result.id, revisionId, kinds })),
    ...merged.map(({ propertyId, revisionId, into }) => ({
      propertyId,
      revisionId,
      kinds: ['REGROUPED' as const],
      mergedInto: into,
    })),
  ];
}

/**
 * Locks every listing and property concerned, and reads the properties with all their listings. Where a listing belongs is known for
 * sure under its lock only, and so is what a property was merged into: what was not foreseen is locked and read once more.
 */
async function readLocked(db: Db, recording: Recording): Promise<Known> {
  const { listings = [], moves = [], again = [] } = recording;
  const listingIds = [...listings.map(({ state }) => state.id), ...moves.map(({ listingId }) => listingId)];
  const placed = listings.flatMap(({ propertyId }) => propertyId ?? []);
  const foreseen = new Set([...again, ...placed, ...moves.map(({ propertyId }) => propertyId)]);
  // Moves concern properties that are not named: without this look ahead they would be locked out of order.
  if (moves.length > 0 || placed.length < listings.length) {
    await lock(db, listingIds, []);
    for (const { propertyId } of await placesOf(db, listingIds)) foreseen.add(propertyId);
  }
  const locked = new Set<string>();
  for (;;) {
    const missing = [...foreseen].filter((id) => !locked.has(id));
    await lock(db, listingIds, missing);
    for (const id of missing) locked.add(id);
    const { properties, listings: rows } = await readConcerned(db, listingIds, [...locked]);
    const found = properties.flatMap(({ propertyId, mergedInto }) => [propertyId, mergedInto ?? propertyId]);
    for (const id of found) foreseen.add(id);
    if (foreseen.size === locked.size) {
      return {
        properties: new Map(properties.map((row) => [row.propertyId, row])),
        listings: keptFrom(rows),
      };
    }
  }
}

/** Only a listing that was observed now may have another advertiser than before. */
async function nameAdvertisers(db: Db, { listings, observed }: Grouping, now: Date): Promise<void> {
  const states = [...observed.keys()].flatMap((id) => listings.get(id)?.state ?? []);
  const found = await recogniseAdvertisers(db, states, now);
  for (const { id } of states) {
    const kept = listings.get(id);
    if (kept !== undefined) listings.set(id, { ...kept, publisherId: found.get(id) });
  }
}

async function judge(db: Db, { listings }: Grouping): Promise<Surveyed[]> {
  const { verdicts, surveyed } = await judgePrices(db, [...listings.values()]);
  for (const [id, kept] of listings) {
    listings.set(id, { ...kept, state: { ...kept.state, priceCoherent: verdicts.get(id) } });
  }
  return surveyed;
}

function changedListings({ listings, observed, corrected }: Grouping, known: Known): KeptListing[] {
  return [...listings].flatMap(([id, kept]) => {
    const before = known.listings.get(id);
    const isChanged =
      observed.has(id) ||
      corrected.has(id) ||
      before?.propertyId !== kept.propertyId ||
      before.state.priceCoherent !== kept.state.priceCoherent;
    return isChanged ? [kept] : [];
  });
}

const departures = ({ listings }: Grouping, known: Known) =>
  [...known.listings]
    .filter(([id, before]) => listings.get(id)?.propertyId !== before.propertyId)
    .map(([listingId, { propertyId }]) => ({ listingId, propertyId }));

function revisedOf(grouping: Grouping, known: Known, now: Date): NonNullable<Revised>[] {
  return [...grouping.members].flatMap(([propertyId, ids]) => {
    const members = [...ids].flatMap((id) => grouping.listings.get(id) ?? []);
    const previous = known.properties.get(propertyId)?.document ?? undefined;
    const before = [...ids].flatMap((id) => known.listings.get(id) ?? []);
    const newcomers = before.filter((kept) => kept.propertyId !== propertyId);
    const leavers = [...(grouping.formerMembers.get(propertyId) ?? [])].filter((id) => !ids.has(id));
    const situation = {
      propertyId,
      previous,
      members,
      observed: new Map([...grouping.observed].filter(([id]) => ids.has(id))),
      before: before.map(({ state }) => state),
      origins: documentsOf(new Set(newcomers.map((kept) => kept.propertyId)), known),
      regrouped: newcomers.length > 0 || leavers.length > 0,
    };
    return revise(situation, newId(now), now) ?? [];
  });
}

const documentsOf = (ids: ReadonlySet<string>, { properties }: Known): PropertyResult[] =>
  [...ids].flatMap((id) => properties.get(id)?.document ?? []);

/** Properties that have no listing left: the one that most of theirs went to answers for them. */
function mergedAway(grouping: Grouping, known: Known, now: Date): Merged[] {
  return [...grouping.formerMembers.keys()].flatMap((propertyId) => {
    const into = grouping.members.has(propertyId) ? undefined : heirOf(propertyId, grouping);
    if (into === undefined) return [];
    const before = known.properties.get(propertyId)?.document ?? undefined;
    return [{ propertyId, into, revisionId: newId(now), before }];
  });
}

const changeRow = (revision: Revision, known: Known): ChangeRow => ({
  property_id: revision.result.id,
  revision_id: revision.revisionId,
  occurred_at: revision.occurredAt,
  kinds: revision.kinds,
  listing_id: revision.events[0]?.listingId,
  merged_into: undefined,
  listing_events: revision.events,
  changes: revision.changes,
  before: known.properties.get(revision.result.id)?.document ?? undefined,
  after: revision.result,
});

const mergeRow = ({ propertyId, revisionId, into, before }: Merged, now: Date): ChangeRow => ({
  property_id: propertyId,
  revision_id: revisionId,
  occurred_at: now,
  kinds: ['REGROUPED'],
  listing_id: undefined,
  merged_into: into,
  listing_events: [],
  changes: [],
  before,
  after: undefined,
});
