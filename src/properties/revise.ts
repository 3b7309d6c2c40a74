import type { ChangeEntry, PropertyResult } from '../catalogue/document.ts';
import { canonical, isSameJson } from '../lib/canonical.ts';
import { timestamp } from '../lib/timestamp.ts';
import { type Difference, differences } from './changes.ts';
import { consolidate, type View } from './consolidate.ts';
import { flatProperty } from './flat.ts';
import type { ListingState } from './listing-state.ts';
import { entriesBeyond, isPriceChange, newestFirst, priceEntries } from './price-story/entries.ts';
import type { Move } from './price-story/moves.ts';
import { type PriceStory, priceStory } from './price-story/story.ts';
import type { Member } from './publishers/entries.ts';

/** What happened to a property, or to a listing. REGROUPED: listings came from, or went to, another property. */
export type Kind = 'CREATED' | 'UPDATED' | 'EXPIRED' | 'REACTIVATED';
export type RevisionKind = Kind | 'REGROUPED';

export interface ListingEvent {
  listingId: string;
  kind: Kind;
  /** What the listing itself changed, whether or not the consolidated view moved with it. */
  changes: Difference[];
}

/** A property before and after, as the recorder found it. */
export interface Situation {
  propertyId: string;
  /** Its document so far. */
  previous: PropertyResult | undefined;
  members: readonly Member[];
  /** The listings that were observed now, as they stood before; undefined for a new one. */
  observed: ReadonlyMap<string, ListingState | undefined>;
  /** Documents of the properties that listings came from. */
  origins: readonly PropertyResult[];
  regrouped: boolean;
}

export interface Revision {
  revisionId: string;
  result: PropertyResult;
  /** The home as it was shown before. */
  former: PropertyResult | undefined;
  occurredAt: Date;
  kinds: RevisionKind[];
  events: ListingEvent[];
  changes: ChangeEntry[];
}

/** Changes a document keeps; older ones stay in the table of changes. */
export const MAX_DOCUMENT_CHANGES = 200;

/** What is to be written: a new revision, or only the document when nothing but verdicts moved. */
export type Revised = { revision: Revision } | { document: PropertyResult } | undefined;

/** The next revision of a property, or undefined when it is as it was. */
export function revise(situation: Situation, revisionId: string, now: Date): Revised {
  const { propertyId, previous, members } = situation;
  const events = eventsOf(situation);
  const occurredAt = momentOf(situation, events) ?? now;
  const story = priceStory(members);
  const { kept, raised } = retold(situation, story, { events, revisionId });
  const history = {
    createdAt: earliest(previous, members) ?? now,
    updatedAt: latest(previous, occurredAt),
    changes: kept,
    referenceId: story.referenceId,
  };
  const unchanged = flatProperty(propertyId, members, history);
  if (previous !== undefined && hasSameContent(previous, unchanged)) {
    const document = { ...unchanged, property: previous.property };
    return isSame(previous, document) ? undefined : { document };
  }
  const others = otherChanges(situation, unchanged, { events, revisionId, occurredAt });
  const changes = [...raised, ...others];
  const all = newestFirst([...others, ...kept]).slice(0, MAX_DOCUMENT_CHANGES);
  const result = { ...unchanged, property: { ...unchanged.property, changes: all } };
  const [kinds, former] = [kindsOf(situation, result), formerOf(situation, result)];
  return { revision: { revisionId, result, former, occurredAt, kinds, events, changes } };
}

/**
 * What customers knew of the home. After a merge that is the one that showed the present price, after a split the one it was part of:
 * a home is new to an alert only when it was not known at this price, under whatever id.
 */
function formerOf(
  { previous, origins }: Situation,
  { property }: PropertyResult,
): PropertyResult | undefined {
  const known = previous === undefined ? origins : [previous, ...origins];
  const price = property.pricing?.displayed;
  return known.find((one) => one.property.pricing?.displayed === price) ?? known[0];
}

const withPictures = ({ claims, pictures }: ListingState): View => ({
  ...claims,
  pictures: pictures.map(({ url }) => ({ url })),
});

function eventsOf({ members, observed }: Situation): ListingEvent[] {
  return members.flatMap(({ state }) => {
    if (!observed.has(state.id)) return [];
    const before = observed.get(state.id);
    if (before === undefined) return [{ listingId: state.id, kind: 'CREATED' as const, changes: [] }];
    if (isSameListing(before, state)) return [];
    const changes = differences(withPictures(before), withPictures(state));
    return [{ listingId: state.id, kind: kindOf(before, state), changes }];
  });
}

function kindOf(before: ListingState, after: ListingState): Kind {
  if (before.expiredAt === undefined) return after.expiredAt === undefined ? 'UPDATED' : 'EXPIRED';
  return after.expiredAt === undefined ? 'REACTIVATED' : 'UPDATED';
}

