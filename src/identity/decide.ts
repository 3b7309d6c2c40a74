import { DAY_MS } from '../lib/durations.ts';
import { clusterListings } from './cluster.ts';
import type { PairEvidence } from './cluster-evidence.ts';
import type { ListingFeature } from './feature.ts';
import { areFiguresOnly } from './feature.ts';
import { identifyAdvertisers } from './feature-parts.ts';
import type { ClusterMember, Neighbourhood, ZoneSizes } from './neighbourhood.ts';
import { assignIds, type IdentifiedCluster } from './property-ids.ts';
import { mayShareBuilding, type PairScore, type Scorer } from './score.ts';
import { areOneLot, isOneOfficeAtOnePortal, mayBeProgramme } from './veto.ts';

export interface ListingReassignment {
  listingId: string;
  from: string | undefined;
  to: string;
  bornAt: Date;
}

export type AssignmentKind = 'new' | 'stay' | 'attach' | 'merge' | 'detach' | 'split';

/** The properties of a neighbourhood's listings, and why. */
export interface Assignment {
  kind: AssignmentKind;
  /** The property of the listing to assign. */
  propertyId: string;
  /** Only what changes. */
  moves: ListingReassignment[];
  /** An id that has no listings any more, and the property that answers for it. */
  merged: { from: string; into: string }[];
  evidence: AssignmentEvidence;
}

/** The listing's strongest link within its property, and what kept it from others. */
export interface AssignmentEvidence {
  best: (PairScore & { listingId: string }) | undefined;
  vetoes: { listingId: string; veto: string }[];
  members: number;
  model: string;
  /** The listing whose assignment moved this one; the evidence is then about that one. */
  broughtBy?: string;
}

/** Groups a neighbourhood from all that is known now. Listings linked before today get a small bonus. */
export function decideAssignment(around: Neighbourhood, scorer: Scorer, zones: ZoneSizes): Assignment {
  const members = [...around.members].sort((one, other) =>
    one.feature.listingId < other.feature.listingId ? -1 : 1,
  );
  const links = buildPairLinks(members, around.now, scorer, zones);
  const advertisers = identifyAdvertisers(members.map(({ feature }) => feature));
  const groups = clusterListings({
    count: members.length,
    link: links.link,
    advertiserKey: (at) => advertisers[at] ?? '',
    prices: (at) => members[at]?.feature.prices ?? [],
  }).map((group) => group.flatMap((at) => members[at] ?? []));
  const named = assignIds(groups, around.taken, around.now);
  const moves = named.flatMap(listMoves);
  const own = named.find((group) =>
    group.members.some(({ feature }) => feature.listingId === around.listing.listingId),
  );
  if (own === undefined) throw new Error('a neighbourhood must hold the listing to assign');
  return {
    kind: classifyAssignment(around, own, moves),
    propertyId: own.id,
    moves,
    merged: findMergedIds(members, named),
    evidence: links.evidence(around.listing.listingId, own),
  };
}

function listMoves({ id, bornAt, members }: IdentifiedCluster): ListingReassignment[] {
  return members
    .filter(({ propertyId }) => propertyId !== id)
    .map(({ feature, propertyId }) => ({ listingId: feature.listingId, from: propertyId, to: id, bornAt }));
}

/** An id without listings is an alias of the property that most of its listings moved to. */
function findMergedIds(
  members: readonly ClusterMember[],
  named: readonly IdentifiedCluster[],
): Assignment['merged'] {
  const alive = new Set(named.map(({ id }) => id));
  const home = new Map(
    named.flatMap(({ id, members: own }) => own.map(({ feature }) => [feature.listingId, id] as const)),
  );
  return [...Map.groupBy(members, ({ propertyId }) => propertyId)].flatMap(([from, own]) => {
    if (from === undefined || alive.has(from)) return [];
    const parts = [...Map.groupBy(own, ({ feature }) => home.get(feature.listingId))];
    const [into] = parts.reduce((most, part) => (part[1].length > most[1].length ? part : most));
    return into === undefined ? [] : [{ from, into }];
  });
}

function classifyAssignment(
  { listing }: Neighbourhood,
  own: IdentifiedCluster,
  moves: readonly ListingReassignment[],
): AssignmentKind {
  const mine = moves.find(({ listingId }) => listingId === listing.listingId);
  const others = moves.filter(({ listingId, from }) => listingId !== listing.listingId && from !== undefined);
  if (others.some(({ to }) => to === own.id)) return 'merge';
  if (others.length > 0) return 'split';
  if (mine === undefined) return 'stay';
  if (mine.from !== undefined) return own.members.length > 1 ? 'attach' : 'detach';
  return own.members.length > 1 ? 'attach' : 'new';
}

