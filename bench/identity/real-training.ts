import { compare } from '../../src/identity/compare.ts';
import type { FittedWeights } from '../../src/identity/levels.ts';
import { findVeto } from '../../src/identity/veto.ts';
import { hashText, type RealAdvert } from './real-adverts.ts';
import { fit } from './regression.ts';
import { candidatePairs, type Example } from './training.ts';

/** The listings a zone counts as for listings whose points are close; see `Scorer.pairPrior`. */
const OPTIONS = { zoneListings: 1_024, trust: 4, rounds: 600 };

/** Of pairs that lie further apart, nearly all two homes, one in so many is enough. */
const DISTANT_DRAW = 40;

/**
 * Pairs that blocking finds among real adverts of one quarter. No dwelling has adverts in two quarters of the sample:
 * whether two adverts of different quarters show one home is unknown.
 */
export function buildRealExamples(adverts: readonly RealAdvert[]): Example[] {
  const examples: Example[] = [];
  const dwellings = new Map(adverts.map(({ feature, dwelling }) => [feature.listingId, dwelling]));
  for (const own of Map.groupBy(adverts, ({ period }) => period).values())
    for (const [one, other] of candidatePairs(own.map(({ feature }) => feature))) {
      const levels = compare(one, other);
      if (levels.point === 'far' || findVeto(one, other, levels) !== undefined) continue;
      const same = dwellings.get(one.listingId) === dwellings.get(other.listingId);
      const isClose = levels.point === 'spot' || levels.point === 'close';
      const isDrawn = isClose || same || hashText(one.listingId + other.listingId) % DISTANT_DRAW === 0;
      if (isDrawn) examples.push({ levels, same, weight: isClose || same ? 1 : DISTANT_DRAW });
    }
  return examples;
}

/** Gives each set of examples the same total weight, so that the larger one does not decide alone. */
export function balance(sets: readonly (readonly Example[])[]): Example[] {
  const masses = sets.map((set) => set.reduce((sum, { weight = 1 }) => sum + weight, 0));
  const mean = masses.reduce((sum, mass) => sum + mass, 0) / Math.max(sets.length, 1);
  return sets.flatMap((set, at) =>
    set.map((example) => ({ ...example, weight: ((example.weight ?? 1) * mean) / (masses[at] || 1) })),
  );
}

export const fitFiguresOnly = (start: FittedWeights, examples: readonly Example[]): FittedWeights =>
  fit(start, examples, OPTIONS);
