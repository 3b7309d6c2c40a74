import type { ChangeEntry, PropertyResult } from '../catalogue/document.ts';
import { canonical, isSameJson } from '../lib/canonical.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { type AttributeDifference, compareViews } from './changes.ts';
import { type ConsolidatedView, consolidate } from './consolidate.ts';
import { buildFlatProperty } from './flat.ts';
import type { ListingRecord } from './listing-rows.ts';
import type { ListingState } from './listing-state.ts';
import {
  isPriceChange,
  keepUnexplainedEntries,
  matchPriceEntries,
  newestFirst,
} from './price-story/entries.ts';
import type { PriceMove } from './price-story/moves.ts';
import type { HeldPrice } from './price-story/steps.ts';
import { buildPriceStory, type PriceStory } from './price-story/story.ts';
import type { PropertyMember } from './publishers/publishers.ts';
import { type PropertyEstimate, withValuation } from './revision-documents.ts';

/** What happened to a property, or to a listing. REGROUPED: listings moved from or to another property. */
export type ListingEventKind = 'CREATED' | 'UPDATED' | 'EXPIRED' | 'REACTIVATED';
/** VALUED: the service estimated its price again. */
export type RevisionKind = ListingEventKind | 'REGROUPED' | 'VALUED';

export interface ListingEvent {
  listingId: string;
  kind: ListingEventKind;
  /** What the listing itself changed, whether or not the consolidated view changed too. */
  changes: AttributeDifference[];
}

/** A property before and after a recording. */
export interface RevisionInput {
  propertyId: string;
  /** Its document so far. */
  previous: PropertyResult | undefined;
  members: readonly PropertyMember[];
  /** The previous states of the listings observed now; undefined for a new one. */
  observed: ReadonlyMap<string, ListingState | undefined>;
  /** Documents of the properties that listings moved from. */
  origins: readonly PropertyResult[];
  regrouped: boolean;
  /** Its listings as recorded before, wherever they were. */
  before: readonly ListingRecord[];
  /** A new estimate; null takes it away, absent keeps it. */
  estimate?: PropertyEstimate | null | undefined;
}

export interface PropertyRevision {
  revisionId: string;
  result: PropertyResult;
  /** The document of the same property before. */
  previous: PropertyResult | undefined;
  /** The document that customers knew before. */
  former: PropertyResult | undefined;
  occurredAt: Date;
  kinds: RevisionKind[];
  events: ListingEvent[];
  changes: ChangeEntry[];
  /** Prices observed now whose move is raised later, unless they are corrected. */
  held: readonly HeldPrice[];
}

/** Changes in a document; older ones stay in the table of changes. */
export const MAX_DOCUMENT_CHANGES = 200;

/** A new revision, or only the document when nothing but verdicts changed. */
export type RevisionResult = { revision: PropertyRevision } | { document: PropertyResult } | undefined;

/** The next revision of a property; undefined when nothing changed. */
export function revise(input: RevisionInput, revisionId: string, now: Date): RevisionResult {
  const { propertyId, previous, members } = input;
  const events = deriveListingEvents(input);
  const occurredAt = latestObservedAt(input, events) ?? now;
  const story = buildPriceStory(members);
  const { retained, raised } = mergePriceChanges(input, story, { events, revisionId });
  const history = {
    createdAt: earliestCreatedAt(previous, members) ?? now,
    updatedAt: latestUpdatedAt(previous, occurredAt),
    changes: retained,
    referenceId: story.referenceId,
  };
  const unchanged = withValuation(buildFlatProperty(propertyId, members, history), input);
  if (previous !== undefined && hasSameContent(previous, unchanged)) {
    const document = { ...unchanged, property: previous.property };
    return isSame(previous, document) ? undefined : { document };
  }
  const others = deriveOtherChanges(input, unchanged, { events, revisionId, occurredAt });
  const changes = [...raised, ...others];
  const all = newestFirst([...others, ...retained]).slice(0, MAX_DOCUMENT_CHANGES);
  const result = { ...unchanged, property: { ...unchanged.property, changes: all } };
  const [kinds, former] = [revisionKinds(input, result), formerDocument(input, result)];
  const held = story.held.filter(({ listingId }) => events.some((event) => event.listingId === listingId));
  return { revision: { revisionId, result, previous, former, occurredAt, kinds, events, changes, held } };
}