interface PairLinks {
  link(one: number, other: number): PairEvidence;
  evidence(listingId: string, own: IdentifiedCluster): AssignmentEvidence;
}

/** The links of listings that are sorted by id. */
export function buildPairLinks(
  members: readonly ClusterMember[],
  now: Date,
  scorer: Scorer,
  zones: ZoneSizes,
): PairLinks {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const overruled = new Map(
    members.flatMap(({ feature, overrules }) =>
      overrules.map(({ other, together }) => [`${feature.listingId} ${other}`, together] as const),
    ),
  );
  const sizes = new Map(
    members.map((member) => [member, zones(member.feature.transaction, member.feature.zone)]),
  );
  const zoneOf = (one: ClusterMember, other: ClusterMember): number =>
    Math.max(sizes.get(one) ?? 0, sizes.get(other) ?? 0);
  // A caching scorer finds scores by the pair of features, without building a text key for each.
  const evidenceOf = (one: ClusterMember, other: ClusterMember): PairScore =>
    scorer.evidence(one.feature, other.feature, zoneOf(one, other));
  const link = (at: number, on: number): PairEvidence => {
    const [one, other] = [members[at], members[on]];
    if (one === undefined || other === undefined) throw new Error('only members are linked');
    const { levels, veto } = evidenceOf(one, other);
    const override =
      overruled.size === 0 ? undefined : overruled.get(`${one.feature.listingId} ${other.feature.listingId}`);
    return {
      prior: scorer.pairPrior(one.feature, other.feature, { levels, zoneListings: zoneOf(one, other) }),
      facts: scorer.pairFactWeights(one.feature, other.feature, levels),
      newBuild: mayBeProgramme(one.feature, other.feature, levels),
      alreadyLinked: areAlreadyLinked(one, other, today),
      cannotLink: override === undefined ? veto === 'transaction' : !override,
      vetoed: override === undefined && veto !== undefined,
      vetoedByPrice: override === undefined && veto === 'new-build price',
      sideBySide: isOneOfficeAtOnePortal(one.feature, other.feature, levels),
      twoOffers:
        override === undefined &&
        veto === 'two offers' &&
        isOneOfficeAtOnePortal(one.feature, other.feature, levels),
      oneLot: areOneLot(one.feature, other.feature, levels),
      mustLink: override === true,
      figuresOnly: areFiguresOnly(one.feature, other.feature),
      mayShareBuilding: mayShareBuilding(one.feature, other.feature),
    };
  };
  const evidence = (listingId: string, own: IdentifiedCluster): AssignmentEvidence =>
    explainAssignment(listingId, own, { members, evidenceOf, version: scorer.model.version });
  return { link, evidence };
}

export const pairZoneSize = (one: ListingFeature, other: ListingFeature, zones: ZoneSizes): number =>
  Math.max(zones(one.transaction, one.zone), zones(other.transaction, other.zone));

/** In one property since before today: history of the same day does not count, so that the order within a day does not. */
const areAlreadyLinked = (one: ClusterMember, other: ClusterMember, today: number): boolean =>
  one.propertyId !== undefined &&
  one.propertyId === other.propertyId &&
  (one.since?.getTime() ?? today) < today &&
  (other.since?.getTime() ?? today) < today;

interface EvidenceContext {
  members: readonly ClusterMember[];
  evidenceOf(one: ClusterMember, other: ClusterMember): PairScore;
  version: string;
}

function explainAssignment(
  listingId: string,
  own: IdentifiedCluster,
  { members, evidenceOf, version }: EvidenceContext,
): AssignmentEvidence {
  const self = members.find(({ feature }) => feature.listingId === listingId);
  const others = self === undefined ? [] : members.filter((member) => member !== self);
  const pair = (other: ClusterMember): PairScore & { listingId: string } => {
    const [first, second] =
      self !== undefined && self.feature.listingId < other.feature.listingId
        ? [self, other]
        : [other, self ?? other];
    return { ...evidenceOf(first, second), listingId: other.feature.listingId };
  };
  const mates = new Set(own.members.map(({ feature }) => feature.listingId));
  const pairs = others.map(pair);
  const inside = pairs.filter((known) => mates.has(known.listingId));
  return {
    best: inside.sort((one, other) => other.score - one.score)[0],
    vetoes: pairs.flatMap(({ listingId: id, veto }) => (veto === undefined ? [] : [{ listingId: id, veto }])),
    members: own.members.length,
    model: version,
  };
}
