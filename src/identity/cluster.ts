import { DAY_MS } from '../lib/durations.ts';
import { namedId } from '../lib/ids.ts';
import {
  type ClusterEvidence,
  mergeEvidence,
  type PairEvidence,
  toClusterEvidence,
  vetoShare,
} from './cluster-evidence.ts';
import { relativeGap } from './feature-parts.ts';
import type { ClusterMember } from './neighbourhood.ts';
import {
  AGREED_PRICE_MIN_BITS,
  ATTACH_MIN_BITS,
  CAUTIOUS_MIN_BITS,
  DOUBTED_MIN_BITS,
  EVIDENCE_WEIGHTS,
  FIGURES_ONLY_MIN_BITS,
  MERGE_MIN_BITS,
  RIVAL_BITS,
  UNCONTESTED_MIN_BITS,
} from './thresholds.ts';

/** The listings to be grouped, by their positions in a list. */
interface ClusterInput {
  count: number;
  link(one: number, other: number): PairEvidence;
  /** Its advertiser: the same statement on several portals counts once. */
  advertiserKey(index: number): string;
  /** Every price it has shown. */
  prices(index: number): readonly number[];
}

/**
 * Merges the pair of groups with the strongest evidence until none may merge. The result depends on the set of listings
 * and the order of their list, not on the order of arrival; callers sort the list by id.
 */
export function clusterListings({ count, link, advertiserKey, prices }: ClusterInput): number[][] {
  const groups: Clusters = new Map(
    Array.from({ length: count }, (_, index) => [
      index,
      {
        members: [index],
        advertisers: new Set([advertiserKey(index)]),
        prices: new Map(prices(index).map((price) => [price, new Set([advertiserKey(index)])])),
        evidence: new Map(),
      },
    ]),
  );
  comparePairs(groups, link);
  for (;;) {
    const found = findStrongestPair(groups);
    if (found === undefined) return [...groups.values()].map(({ members }) => members);
    mergeClusters(groups, found);
  }
}

interface Cluster {
  members: number[];
  advertisers: Set<string>;
  /** Who has shown each price. */
  prices: Map<number, Set<string>>;
  evidence: Map<number, ClusterEvidence>;
}

type Clusters = Map<number, Cluster>;

function comparePairs(groups: Clusters, link: ClusterInput['link']): void {
  for (const [one, { evidence }] of groups) {
    for (const [other, group] of groups) {
      if (other <= one) continue;
      const bond = toClusterEvidence(link(one, other));
      evidence.set(other, bond);
      group.evidence.set(one, bond);
    }
  }
}

interface ClusterPair {
  one: number;
  other: number;
}

function findStrongestPair(groups: Clusters): ClusterPair | undefined {
  let found: ClusterPair | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const [one, { evidence }] of groups) {
    for (const [other, bond] of evidence) {
      const strength = bond.mustLink ? Number.POSITIVE_INFINITY : bond.score;
      if (other < one || (found !== undefined && strength <= most)) continue;
      if (canMerge(groups, { one, other }, bond)) [found, most] = [{ one, other }, strength];
    }
  }
  return found;
}

/** Whether two groups may merge: by strong evidence, or by weaker evidence without rivals. */
function canMerge(groups: Clusters, { one, other }: ClusterPair, evidence: ClusterEvidence): boolean {
  if (evidence.cannotLink || evidence.mustLink) return !evidence.cannotLink;
  const [first, second] = [groups.get(one), groups.get(other)];
  if (first === undefined || second === undefined) return false;
  if (evidence.score < AGREED_PRICE_MIN_BITS && haveOtherAgreedPrices(first, second)) return false;
  const alone = first.members.length === 1 || second.members.length === 1;
  const isStrong = evidence.score >= (alone ? ATTACH_MIN_BITS : MERGE_MIN_BITS);
  if (!isStrong && !isEnoughUncontested(evidence, first, second)) return false;
  const rivals = Math.max(sumRivalOdds(first, second, other), sumRivalOdds(second, first, one));
  if (isStrong) return evidence.score >= Math.log2(1 + rivals);
  return evidence.score >= Math.log2(rivals) + rivalMargin(evidence);
}