const isSameListing = (one: ListingState, other: ListingState): boolean => {
  const content = ({ lastSeenAt: _, priceCoherent: __, prices, ...rest }: ListingState) =>
    canonical(
      JSON.parse(JSON.stringify({ ...rest, prices: prices.map(({ misprint: ___, ...seen }) => seen) })),
    );
  return content(one) === content(other);
};

/** When the sources showed it: the newest of what was observed. */
function momentOf({ members }: Situation, events: readonly ListingEvent[]): Date | undefined {
  const kinds = new Map(events.map(({ listingId, kind }) => [listingId, kind]));
  const moments = members.flatMap(({ state }) => {
    const kind = kinds.get(state.id);
    if (kind === undefined) return [];
    if (kind === 'REACTIVATED') return [state.lastSeenAt.getTime()];
    return [(kind === 'EXPIRED' && state.expiredAt ? state.expiredAt : state.updatedAt).getTime()];
  });
  return moments.length === 0 ? undefined : new Date(Math.max(...moments));
}

function earliest(previous: PropertyResult | undefined, members: readonly Member[]): Date | undefined {
  const moments = members.map(({ state }) => state.createdAt.getTime());
  if (previous !== undefined) moments.push(Date.parse(previous.property.createdAt));
  return moments.length === 0 ? undefined : new Date(Math.min(...moments));
}

/** Late news never set the clock back. */
const latest = (previous: PropertyResult | undefined, moment: Date): Date =>
  new Date(Math.max(moment.getTime(), previous === undefined ? 0 : Date.parse(previous.property.updatedAt)));

/**
 * The changes recorded so far: of prices as the present listings' histories tell them, of all else as they were. Only a move that a
 * listing made now is raised; what a merge, a split or a late visit puts otherwise is put right in silence.
 */
function retold(
  situation: Situation,
  { moves }: PriceStory,
  found: { events: readonly ListingEvent[]; revisionId: string },
): { kept: ChangeEntry[]; raised: ChangeEntry[] } {
  const known = knownChanges(situation);
  if (known.length === 0 && moves.length === 0) return { kept: [], raised: [] };
  const recorded = known.filter(isPriceChange);
  const { entries, fresh } = priceEntries(moves, recorded, found.revisionId);
  const others = known.filter((change) => !isPriceChange(change));
  return {
    kept: newestFirst([...entries, ...entriesBeyond(recorded, situation.members), ...others]).slice(
      0,
      MAX_DOCUMENT_CHANGES,
    ),
    raised: fresh
      .filter(({ move }) => isMadeNow(move, found.events, situation.observed))
      .map(({ entry }) => entry),
  };
}

function isMadeNow(
  { listingId, repostOf, at }: Move,
  events: readonly ListingEvent[],
  observed: Situation['observed'],
): boolean {
  return events.some((event) => {
    if (event.listingId === repostOf) return event.kind === 'EXPIRED';
    if (event.listingId !== listingId) return false;
    const isShownBefore = observed.get(listingId)?.prices.some((seen) => seen.at.getTime() === at);
    return event.kind === 'CREATED' || (event.changes.some(isPriceChange) && isShownBefore !== true);
  });
}

/** Its own changes, and those that its listings brought while they belonged elsewhere. */
function knownChanges({ previous, members, origins }: Situation): readonly ChangeEntry[] {
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

/** What differs most often comes first. */
const hasSameContent = (one: PropertyResult, other: PropertyResult): boolean =>
  one.listings.length === other.listings.length && isSameJson(contentOf(one), contentOf(other));

/** A visit, a verdict on a price, and the clock that content moves are no content. */
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
 * A change is what a listing changed in what it says and the property shows: the view is compared with that of the same listings, with
 * the changed ones as they spoke before. Who came, left or was regrouped is in both.
 */
function otherChanges(
  { members, observed }: Situation,
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
  return differences(consolidate(before), next.property).flatMap(({ attribute, ...figures }) => {
    const listingId = bringers.get(attribute);
    if (listingId === undefined) return [];
    return [
      {
        attribute,
        occurredAt: timestamp(found.occurredAt),
        listingId,
        revisionId: found.revisionId,
        ...figures,
      },
    ];
  });
}

function kindsOf({ previous, regrouped }: Situation, { property }: PropertyResult): RevisionKind[] {
  const regrouping: RevisionKind[] = regrouped ? ['REGROUPED'] : [];
  if (previous === undefined) return regrouped ? regrouping : ['CREATED'];
  if (previous.property.expired === property.expired) return ['UPDATED', ...regrouping];
  return [property.expired ? 'EXPIRED' : 'REACTIVATED', ...regrouping];
}