/**
 * What customers knew of the home. After a merge it is the property that showed the current price, after a split
 * the one it was part of. A home is new to an alert only when it was not known at this price under any id.
 */
function formerDocument(
  { previous, origins }: RevisionInput,
  { property }: PropertyResult,
): PropertyResult | undefined {
  const known = previous === undefined ? origins : [previous, ...origins];
  const price = property.pricing?.displayed;
  return known.find((one) => one.property.pricing?.displayed === price) ?? known[0];
}

const withPictures = ({ claims, pictures }: ListingState): ConsolidatedView => ({
  ...claims,
  pictures: pictures.map(({ url }) => ({ url })),
});

function deriveListingEvents({ members, observed }: RevisionInput): ListingEvent[] {
  return members.flatMap(({ state }) => {
    if (!observed.has(state.id)) return [];
    const before = observed.get(state.id);
    if (before === undefined) return [{ listingId: state.id, kind: 'CREATED' as const, changes: [] }];
    if (isSameListing(before, state)) return [];
    const changes = compareViews(withPictures(before), withPictures(state));
    return [{ listingId: state.id, kind: listingEventKind(before, state), changes }];
  });
}

function listingEventKind(before: ListingState, after: ListingState): ListingEventKind {
  if (before.expiredAt === undefined) return after.expiredAt === undefined ? 'UPDATED' : 'EXPIRED';
  return after.expiredAt === undefined ? 'REACTIVATED' : 'UPDATED';
}

const isSameListing = (one: ListingState, other: ListingState): boolean => {
  const content = ({ lastSeenAt: _, priceCoherent: __, prices, ...rest }: ListingState) =>
    canonical(
      JSON.parse(
        JSON.stringify({ ...rest, prices: prices.map(({ misprint: ___, hasStood: ____, ...seen }) => seen) }),
      ),
    );
  return content(one) === content(other);
};

/** When the sources showed it: the latest of the observations. */
function latestObservedAt({ members }: RevisionInput, events: readonly ListingEvent[]): Date | undefined {
  const kinds = new Map(events.map(({ listingId, kind }) => [listingId, kind]));
  const moments = members.flatMap(({ state }) => {
    const kind = kinds.get(state.id);
    if (kind === undefined) return [];
    if (kind === 'REACTIVATED') return [state.lastSeenAt.getTime()];
    return [(kind === 'EXPIRED' && state.expiredAt ? state.expiredAt : state.updatedAt).getTime()];
  });
  return moments.length === 0 ? undefined : new Date(Math.max(...moments));
}

function earliestCreatedAt(
  previous: PropertyResult | undefined,
  members: readonly PropertyMember[],
): Date | undefined {
  const moments = members.map(({ state }) => state.createdAt.getTime());
  if (previous !== undefined) moments.push(Date.parse(previous.property.createdAt));
  return moments.length === 0 ? undefined : new Date(Math.min(...moments));
}

/** A late observation never sets the clock back. */
const latestUpdatedAt = (previous: PropertyResult | undefined, moment: Date): Date =>
  new Date(Math.max(moment.getTime(), previous === undefined ? 0 : Date.parse(previous.property.updatedAt)));

/**
 * The changes so far: price changes as the histories of the current listings give them, all others as recorded.
 * Only a move that a listing made now, or that was held back until now, is raised. What a merge, a split or a late observation corrects is not
 * raised.
 */
function mergePriceChanges(
  input: RevisionInput,
  { moves }: PriceStory,
  found: { events: readonly ListingEvent[]; revisionId: string },
): { retained: ChangeEntry[]; raised: ChangeEntry[] } {
  const known = collectKnownChanges(input);
  if (known.length === 0 && moves.length === 0) return { retained: [], raised: [] };
  const recorded = known.filter(isPriceChange);
  const { entries, fresh } = matchPriceEntries(moves, recorded, found.revisionId);
  const others = known.filter((change) => !isPriceChange(change));
  return {
    retained: newestFirst([...entries, ...keepUnexplainedEntries(recorded, input.members), ...others]).slice(
      0,
      MAX_DOCUMENT_CHANGES,
    ),
    raised: fresh
      .filter(({ move }) => isMadeNow(move, found.events, input.observed) || wasHeld(move, input.before))
      .map(({ entry }) => entry),
  };
}

