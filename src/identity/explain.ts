import { type ClusterEvidence, mergeEvidence, toClusterEvidence } from './cluster-evidence.ts';
import { buildPairLinks } from './decide.ts';
import { identifyAdvertisers } from './feature-parts.ts';
import { comparisons } from './levels.ts';
import type { ClusterMember } from './neighbourhood.ts';
import type { Identity } from './resolve.ts';
import { MAX_CLUSTERED_LISTINGS } from './thresholds.ts';

/** What all pairs across two groups say about one fact, in bits. */
export interface FactEvidence {
  pairs: number;
  mean: number;
  least: number;
  most: number;
}

/** The bond that decides about two listings: that of their groups, or within one group that of the first with the rest. */
export interface PairExplanation {
  within: boolean;
  sizes: [number, number];
  score: number;
  apart: boolean;
  facts: Record<string, FactEvidence>;
}

/** Undefined when one of the listings was never placed. */
export async function explainPair(
  { store, scorer, zones }: Identity,
  [one, other]: readonly [string, string],
  now: Date,
): Promise<PairExplanation | undefined> {
  const members = (await store.connectedMembers([one, other], MAX_CLUSTERED_LISTINGS)).sort((a, b) =>
    a.feature.listingId < b.feature.listingId ? -1 : 1,
  );
  const homeOf = (id: string) => members.find(({ feature }) => feature.listingId === id)?.propertyId;
  const [home, otherHome] = [homeOf(one), homeOf(other)];
  if (home === undefined || otherHome === undefined) return undefined;
  const within = home === otherHome;
  const isFirst = ({ feature, propertyId }: ClusterMember) =>
    within ? feature.listingId === one : propertyId === home;
  const first = members.filter(isFirst);
  const rest = members.filter((member) => !isFirst(member) && member.propertyId === otherHome);
  const { link } = buildPairLinks(members, now, scorer, zones);
  const placeOf = (member: ClusterMember): number => members.indexOf(member);
  const evidence = first.flatMap((a) =>
    rest.map((b) =>
      toClusterEvidence(link(...([placeOf(a), placeOf(b)].sort((x, y) => x - y) as [number, number]))),
    ),
  );
  const advertisers = [countAdvertisers(first), countAdvertisers(rest)] as const;
  const merged = evidence.reduce((sum, next) => mergeEvidence(sum, next, advertisers));
  return { within, sizes: [first.length, rest.length], ...summarizeEvidence(merged) };
}

const countAdvertisers = (members: readonly ClusterMember[]): number =>
  new Set(identifyAdvertisers(members.map(({ feature }) => feature))).size;

function summarizeEvidence({
  score,
  cannotLink,
  answers,
  sums,
  least,
  most,
}: ClusterEvidence): Omit<PairExplanation, 'within' | 'sizes'> {
  const bits = (weight: number | undefined): number => Math.round((weight ?? 0) * 100) / 100;
  const facts = comparisons.flatMap((name, at) => {
    const pairs = answers[at] ?? 0;
    if (pairs === 0) return [];
    return [
      [name, { pairs, mean: bits((sums[at] ?? 0) / pairs), least: bits(least[at]), most: bits(most[at]) }],
    ];
  });
  return { score, apart: cannotLink, facts: Object.fromEntries(facts) };
}
