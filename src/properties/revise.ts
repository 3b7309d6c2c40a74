import type { ChangeEntry, PropertyResult } from '../catalogue/document.ts';
import { canonical, isSameJson } from '../lib/canonical.ts';
import { timestamp } from '../lib/timestamp.ts';
import { type Difference, differences } from './changes.ts';
import { consolidate, type View } from './consolidate.ts';
import { flatProperty } from './flat.ts';
import type { ListingState } from './listing-state.ts';
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
  /** Its members that were known before, as they stood then, wherever they belonged. */
  before: readonly ListingState[];
  /** Documents of the properties that listings came from. */
  origins: readonly PropertyResult[];
  regrouped: boolean;
}

export interface Revision {
  revisionId: string;
  result: PropertyResult;
  occurredAt: Date;
  kinds: RevisionKind[];
  events: ListingEvent[];
  changes: ChangeEntry[];
}

/** Changes a document keeps; older ones stay in the table of changes. */
export const MOST_CHANGES = 200;

/** What is to be written: a new revision, or only the document when nothing but verdicts moved. */
export type Revised = { revision: Revision } | { document: PropertyResult } | undefined;

/** The next revision of a property, or undefined when it is as it was. */
export function revise(situation: Situation, revisionId: string, now: Date): Revised {
  const { propertyId, previous, members, origins } = situation;
  const events = eventsOf(situation);
  const occurredAt = momentOf(situation, events) ?? now;
  const history = {
    createdAt: earliest(previous, members) ?? now,
    updatedAt: latest(previous, occurredAt),
    changes: keptChanges(situation, origins),
  };
  const unchanged = flatProperty(propertyId, members, history);
  if (previous !== undefined && hasSameContent(previous, unchanged)) {
    const document = { ...unchanged, property: previous.property };
    return isSame(previous, document) ? undefined : { document };
  }
  const changes = changesOf(situation, unchanged, { events, revisionId, occurredAt });
  const all = [...changes, ...history.changes].slice(0, MOST_CHANGES);
  const result = { ...unchanged, property: { ...unchanged.property, changes: all } };
  return { revision: { revisionId, result, occurredAt, kinds: kindsOf(situation, result), events, changes } };
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
  const content = ({ lastSeenAt: _, priceCoherent: __, ...rest }: ListingState) =>
    canonical(JSON.parse(JSON.stringify(rest)));
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

/** Its own changes, and those that its listings brought while they belonged elsewhere. */
function keptChanges({ previous, members }: Situation, origins: readonly PropertyResult[]): ChangeEntry[] {
  const own = previous?.property.changes ?? [];
  const ids = new Set(members.map(({ state }) => state.id));
  const brought = origins
    .flatMap(({ property }) => property.changes)
    .filter(({ listingId = '' }) => ids.has(listingId));
  if (brought.length === 0) return own;
  const distinct = new Map(
    [...own, ...brought].map((change) => [`${change.revisionId} ${change.attribute}`, change]),
  );
  return [...distinct.values()].sort(
    (one, other) => Date.parse(other.occurredAt) - Date.parse(one.occurredAt),
  );
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
 * Only what listings brought is a change: when the service regroups them or judges a price anew, nothing happened in the world.
 * So the view is compared with that of the same listings as they stood before.
 */
function changesOf(
  { previous, before, regrouped }: Situation,
  next: PropertyResult,
  found: { events: readonly ListingEvent[]; revisionId: string; occurredAt: Date },
): ChangeEntry[] {
  const { events, revisionId } = found;
  if (events.length === 0) return [];
  const baseline = regrouped ? before.length > 0 && consolidate(before) : previous?.property;
  if (baseline === undefined || baseline === false) return [];
  return differences(baseline, next.property).map(({ attribute, ...figures }) => {
    const listingId = (
      events.find((event) => event.changes.some((own) => own.attribute === attribute)) ?? events[0]
    )?.listingId;
    return {
      attribute,
      occurredAt: timestamp(found.occurredAt),
      ...(listingId === undefined ? {} : { listingId }),
      revisionId,
      ...figures,
    };
  });
}

function kindsOf({ previous, regrouped }: Situation, { property }: PropertyResult): RevisionKind[] {
  const regrouping: RevisionKind[] = regrouped ? ['REGROUPED'] : [];
  if (previous === undefined) return regrouped ? regrouping : ['CREATED'];
  if (previous.property.expired === property.expired) return ['UPDATED', ...regrouping];
  return [property.expired ? 'EXPIRED' : 'REACTIVATED', ...regrouping];
}