function isMadeNow(
  { listingId, repostOf, at }: PriceMove,
  events: readonly ListingEvent[],
  observed: RevisionInput['observed'],
): boolean {
  return events.some((event) => {
    if (event.listingId === repostOf) return event.kind === 'EXPIRED';
    if (event.listingId !== listingId) return false;
    const isShownBefore = observed.get(listingId)?.prices.some((seen) => seen.at.getTime() === at);
    return event.kind === 'CREATED' || (event.changes.some(isPriceChange) && isShownBefore !== true);
  });
}

/** The move was held back until now. */
const wasHeld = ({ listingId, at }: PriceMove, before: readonly ListingRecord[]): boolean =>
  [...Map.groupBy(before, ({ propertyId }) => propertyId).values()].some((members) =>
    buildPriceStory(members).held.some((price) => price.listingId === listingId && price.at === at),
  );

/** The changes of the property, and those its listings caused in other properties. */
function collectKnownChanges({ previous, members, origins }: RevisionInput): readonly ChangeEntry[] {
  const own = previous?.property.changes ?? [];
  if (origins.length === 0) return own;
  const ids = new Set(members.map(({ state }) => state.id));
  const brought = origins
    .flatMap(({ property }) => property.changes)
    .filter(({ listingId = '' }) => ids.has(listingId));
  const distinct = new Map(
    [...own, ...brought].map((change) => [
      `${change.revisionId} ${change.attribute} ${change.listingId} ${change.occurredAt}`,
      change,
    ]),
  );
  return [...distinct.values()];
}

/** The most frequent differences are compared first. */
const hasSameContent = (one: PropertyResult, other: PropertyResult): boolean =>
  one.listings.length === other.listings.length && isSameJson(contentOf(one), contentOf(other));

/** Last-seen times, price verdicts and the content clock are not content. */
const contentOf = ({
  id,
  property: { updatedAt: _, ...property },
  publishers,
  listings,
}: PropertyResult): object => ({
  listings: listings.map(({ lastSeenAt: __, priceCoherent: ___, ...listing }) => listing),
  publishers,
  property,
  id,
});

const isSame = (one: PropertyResult, other: PropertyResult): boolean => {
  const verdicts = ({ listings }: PropertyResult) =>
    listings.map(({ priceCoherent }) => priceCoherent ?? null);
  return canonical(verdicts(one)) === canonical(verdicts(other));
};

/**
 * A change is what a listing changed and the property shows: the view is compared with the view of the same
 * listings in their previous states. Listings that arrived, left or were regrouped are in both.
 */
function deriveOtherChanges(
  { members, observed }: RevisionInput,
  next: PropertyResult,
  found: { events: readonly ListingEvent[]; revisionId: string; occurredAt: Date },
): ChangeEntry[] {
  const bringers = new Map<string, string>();
  for (const { listingId, changes } of found.events)
    for (const change of changes)
      if (!isPriceChange(change) && !bringers.has(change.attribute))
        bringers.set(change.attribute, listingId);
  if (bringers.size === 0) return [];
  const changed = new Set(bringers.values());
  const before = members.map(({ state }) => {
    const former = changed.has(state.id) ? observed.get(state.id) : undefined;
    return former === undefined ? state : { ...former, expiredAt: state.expiredAt };
  });
  return compareViews(consolidate(before), next.property).flatMap(({ attribute, ...figures }) => {
    const listingId = bringers.get(attribute);
    if (listingId === undefined) return [];
    return [
      {
        attribute,
        occurredAt: formatTimestamp(found.occurredAt),
        listingId,
        revisionId: found.revisionId,
        ...figures,
      },
    ];
  });
}

function revisionKinds(
  { previous, regrouped, estimate }: RevisionInput,
  { property }: PropertyResult,
): RevisionKind[] {
  const regrouping: RevisionKind[] = regrouped ? ['REGROUPED'] : [];
  if (estimate !== undefined) return ['VALUED', ...regrouping];
  if (previous === undefined) return regrouped ? regrouping : ['CREATED'];
  if (previous.property.expired === property.expired) return ['UPDATED', ...regrouping];
  return [property.expired ? 'EXPIRED' : 'REACTIVATED', ...regrouping];
}
