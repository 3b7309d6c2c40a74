import {
  AGAINST,
  ATTACH,
  LEAST_MEAN,
  LEAST_MEAN_OF_ONE,
  LINK,
  MEAN_SHARE,
  MOST_AGAINST,
  UNCONTESTED,
} from './thresholds.ts';

/** The link between two listings, by their places in the list that is grouped. */
export interface Link {
  score: number;
  /** Never in one group, however alike. */
  apart: boolean;
  /** Always in one group: an operator said so. */
  together?: boolean;
}

/** All links across two groups, summed up so that joining two groups sums up again. */
interface Bond {
  worst: number;
  best: number;
  sum: number;
  pairs: number;
  against: number;
  apart: boolean;
  together: boolean;
}

/**
 * Groups listings by their links alone: the strongest bond first, until none is left that may hold. The outcome depends on the set of
 * listings and the order of their list, not on who came when; callers sort the list by id.
 */
export function groupsOf(count: number, link: (one: number, other: number) => Link): number[][] {
  const groups = new Map(Array.from({ length: count }, (_, index) => [index, [index]]));
  const bonds = bondsOf(count, link);
  for (;;) {
    const found = strongest(groups, bonds);
    if (found === undefined) return [...groups.values()];
    join(groups, bonds, found);
  }
}

type Bonds = Map<number, Map<number, Bond>>;

function bondsOf(count: number, link: (one: number, other: number) => Link): Bonds {
  const bonds: Bonds = new Map();
  for (let one = 0; one < count; one += 1) bonds.set(one, new Map());
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const { score, apart, together = false } = link(one, other);
      const bond = {
        worst: score,
        best: score,
        sum: score,
        pairs: 1,
        against: score < AGAINST ? 1 : 0,
        apart,
        together,
      };
      bonds.get(one)?.set(other, bond);
      bonds.get(other)?.set(one, bond);
    }
  }
  return bonds;
}

interface Found {
  one: number;
  other: number;
}

function strongest(groups: ReadonlyMap<number, number[]>, bonds: Bonds): Found | undefined {
  let [found, most]: [Found | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const [one, members] of groups) {
    for (const [other, bond] of bonds.get(one) ?? []) {
      if (other <= one) continue;
      const alone = members.length === 1 || groups.get(other)?.length === 1;
      if (!mayJoin(bond, alone) && !mayJoinUncontested(bonds, { one, other, alone })) continue;
      const strength = bond.together
        ? Number.POSITIVE_INFINITY
        : bond.best + MEAN_SHARE * (bond.sum / bond.pairs);
      if (found === undefined || strength > most) [found, most] = [{ one, other }, strength];
    }
  }
  return found;
}

/** Whether two groups may become one; `alone` when one of them is a single listing. */
const mayJoin = (bond: Bond, alone: boolean): boolean =>
  holds(bond, ATTACH, alone ? LEAST_MEAN_OF_ONE : LEAST_MEAN);

/** A weaker bond is enough where nothing else claims either of the two. */
function mayJoinUncontested(bonds: Bonds, { one, other, alone }: Found & { alone: boolean }): boolean {
  const bond = bonds.get(one)?.get(other);
  const mean = alone ? UNCONTESTED.leastMeanOfOne : UNCONTESTED.leastMean;
  if (bond === undefined || !holds(bond, LINK, mean)) return false;
  if (bond.worst < UNCONTESTED.worst && !bond.together) return false;
  return (
    !isClaimed(bonds, one, { other, best: bond.best }) &&
    !isClaimed(bonds, other, { other: one, best: bond.best })
  );
}

function holds({ best, sum, pairs, against, apart, together }: Bond, least: number, mean: number): boolean {
  if (apart) return false;
  if (together) return true;
  return best >= least && against / pairs <= MOST_AGAINST && sum / pairs >= mean;
}

/**
 * Whether a third group is about as like to this one and cannot be one with the other: so it is on a stair of look-alike flats, where a
 * listing that says little resembles several homes.
 */
function isClaimed(bonds: Bonds, one: number, { other, best }: { other: number; best: number }): boolean {
  for (const [third, bond] of bonds.get(one) ?? []) {
    if (third === other || bond.apart || bond.best < best - UNCONTESTED.margin) continue;
    const across = bonds.get(other)?.get(third);
    if (across === undefined || across.apart || across.best < UNCONTESTED.conflict) return true;
  }
  return false;
}

function join(groups: Map<number, number[]>, bonds: Bonds, { one, other }: Found): void {
  groups.set(one, [...(groups.get(one) ?? []), ...(groups.get(other) ?? [])]);
  groups.delete(other);
  const [kept, gone] = [bonds.get(one), bonds.get(other)];
  bonds.delete(other);
  kept?.delete(other);
  for (const [third, bond] of gone ?? []) {
    bonds.get(third)?.delete(other);
    const former = kept?.get(third);
    if (third === one || former === undefined) continue;
    const sum = summed(former, bond);
    kept?.set(third, sum);
    bonds.get(third)?.set(one, sum);
  }
}

const summed = (one: Bond, other: Bond): Bond => ({
  worst: Math.min(one.worst, other.worst),
  best: Math.max(one.best, other.best),
  sum: one.sum + other.sum,
  pairs: one.pairs + other.pairs,
  against: one.against + other.against,
  apart: one.apart || other.apart,
  together: one.together || other.together,
});