/** Two offices that both add a small fee may agree by rounding. */
const EQUAL_FEE_GAP = 0.012;

/**
 * A price that two advertisers state is the owner's, without fees. Where each side has one and no price is on both, the
 * homes are two: look-alike flats of one building.
 */
function haveOtherAgreedPrices(first: Cluster, second: Cluster): boolean {
  if (first.advertisers.size < 2 || second.advertisers.size < 2) return false;
  const isAgreed = ({ prices }: Cluster): boolean => [...prices.values()].some(({ size }) => size > 1);
  if (!isAgreed(first) || !isAgreed(second)) return false;
  return ![...first.prices.keys()].some((price) =>
    second.prices.keys().some((other) => relativeGap(price, other) <= EQUAL_FEE_GAP),
  );
}

function rivalMargin({ figuresOnly, otherPrice }: ClusterEvidence): number {
  if (figuresOnly) return FIGURES_ONLY_MIN_BITS.margin;
  return otherPrice ? RIVAL_BITS.otherPrice : RIVAL_BITS.margin;
}

/**
 * Whether weak evidence is enough. The bound is higher in a programme and for two groups that a fact contradicts. Where each
 * side has several advertisers, missing facts do not explain that no shared fact names the home. The adverts of one office on
 * several portals repeat one statement: they are held to the bound of a single listing.
 */
function isEnoughUncontested(evidence: ClusterEvidence, first: Cluster, second: Cluster): boolean {
  const alone = first.members.length === 1 || second.members.length === 1;
  const { attach, join } = evidence.figuresOnly
    ? FIGURES_ONLY_MIN_BITS
    : evidence.newBuild || (evidence.contradicted && !alone)
      ? CAUTIOUS_MIN_BITS
      : UNCONTESTED_MIN_BITS;
  const isOneStatement =
    alone ||
    (hasOneAdvertiser(first, second) &&
      !evidence.figuresOnly &&
      !evidence.newBuild &&
      !evidence.contradicted);
  if (evidence.score < (isOneStatement ? attach : join)) return false;
  if (isDoubtful(evidence) && evidence.score < DOUBTED_MIN_BITS) return false;
  return evidence.named || evidence.figuresOnly || hasOneAdvertiser(first, second);
}

const isDoubtful = ({ doubted, named, farPrice, figuresOnly }: ClusterEvidence): boolean =>
  (doubted && !named) || (farPrice && !figuresOnly);

const hasOneAdvertiser = (first: Cluster, second: Cluster): boolean =>
  first.advertisers.size === 1 || second.advertisers.size === 1;

/**
 * The summed odds of groups that the first may belong to and that conflict with the other. On a stair of look-alike flats a
 * listing with few facts resembles several homes.
 */
function sumRivalOdds(first: Cluster, other: Cluster, otherAt: number): number {
  const score = first.evidence.get(otherAt)?.score ?? 0;
  let odds = 0;
  for (const [third, bond] of first.evidence) {
    if (third === otherAt || bond.cannotLink) continue;
    const across = other.evidence.get(third);
    if (across === undefined || isConflict(across, Math.min(bond.score, score))) odds += 2 ** bond.score;
  }
  return odds;
}

/** A veto alone is no conflict between two that are both firmly bound to a third: then it is likelier the misreading. */
function isConflict(across: ClusterEvidence, boundBits: number): boolean {
  const vetoes = vetoShare(across);
  const vetoBits = vetoes * EVIDENCE_WEIGHTS.vetoBits;
  if (across.separated || across.score - vetoBits < RIVAL_BITS.conflict) return true;
  return vetoes > 0 && boundBits < RIVAL_BITS.firm;
}

function mergeClusters(groups: Clusters, { one, other }: ClusterPair): void {
  const [kept, gone] = [groups.get(one), groups.get(other)];
  if (kept === undefined || gone === undefined) return;
  kept.members.push(...gone.members);
  for (const voice of gone.advertisers) kept.advertisers.add(voice);
  for (const [price, voices] of gone.prices)
    kept.prices.set(price, new Set([...(kept.prices.get(price) ?? []), ...voices]));
  groups.delete(other);
  kept.evidence.delete(other);
  for (const [third, bond] of gone.evidence) {
    const [group, former] = [groups.get(third), kept.evidence.get(third)];
    group?.evidence.delete(other);
    if (group === undefined || former === undefined) continue;
    const sum = mergeEvidence(former, bond, [kept.advertisers.size, group.advertisers.size]);
    kept.evidence.set(third, sum);
    group.evidence.set(one, sum);
  }
}

