import { computeGroupingScores, computeRecallAmong } from './measures.ts';
import { pairName, type WorldRunResult } from './run-world.ts';

const figure = (value: number): string => value.toFixed(4);
const row = (name: string, value: string, goal = ''): void =>
  console.log(`  ${name.padEnd(46)} ${value.padStart(9)}  ${goal}`);
const minimum = (name: string, value: number, goal: number): void =>
  row(name, figure(value), `>= ${goal}${value >= goal ? '' : '  MISSED'}`);
const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** The figures of one world, each beside its goal. */
export function report(outcome: WorldRunResult): void {
  const { found, truth, halfway, reportedVerdicts } = outcome;
  const all = computeGroupingScores(found, truth);
  const alike = computeGroupingScores(
    found,
    new Map([...truth].filter(([listing]) => reportedVerdicts.get(listing)?.lookAlike)),
  );
  const kept = [...halfway].filter(([listing, id]) => found.get(listing) === id).length;
  const ofOne = (one: string, other: string): boolean =>
    reportedVerdicts.get(one)?.publisher === reportedVerdicts.get(other)?.publisher;
  minimum('pairwise precision', all.precision, 0.996);
  minimum('pairwise recall', all.recall, 0.975);
  minimum('B-cubed F1', all.bCubedF1, 0.992);
  minimum('B-cubed F1 in look-alike buildings', alike.bCubedF1, 0.988);
  row('  pairwise precision, recall there', `${figure(alike.precision)} ${figure(alike.recall)}`);
  minimum(
    'recall of pairs of different publishers',
    computeRecallAmong(found, truth, (one, other) => !ofOne(one, other)),
    0.945,
  );
  minimum('recall of pairs of one publisher', computeRecallAmong(found, truth, ofOne), 0.997);
  row('homes found / true', `${figure(all.found / all.true)}`, `0.99 to 1.02 (${all.true} true)`);
  minimum('id kept from the middle to the end', share(kept, halfway.size), 0.998);
  minimum('earlier ids that still answer', outcome.answering, 1);
  reportVerdicts(outcome);
  row('areas over 1.5 times the median of their adverts', String(outcome.oversized.length), '0');
  for (const { shown, stated } of outcome.oversized.slice(0, 5))
    console.log(`    ${shown} of ${stated.join(', ')}`);
  minimum('true pairs that blocking brings together', completeness(outcome), 0.97);
  row('candidates a placing', outcome.candidates.toFixed(1), '<= 60');
  row('placings a second, in memory', (outcome.placed / outcome.seconds).toFixed(0));
  const kinds = Object.entries(outcome.kinds).map(([kind, count]) => `${kind} ${count}`);
  console.log(`  decisions: ${kinds.join(', ')}`);
}

function reportVerdicts({ reportedVerdicts, verdicts }: WorldRunResult): void {
  const { precision, recall, judgedRecall, wrongPer10k, undetermined } = verdictFigures(
    reportedVerdicts,
    verdicts,
  );
  minimum('price verdict: precision', precision, 0.98);
  minimum('price verdict: recall', recall, 0.88);
  row('  recall of misprints that can be judged', figure(judgedRecall));
  row('  wrong hides per 10,000; undetermined', `${wrongPer10k.toFixed(1)}; ${figure(undetermined)}`, '<= 2');
}

/** How the verdicts meet the truth: false says that a price is a misprint. */
export function verdictFigures(
  truths: WorldRunResult['reportedVerdicts'],
  verdicts: WorldRunResult['verdicts'],
): { precision: number; recall: number; judgedRecall: number; wrongPer10k: number; undetermined: number } {
  const hidden = [...truths].filter(([id]) => verdicts.get(id) === false);
  const wrong = hidden.filter(([, { priceCoherent }]) => priceCoherent).length;
  const misprints = [...truths].filter(([, { priceCoherent }]) => !priceCoherent);
  // No price, no area, no market of 30 up to the region: the definition leaves those open.
  const judged = misprints.filter(([id]) => verdicts.get(id) !== undefined);
  const open = [...truths].filter(([id]) => verdicts.get(id) === undefined).length;
  return {
    precision: share(hidden.length - wrong, hidden.length),
    recall: share(hidden.length - wrong, misprints.length),
    judgedRecall: share(hidden.length - wrong, judged.length),
    wrongPer10k: (wrong / truths.size) * 10_000,
    undetermined: open / truths.size,
  };
}

function completeness({ truth, comparedPairs }: WorldRunResult): number {
  let [all, brought] = [0, 0];
  for (const listings of Map.groupBy(truth.keys(), (listing) => truth.get(listing)).values()) {
    for (const [at, one] of listings.entries()) {
      for (const other of listings.slice(at + 1)) {
        all += 1;
        if (comparedPairs.has(pairName(one, other))) brought += 1;
      }
    }
  }
  return share(brought, all);
}
