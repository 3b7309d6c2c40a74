import type { PropertyResult } from '../catalogue/document.ts';
import { newId } from '../lib/ids.ts';
import type { Market, Surveyed } from '../market/market.ts';
import { type Grouping, heirOf, type Known, type Recording, regroup } from './grouping.ts';
import { judgePrices, pricesJudged } from './judge.ts';
import type { KeptListing } from './listing-rows.ts';
import type { Change } from './put-recorded.ts';
import { type Revised, type Revision, revise } from './revise.ts';
import type { Merged } from './store.ts';

/** What is known beside the listings and properties concerned. */
export interface Around {
  /** The recognised advertiser of each listing that states one. */
  advertisers: ReadonlyMap<string, string>;
  market: Market;
  now: Date;
}

/** All that follows from one recording. */
export interface Turn {
  written: KeptListing[];
  departures: { listingId: string; propertyId: string }[];
  revisions: Revision[];
  /** Properties where nothing but verdicts moved. */
  documents: PropertyResult[];
  merged: Merged[];
  changes: Change[];
  /** The market of the listings written. */
  surveyed: Surveyed[];
}

/** Works out one recording from what is known, and asks nobody. */
export function takeTurn(recording: Recording, known: Known, around: Around): Turn {
  const { now } = around;
  const grouping = regroup(recording, known);
  nameAdvertisers(grouping, around.advertisers);
  const surveyed = judge(grouping, around.market);
  const written = changedListings(grouping, known);
  const revised = revisedOf(grouping, known, now);
  const revisions = revised.flatMap((one) => ('revision' in one ? [one.revision] : []));
  const merged = mergedAway(grouping, known, now);
  const ids = new Set(written.map(({ state }) => state.id));
  return {
    written,
    departures: departures(grouping, known),
    revisions,
    documents: revised.flatMap((one) => ('document' in one ? [one.document] : [])),
    merged,
    changes: [...revisions.map(changeOf), ...merged.map((one) => mergeOf(one, now))],
    surveyed: surveyed.filter(({ offer }) => ids.has(offer.listingId)),
  };
}

/** Only a listing that was observed now may have another advertiser than before. */
function nameAdvertisers({ listings, observed }: Grouping, advertisers: Around['advertisers']): void {
  for (const id of observed.keys()) {
    const kept = listings.get(id);
    if (kept !== undefined) listings.set(id, { ...kept, publisherId: advertisers.get(id) });
  }
}

function judge({ listings }: Grouping, market: Market): Surveyed[] {
  const { verdicts, surveyed } = judgePrices([...listings.values()], market);
  for (const [id, kept] of listings) {
    const priceCoherent = verdicts.get(id);
    const prices = pricesJudged(kept.state, priceCoherent);
    if (kept.state.priceCoherent !== priceCoherent || prices !== kept.state.prices)
      listings.set(id, { ...kept, state: { ...kept.state, priceCoherent, prices } });
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

const departures = ({ listings }: Grouping, known: Known): Turn['departures'] =>
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

const changeOf = (revision: Revision): Change => ({
  propertyId: revision.result.id,
  revisionId: revision.revisionId,
  occurredAt: revision.occurredAt,
  kinds: revision.kinds,
  listingId: revision.events[0]?.listingId,
  mergedInto: undefined,
  listingEvents: revision.events,
  changes: revision.changes,
  before: revision.former,
  after: revision.result,
});

const mergeOf = ({ propertyId, revisionId, into, before }: Merged, now: Date): Change => ({
  propertyId,
  revisionId,
  occurredAt: now,
  kinds: ['REGROUPED'],
  listingId: undefined,
  mergedInto: into,
  listingEvents: [],
  changes: [],
  before,
  after: undefined,
});
