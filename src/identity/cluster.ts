import {
  type ClusterEvidence,
  mergeEvidence,
  type PairEvidence,
  toClusterEvidence,
  vetoShare,
} from './cluster-evidence.ts';
import { relativeGap } from './feature-parts.ts';
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
  let bonds = comparePairs(groups, link).sort(byStrength);
  for (;;) {
    const found = bonds.find((bond) => canMerge(groups, bond));
    if (found === undefined) return [...groups.values()].map(({ members }) => members);
    bonds = replaceBonds(bonds, found, mergeClusters(groups, found));
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

/** Two groups that evidence may join. */
interface Bond {
  one: number;
  other: number;
  evidence: ClusterEvidence;
  strength: number;
}

/** The evidence of each pair of groups, and the bonds among it. */
function comparePairs(groups: Clusters, link: ClusterInput['link']): Bond[] {
  const bonds: Bond[] = [];
  for (const [one, { evidence }] of groups) {
    for (const [other, group] of groups) {
      if (other <= one) continue;
      const between = toClusterEvidence(link(one, other));
      evidence.set(other, between);
      group.evidence.set(one, between);
      if (isBond(between)) bonds.push(toBond(one, other, between));
    }
  }
  return bonds;
}

/** Nothing weaker merges. */
const isBond = ({ cannotLink, mustLink, score }: ClusterEvidence): boolean =>
  !cannotLink && (mustLink || score >= LEAST_BITS);

const LEAST_BITS = Math.min(
  ...[UNCONTESTED_MIN_BITS, CAUTIOUS_MIN_BITS, FIGURES_ONLY_MIN_BITS].flatMap(({ attach, join }) => [
    attach,
    join,
  ]),
);

const toBond = (first: number, second: number, evidence: ClusterEvidence): Bond => ({
  one: Math.min(first, second),
  other: Math.max(first, second),
  evidence,
  strength: evidence.mustLink ? Number.POSITIVE_INFINITY : evidence.score,
});

/** The strongest first; of two as strong the one of earlier listings. */
const byStrength = (first: Bond, second: Bond): number =>
  first.strength === second.strength
    ? first.one - second.one || first.other - second.other
    : second.strength - first.strength;

/** The bonds after two groups have merged: those of either give way to those of both together. */
function replaceBonds(bonds: readonly Bond[], { one, other }: Bond, merged: Cluster): Bond[] {
  const isOfMerged = (at: number): boolean => at === one || at === other;
  const kept = bonds.filter((bond) => !isOfMerged(bond.one) && !isOfMerged(bond.other));
  for (const [third, evidence] of merged.evidence)
    if (isBond(evidence)) kept.push(toBond(one, third, evidence));
  return kept.sort(byStrength);
}

/** Whether two groups may merge: by strong evidence, or by weaker evidence without rivals. */
function canMerge(groups: Clusters, { one, other, evidence }: Bond): boolean {
  if (evidence.mustLink) return true;
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

function mergeClusters(groups: Clusters, { one, other }: Bond): Cluster {
  const [kept, gone] = [groups.get(one), groups.get(other)];
  if (kept === undefined || gone === undefined) throw new Error('a bond is between two groups');
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
  return kept;
}
