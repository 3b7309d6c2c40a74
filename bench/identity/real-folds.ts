import type { FittedWeights, Model } from '../../src/identity/levels.ts';
import { computeGroupingScores } from './measures.ts';
import { hashText, type RealAdvert } from './real-adverts.ts';
import { groupAdverts, type RealScores } from './real-score.ts';
import { buildRealExamples, fitFiguresOnly } from './real-training.ts';

const FOLDS = 5;

/**
 * Scores each fifth of a city with weights fitted on the other four. A fold holds whole cells of the map and whole
 * dwellings, by the cell of the dwelling's first advert.
 */
export async function scoreFolds(
  adverts: readonly RealAdvert[],
  model: Model,
  start: FittedWeights,
): Promise<RealScores> {
  const cells = new Map<string, string>();
  for (const { dwelling, cell } of adverts) if (!cells.has(dwelling)) cells.set(dwelling, cell);
  const foldOf = ({ dwelling }: RealAdvert): number => hashText(cells.get(dwelling) ?? '') % FOLDS;
  const folds = [...Map.groupBy(adverts, foldOf).values()];
  const examples = folds.map(buildRealExamples);
  const [found, truth] = [new Map<string, string>(), new Map<string, string>()];
  let cpuMs = 0;
  for (const [at, own] of folds.entries()) {
    const figuresOnly = fitFiguresOnly(start, examples.filter((_, fold) => fold !== at).flat());
    const grouped = await groupAdverts(own, { ...model, figuresOnly });
    cpuMs += grouped.cpuMs;
    for (const [id, property] of grouped.found) found.set(id, `${at}:${property}`);
    for (const { feature, dwelling } of own) truth.set(feature.listingId, dwelling);
  }
  return {
    ...computeGroupingScores(found, truth),
    adverts: truth.size,
    cpuMs: cpuMs / Math.max(truth.size, 1),
  };
}
