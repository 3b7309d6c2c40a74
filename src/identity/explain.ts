import { type Bond, bondOf, summed } from './bond.ts';
import { linksOf, voiceOf } from './decide.ts';
import { comparisons } from './levels.ts';
import type { Member } from './neighbourhood.ts';
import type { Identity } from './resolve.ts';
import { MAX_CLUSTERED_LISTINGS } from './thresholds.ts';

/** What all pairs across two groups say about one fact, in bits. */
export interface FactOfBond {
  pairs: number;
  mean: number;
  least: number;
  most: number;
}

/** The bond that decides about two listings: that of their groups, or within one group that of the first with the rest. */
export interface ExplainedBond {
  within: boolean;
  sizes: [number, number];
  score: number;
  apart: boolean;
  facts: Record<string, FactOfBond>;
}

/** Undefined when one of the listings was never placed. */
export async function explainBond(
  { store, scorer, zones }: Identity,
  [one, other]: readonly [string, string],
  now: Date,
): Promise<ExplainedBond | undefined> {
  const members = (await store.together([one, other], MAX_CLUSTERED_LISTINGS)).sort((a, b) =>
    a.feature.listingId < b.feature.listingId ? -1 : 1,
  );
  const homeOf = (id: string) => members.find(({ feature }) => feature.listingId === id)?.propertyId;
  const [home, otherHome] = [homeOf(one), homeOf(other)];
  if (home === undefined || otherHome === undefined) return undefined;
  const within = home === otherHome;
  const isFirst = ({ feature, propertyId }: Member) =>
    within ? feature.listingId === one : propertyId === home;
  const first = members.filter(isFirst);
  const rest = members.filter((member) => !isFirst(member) && member.propertyId === otherHome);
  const { link } = linksOf(members, now, scorer, zones);
  const placeOf = (member: Member): number => members.indexOf(member);
  const bonds = first.flatMap((a) =>
    rest.map((b) => bondOf(link(...([placeOf(a), placeOf(b)].sort((x, y) => x - y) as [number, number])))),
  );
  const voices = voicesOf(first) * voicesOf(rest);
  const bond = bonds.reduce((sum, next) => summed(sum, next, voices));
  return { within, sizes: [first.length, rest.length], ...toldOf(bond) };
}

const voicesOf = (members: readonly Member[]): number =>
  new Set(members.map(({ feature }) => voiceOf(feature))).size;

function toldOf({ score, apart, answers, sums, least, most }: Bond): Omit<ExplainedBond, 'within' | 'sizes'> {
  const bits = (weight: number | undefined): number => Math.round((weight ?? 0) * 100) / 100;
  const facts = comparisons.flatMap((name, at) => {
    const pairs = answers[at] ?? 0;
    if (pairs === 0) return [];
    return [
      [name, { pairs, mean: bits((sums[at] ?? 0) / pairs), least: bits(least[at]), most: bits(most[at]) }],
    ];
  });
  return { score, apart, facts: Object.fromEntries(facts) };
}
