import type { PropertyResult } from '../catalogue/document.ts';
import { newId } from '../lib/ids.ts';
import type { MarketLookup, SurveyedOffer } from '../market/market.ts';
import type { PropertyRevisionChange } from './change-log.ts';
import {
  mergeTarget,
  type RecordedState,
  type Recording,
  type RegroupingResult,
  regroup,
} from './grouping.ts';
import type { ListingRecord } from './listing-rows.ts';
import type { HeldPrice } from './price-story/steps.ts';
import { assessPrices, markMisprint } from './price-verdicts.ts';
import { type PropertyRevision, type RevisionResult, revise } from './revise.ts';
import type { MergedProperty } from './store.ts';

/** Input of a recording beside the listings and properties themselves. */
export interface RecordingContext {
  /** The recognised advertiser of each listing that states one. */
  advertisers: ReadonlyMap<string, string>;
  market: MarketLookup;
  now: Date;
}

/** Everything that one recording changes. */
export interface RecordingResult {
  listings: ListingRecord[];
  departures: { listingId: string; propertyId: string }[];
  revisions: PropertyRevision[];
  /** Properties whose verdicts changed and nothing else. */
  documents: PropertyResult[];
  merged: MergedProperty[];
  changes: PropertyRevisionChange[];
  /** Prices to look at again later. */
  heldPrices: HeldPrice[];
  /** The market offers of the listings written. */
  surveyedOffers: SurveyedOffer[];
}

/** Computes one recording from the state it is given; a pure function. */
export function applyRecording(
  recording: Recording,
  known: RecordedState,
  context: RecordingContext,
): RecordingResult {
  const { now } = context;
  const grouping = regroup(recording, known);
  assignAdvertisers(grouping, context.advertisers);
  const surveyed = assessListings(grouping, context.market);
  const written = changedListings(grouping, known);
  const revised = buildRevisions(grouping, known, { now, estimates: recording.estimates });
  const revisions = revised.flatMap((one) => ('revision' in one ? [one.revision] : []));
  const merged = findMergedProperties(grouping, known, now);
  const ids = new Set(written.map(({ state }) => state.id));
  return {
    listings: written,
    departures: departures(grouping, known),
    revisions,
    documents: revised.flatMap((one) => ('document' in one ? [one.document] : [])),
    merged,
    changes: [...revisions.map(toRevisionChange), ...merged.map((one) => toMergeChange(one, now))],
    heldPrices: revisions.flatMap(({ held }) => held),
    surveyedOffers: surveyed.filter(({ offer }) => ids.has(offer.listingId)),
  };
}

/** Only a listing observed in this recording may change its advertiser. */
function assignAdvertisers(
  { listings, observed }: RegroupingResult,
  advertisers: RecordingContext['advertisers'],
): void {
  for (const id of observed.keys()) {
    const record = listings.get(id);
    if (record !== undefined) listings.set(id, { ...record, publisherId: advertisers.get(id) });
  }
}

function assessListings({ listings }: RegroupingResult, market: MarketLookup): SurveyedOffer[] {
  const { verdicts, surveyed } = assessPrices([...listings.values()], market);
  for (const [id, record] of listings) {
    const priceCoherent = verdicts.get(id);
    const prices = markMisprint(record.state, priceCoherent);
    if (record.state.priceCoherent !== priceCoherent || prices !== record.state.prices)
      listings.set(id, { ...record, state: { ...record.state, priceCoherent, prices } });
  }
  return surveyed;
}

function changedListings(
  { listings, observed, corrected }: RegroupingResult,
  known: RecordedState,
): ListingRecord[] {
  return [...listings].flatMap(([id, record]) => {
    const before = known.listings.get(id);
    const isChanged =
      observed.has(id) ||
      corrected.has(id) ||
      before?.propertyId !== record.propertyId ||
      before.state.priceCoherent !== record.state.priceCoherent;
    return isChanged ? [record] : [];
  });
}

const departures = ({ listings }: RegroupingResult, known: RecordedState): RecordingResult['departures'] =>
  [...known.listings]
    .filter(([id, before]) => listings.get(id)?.propertyId !== before.propertyId)
    .map(([listingId, { propertyId }]) => ({ listingId, propertyId }));

function buildRevisions(
  grouping: RegroupingResult,
  known: RecordedState,
  { now, estimates }: { now: Date; estimates: Recording['estimates'] },
): NonNullable<RevisionResult>[] {
  return [...grouping.members].flatMap(([propertyId, ids]) => {
    const members = [...ids].flatMap((id) => grouping.listings.get(id) ?? []);
    const previous = known.properties.get(propertyId)?.document ?? undefined;
    const before = [...ids].flatMap((id) => known.listings.get(id) ?? []);
    const arrivals = before.filter((record) => record.propertyId !== propertyId);
    const leavers = [...(grouping.formerMembers.get(propertyId) ?? [])].filter((id) => !ids.has(id));
    const situation = {
      propertyId,
      previous,
      members,
      observed: new Map([...grouping.observed].filter(([id]) => ids.has(id))),
      origins: originDocuments(new Set(arrivals.map((record) => record.propertyId)), known),
      regrouped: arrivals.length > 0 || leavers.length > 0,
      before,
      estimate: estimates?.get(propertyId),
    };
    return revise(situation, newId(now), now) ?? [];
  });
}

const originDocuments = (ids: ReadonlySet<string>, { properties }: RecordedState): PropertyResult[] =>
  [...ids].flatMap((id) => properties.get(id)?.document ?? []);

/** Properties without a listing: each is merged into the property that received most of its listings. */
function findMergedProperties(grouping: RegroupingResult, known: RecordedState, now: Date): MergedProperty[] {
  return [...grouping.formerMembers.keys()].flatMap((propertyId) => {
    const into = grouping.members.has(propertyId) ? undefined : mergeTarget(propertyId, grouping);
    if (into === undefined) return [];
    const before = known.properties.get(propertyId)?.document ?? undefined;
    return [{ propertyId, into, revisionId: newId(now), before }];
  });
}

const toRevisionChange = (revision: PropertyRevision): PropertyRevisionChange => ({
  propertyId: revision.result.id,
  revisionId: revision.revisionId,
  occurredAt: revision.occurredAt,
  kinds: revision.kinds,
  listingId: (revision.events[0] ?? revision.changes[0])?.listingId,
  mergedInto: undefined,
  listingEvents: revision.events,
  changes: revision.changes,
  previous: revision.previous,
  before: revision.former,
  after: revision.result,
});

const toMergeChange = (
  { propertyId, revisionId, into, before }: MergedProperty,
  now: Date,
): PropertyRevisionChange => ({
  propertyId,
  revisionId,
  occurredAt: now,
  kinds: ['REGROUPED'],
  listingId: undefined,
  mergedInto: into,
  listingEvents: [],
  changes: [],
  previous: before,
  before,
  after: undefined,
});
