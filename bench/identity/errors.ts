import { pairZoneSize } from '../../src/identity/decide.ts';
import type { Model } from '../../src/identity/levels.ts';
import { Scorer } from '../../src/identity/score.ts';
import { pairName, type WorldRunResult } from './run-world.ts';

/** Prints some pairs that were wrongly joined and some that were missed, each with what was held for and against them. */
export function showErrors(
  outcome: WorldRunResult,
  model: Model,
  { most, zoneListings }: { most: number; zoneListings: number },
): void {
  const scorer = new Scorer(model);
  const { found, truth, features, comparedPairs, reportedVerdicts } = outcome;
  const show = (label: string, pairs: [string, string][]): void => {
    console.log(`${label}: ${pairs.length}`);
    const step = Math.max(1, Math.floor(pairs.length / most));
    for (let at = 0; at < pairs.length; at += step) {
      const [one = '', other = ''] = [...(pairs[at] ?? [])].sort();
      const [a, b] = [features.get(one), features.get(other)];
      if (a === undefined || b === undefined) continue;
      const { score, veto, levels } = scorer.evidence(
        a,
        b,
        pairZoneSize(a, b, () => zoneListings),
      );
      const unblocked = comparedPairs.has(pairName(one, other)) ? '' : ' (no shared key)';
      console.log(
        `  ${score.toFixed(1)}${veto === undefined ? '' : ` veto ${veto}`}${unblocked} ${Object.entries(
          levels,
        )
          .map((pair) => pair.join('='))
          .join(' ')}`,
      );
      console.log(`      ${reportedVerdicts.get(one)?.url} ${reportedVerdicts.get(other)?.url}`);
    }
  };
  show(
    'wrongly joined pairs',
    pairsIn(found, (one, other) => truth.get(one) !== truth.get(other)),
  );
  show(
    'missed pairs',
    pairsIn(truth, (one, other) => found.get(one) !== found.get(other)),
  );
}

function pairsIn(
  groups: ReadonlyMap<string, string>,
  wrong: (one: string, other: string) => boolean,
): [string, string][] {
  const pairs: [string, string][] = [];
  for (const own of Map.groupBy(groups.keys(), (listing) => groups.get(listing)).values())
    for (const [at, one] of own.entries())
      for (const other of own.slice(at + 1)) if (wrong(one, other)) pairs.push([one, other]);
  return pairs;
}
