/** How well a partition meets the truth. Both map a listing to its group. */
export interface GroupingScores {
  precision: number;
  recall: number;
  f1: number;
  bCubedPrecision: number;
  bCubedRecall: number;
  bCubedF1: number;
  found: number;
  true: number;
}

type Partition = ReadonlyMap<string, string>;

const pairs = (count: number): number => (count * (count - 1)) / 2;
const harmonic = (one: number, other: number): number =>
  one + other === 0 ? 0 : (2 * one * other) / (one + other);

/** Pairwise and B-cubed agreement over the listings of the truth. */
export function computeGroupingScores(found: Partition, truth: Partition): GroupingScores {
  const [foundSizes, trueSizes, bothSizes] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const add = (sizes: Map<string, number>, key: string): void =>
    void sizes.set(key, (sizes.get(key) ?? 0) + 1);
  for (const [listing, home] of truth) {
    const group = found.get(listing) ?? listing;
    add(foundSizes, group);
    add(trueSizes, home);
    add(bothSizes, `${group} ${home}`);
  }
  const sum = (sizes: Map<string, number>): number =>
    [...sizes.values()].reduce((total, size) => total + pairs(size), 0);
  const right = sum(bothSizes);
  const [precision, recall] = [right / Math.max(sum(foundSizes), 1), right / Math.max(sum(trueSizes), 1)];
  const cubed = { precision: 0, recall: 0 };
  for (const [key, size] of bothSizes) {
    const [group = '', home = ''] = key.split(' ');
    cubed.precision += size ** 2 / (foundSizes.get(group) ?? 1);
    cubed.recall += size ** 2 / (trueSizes.get(home) ?? 1);
  }
  const [bCubedPrecision, bCubedRecall] = [cubed.precision / truth.size, cubed.recall / truth.size];
  return {
    ...{ precision, recall, f1: harmonic(precision, recall) },
    ...{ bCubedPrecision, bCubedRecall, bCubedF1: harmonic(bCubedPrecision, bCubedRecall) },
    ...{ found: foundSizes.size, true: trueSizes.size },
  };
}

/** The share of true pairs that are found, among pairs that `counts` picks. */
export function computeRecallAmong(
  found: Partition,
  truth: Partition,
  counts: (one: string, other: string) => boolean,
): number {
  let [all, right] = [0, 0];
  for (const listings of Map.groupBy(truth.keys(), (listing) => truth.get(listing)).values()) {
    for (const [at, one] of listings.entries()) {
      for (const other of listings.slice(at + 1)) {
        if (!counts(one, other)) continue;
        all += 1;
        if (found.get(one) === found.get(other)) right += 1;
      }
    }
  }
  return all === 0 ? 1 : right / all;
}
