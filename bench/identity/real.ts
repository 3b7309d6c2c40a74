import { loadavg } from 'node:os';
import { model } from '../../src/identity/model.ts';
import { isPresent, readRows, realCities, sampleRows, toAdverts } from './real-adverts.ts';
import { scoreFolds } from './real-folds.ts';
import { type RealScores, scoreAdverts } from './real-score.ts';
import { buildRealExamples, fitFiguresOnly } from './real-training.ts';

const GOALS = { f1: 0.9, bCubedF1: 0.965 };

/**
 * Barcelona by five folds, and each city with weights fitted on the other alone. Scores of the weights in force are
 * printed beside them: those weights were fitted on these adverts.
 */
export async function runReal(samples: string, singles: number): Promise<void> {
  const { barcelona, valencia } = realCities(samples);
  if (!isPresent(barcelona) || !isPresent(valencia)) {
    console.log(`the real samples are not in ${samples}`);
    return;
  }
  const adverts = await toAdverts(sampleRows(readRows(barcelona), singles), barcelona.name);
  show('Barcelona, five folds', await scoreFolds(adverts, model, model));
  show('Barcelona, weights in force', await scoreAdverts(adverts, model));
  const others = await toAdverts(readRows(valencia), valencia.name);
  const figuresOnly = fitFiguresOnly(model, buildRealExamples(adverts));
  show('Valencia, fitted on Barcelona', await scoreAdverts(others, { ...model, figuresOnly }));
  const elsewhere = fitFiguresOnly(model, buildRealExamples(others));
  show('Barcelona, fitted on Valencia', await scoreAdverts(adverts, { ...model, figuresOnly: elsewhere }));
  show('Valencia, weights in force', await scoreAdverts(others, model));
  const together = others.map((advert) => ({ ...advert, period: 'all' }));
  show('Valencia, weights in force, quarters in one market', await scoreAdverts(together, model));
  console.log(`model ${model.version}, load ${loadavg()[0]?.toFixed(1)}`);
}

function show(name: string, scores: RealScores): void {
  const { precision, recall, f1, bCubedF1 } = scores;
  const figures = [precision, recall, f1, bCubedF1].map((value) => value.toFixed(4));
  const missed = f1 >= GOALS.f1 && bCubedF1 >= GOALS.bCubedF1 ? '' : '  MISSED';
  console.log(`${name}: ${scores.adverts} adverts of ${scores.true} dwellings, ${scores.found} found`);
  console.log(
    `  precision, recall ${figures[0]} ${figures[1]}, F1 ${figures[2]} (>= ${GOALS.f1}), ` +
      `B-cubed F1 ${figures[3]} (>= ${GOALS.bCubedF1})${missed}, ${scores.cpuMs.toFixed(2)} ms CPU an advert`,
  );
}
