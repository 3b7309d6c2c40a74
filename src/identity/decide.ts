import type { Link } from './bond.ts';
import type { ListingFeature } from './feature.ts';
import { groupsOf } from './groups.ts';
import type { Member, Neighbourhood, ZoneSizes } from './neighbourhood.ts';
import { type Named, nameGroups } from './property-ids.ts';
import { type PairEvidence, type Scorer, zonePrior } from './score.ts';
import { mayBeProgramme } from './veto.ts';

export interface Move {
  listingId: string;
  from: string | undefined;
  to: string;
  bornAt: Date;
}

export type DecisionKind = 'new' | 'stay' | 'attach' | 'merge' | 'detach' | 'split';

/** Where the listings of a neighbourhood belong from now on, and why. */
export interface Decision {
  kind: DecisionKind;
  /** The property of the listing that was asked about. */
  propertyId: string;
  /** Only what changes. */
  moves: Move[];
  /** An id that has no listings any more, and the property that answers for it. */
  merged: { from: string; into: string }[];
  evidence: Evidence;
}

/** The listing's strongest link within its property, and what kept it from others. */
export interface Evidence {
  best: (PairEvidence & { listingId: string }) | undefined;
  vetoes: { listingId: string; veto: string }[];
  members: number;
  model: string;
}

const DAY_MS = 86_400_000;

/** Decides the groups of a neighbourhood anew from all that is known now. What was together before today holds a little. */
export function decide(around: Neighbourhood, scorer: Scorer, zones: ZoneSizes): Decision {
  const members = [...around.members].sort((one, other) =>
    one.feature.listingId < other.feature.listingId ? -1 : 1,
  );
  const links = linksOf(members, around.now, scorer, zones);
  const groups = groupsOf({
    count: members.length,
    link: links.link,
    voiceOf: (at) => voiceOf(members[at]?.feature),
  }).map((group) => group.flatMap((at) => members[at] ?? []));
  const named = nameGroups(groups, around.taken);
  const moves = named.flatMap(movesInto);
  const own = named.find((group) =>
    group.members.some(({ feature }) => feature.listingId === around.listing.listingId),
  );
  if (own === undefined) throw new Error('a neighbourhood must hold the listing that was asked about');
  return {
    kind: kindOf(around, own, moves),
    propertyId: own.id,
    moves,
    merged: mergedOf(members, named),
    evidence: links.evidence(around.listing.listingId, own),
  };
}

export const voiceOf = (feature: ListingFeature | undefined): string =>
  feature?.agency ?? feature?.phone ?? feature?.listingId ?? '';

function movesInto({ id, bornAt, members }: Named): Move[] {
  return members
    .filter(({ propertyId }) => propertyId !== id)
    .map(({ feature, propertyId }) => ({ listingId: feature.listingId, from: propertyId, to: id, bornAt }));
}

/** An id that nobody lives under any more is answered by the property most of its listings went to. */
function mergedOf(members: readonly Member[], named: readonly Named[]): Decision['merged'] {
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

function kindOf({ listing }: Neighbourhood, own: Named, moves: readonly Move[]): DecisionKind {
  const mine = moves.find(({ listingId }) => listingId === listing.listingId);
  const others = moves.filter(({ listingId, from }) => listingId !== listing.listingId && from !== undefined);
  if (others.some(({ to }) => to === own.id)) return 'merge';
  if (others.length > 0) return 'split';
  if (mine === undefined) return 'stay';
  if (mine.from !== undefined) return own.members.length > 1 ? 'attach' : 'detach';
  return own.members.length > 1 ? 'attach' : 'new';
}

interface Links {
  link(one: number, other: number): Link;
  evidence(listingId: string, own: Named): Evidence;
}

/** The links of listings that are sorted by id. */
export function linksOf(members: readonly Member[], now: Date, scorer: Scorer, zones: ZoneSizes): Links {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const overruled = new Map(
    members.flatMap(({ feature, overrules }) =>
      overrules.map(({ other, together }) => [`${feature.listingId} ${other}`, together] as const),
    ),
  );
  const sizes = new Map(
    members.map((member) => [member, zones(member.feature.transaction, member.feature.zone)]),
  );
  const zoneOf = (one: Member, other: Member): number => Math.max(sizes.get(one) ?? 0, sizes.get(other) ?? 0);
  // Whoever decides often remembers scores by the pair, without a text made for each.
  const evidenceOf = (one: Member, other: Member): PairEvidence =>
    scorer.evidence(one.feature, other.feature, zoneOf(one, other));
  const link = (at: number, on: number): Link => {
    const [one, other] = [members[at], members[on]];
    if (one === undefined || other === undefined) throw new Error('only members are linked');
    const { levels, veto } = evidenceOf(one, other);
    const said =
      overruled.size === 0 ? undefined : overruled.get(`${one.feature.listingId} ${other.feature.listingId}`);
    return {
      prior: scorer.model.bias + zonePrior(zoneOf(one, other)),
      facts: scorer.factsBetween(one.feature, other.feature, levels),
      newBuild: mayBeProgramme(one.feature, other.feature, levels),
      held: areHeld(one, other, today),
      apart: said === undefined ? veto !== undefined : !said,
      together: said === true,
    };
  };
  const evidence = (listingId: string, own: Named): Evidence =>
    evidenceFor(listingId, own, { members, evidenceOf, version: scorer.model.version });
  return { link, evidence };
}

export const pairZone = (one: ListingFeature, other: ListingFeature, zones: ZoneSizes): number =>
  Math.max(zones(one.transaction, one.zone), zones(other.transaction, other.zone));

/** Together since before today: only then does history count, so that the order within a day does not. */
const areHeld = (one: Member, other: Member, today: number): boolean =>
  one.propertyId !== undefined &&
  one.propertyId === other.propertyId &&
  (one.since?.getTime() ?? today) < today &&
  (other.since?.getTime() ?? today) < today;

interface Known {
  members: readonly Member[];
  evidenceOf(one: Member, other: Member): PairEvidence;
  version: string;
}

function evidenceFor(listingId: string, own: Named, { members, evidenceOf, version }: Known): Evidence {
  const self = members.find(({ feature }) => feature.listingId === listingId);
  const others = self === undefined ? [] : members.filter((member) => member !== self);
  const pair = (other: Member): PairEvidence & { listingId: string } => {
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