const PROPERTY_NAMESPACE = '2f1c7c0e-6a3d-5d2b-8b3e-4f6d0c9a7e11';

/** The id a property is born with: that of its founding listing. The same world fed twice gives the same ids. */
export const initialId = (listingId: string): string => namedId(PROPERTY_NAMESPACE, listingId);

export interface IdentifiedCluster {
  id: string;
  bornAt: Date;
  members: ClusterMember[];
}

const bySeniority = (one: ClusterMember, other: ClusterMember): number =>
  one.feature.from - other.feature.from || (one.feature.listingId < other.feature.listingId ? -1 : 1);

/**
 * Gives each group its id. An id stays with the larger part of its listings, at a tie with the part that holds the oldest one. A group
 * that could keep several keeps the oldest. A part that leaves takes back an id its listings had before, else that of its oldest listing.
 */
export function assignIds(
  groups: readonly ClusterMember[][],
  taken: ReadonlySet<string>,
  now: Date,
): IdentifiedCluster[] {
  const used = new Set(taken);
  const sorted = groups.map((members) => [...members].sort(bySeniority));
  const heirs = findIdHeirs(sorted);
  const named = sorted.map((members): IdentifiedCluster | undefined => {
    const kept = oldest(heirs.get(members) ?? []);
    if (kept !== undefined) used.add(kept.id);
    return kept === undefined ? undefined : { ...kept, members };
  });
  return named.map((known, index) => known ?? withNewId(sorted[index] ?? [], used, now));
}

interface PropertyTitle {
  id: string;
  bornAt: Date;
}

const oldest = (titles: readonly PropertyTitle[]): PropertyTitle | undefined =>
  [...titles].sort(
    (one, other) => one.bornAt.getTime() - other.bornAt.getTime() || (one.id < other.id ? -1 : 1),
  )[0];

/** Which group inherits each id that is in use now. */
function findIdHeirs(groups: readonly ClusterMember[][]): Map<ClusterMember[], PropertyTitle[]> {
  const heirs = new Map<ClusterMember[], PropertyTitle[]>();
  const held = groups
    .flatMap((members) => members.map((member) => ({ member, members })))
    .sort((a, b) => bySeniority(a.member, b.member));
  for (const [id, holders] of Map.groupBy(held, ({ member }) => member.propertyId)) {
    if (id === undefined) continue;
    const parts = [...Map.groupBy(holders, ({ members }) => members)];
    const [heir] = parts.reduce((most, part) => (part[1].length > most[1].length ? part : most));
    const bornAt = holders[0]?.member.bornAt ?? new Date(holders[0]?.member.feature.from ?? 0);
    heirs.set(heir, [...(heirs.get(heir) ?? []), { id, bornAt }]);
  }
  return heirs;
}

/** The ids a part that stands alone may take back or take up, the first being the best. */
function* candidateIds(members: readonly ClusterMember[]): Generator<string> {
  for (const { former } of members) yield* former;
  for (const { feature } of members) yield initialId(feature.listingId);
}

/**
 * A part that leaves under an id that nobody has seen is as young as today, however old its listings are: it must not
 * outlive the ids of properties that it meets later. As of the day, so that the order within a day does not matter.
 */
function withNewId(members: readonly ClusterMember[], used: Set<string>, now: Date): IdentifiedCluster {
  const first = members[0]?.feature;
  const free = candidateIds(members).find((id) => !used.has(id));
  const id = free ?? namedId(PROPERTY_NAMESPACE, `${first?.listingId}/${used.size}`);
  used.add(id);
  const isSplitOff = members.some(({ propertyId }) => propertyId !== undefined);
  const isKnown = members.some(({ former }) => former.includes(id));
  const bornAt = isSplitOff && !isKnown ? Math.floor(now.getTime() / DAY_MS) * DAY_MS : (first?.from ?? 0);
  return { id, bornAt: new Date(bornAt), members: [...members] };
}
