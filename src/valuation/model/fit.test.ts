import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectMarketRows, makeMarket } from '../../../test/support/made-market.ts';
import { measureAccuracy } from '../measures.ts';
import { assignBlocks, DEFAULT_FIT, fitModel } from './fit.ts';
import { factVector, projectX, projectY } from './market-rows.ts';
import { Appraiser } from './value.ts';

const NOISE = 0.08;
const OPTIONS = { ...DEFAULT_FIT, trees: 40, errorTrees: 15 };

const all = makeMarket(2_400, { noise: NOISE });
const latest = Math.max(...all.map(({ month }) => month));
const earlier = all.filter(({ month }) => month < latest);
const later = all.filter(({ month }) => month === latest);
const model = fitModel(collectMarketRows(earlier), OPTIONS);

function judge(facts: 'with facts' | 'without facts') {
  const appraiser = new Appraiser(model);
  return later.map((row) => {
    const given = facts === 'with facts' ? row.facts : { propertyType: 1 };
    const { value, low, high, confidence } = appraiser.value(
      {
        x: projectX({ latitude: 41 }, row.longitude),
        y: projectY(row.latitude),
        month: row.month,
        area: row.area,
        facts: factVector(given),
      },
      () => false,
    );
    return { value, low, high, confidence: confidence.name, actual: row.price };
  });
}

test('a model finds the prices of a later month up to their noise', () => {
  const { medianAbsoluteError, bias, coverage80 } = measureAccuracy(judge('with facts'));
  // The median of the noise alone is 0.67 × 8 %.
  assert.ok(medianAbsoluteError < 0.075, `median error ${medianAbsoluteError}`);
  assert.ok(Math.abs(bias) < 0.03, `bias ${bias}`);
  assert.ok(coverage80 > 0.7 && coverage80 < 0.9, `the interval holds ${coverage80}`);
});

test('a home with unknown facts is valued, with a larger error', () => {
  const known = measureAccuracy(judge('with facts'));
  const unknown = measureAccuracy(judge('without facts'));
  assert.ok(unknown.medianAbsoluteError > known.medianAbsoluteError);
  assert.ok(unknown.medianAbsoluteError < 0.2);
});

test('the same rows give the same model', () => {
  const few = collectMarketRows(earlier.slice(0, 400));
  const [one, other] = [fitModel(few, OPTIONS), fitModel(few, OPTIONS)];
  assert.deepEqual(other.classes, one.classes);
});

test('a fit that continues after any of its stages ends in the same model', () => {
  const few = collectMarketRows(earlier.slice(0, 400));
  const stored = new Map<string, unknown>();
  const options = { ...OPTIONS, stages: { load: () => undefined, store: stored.set.bind(stored) } };
  const whole = fitModel(few, options);
  assert.ok(stored.size >= 9, [...stored.keys()].join(', '));
  for (const kept of [1, 3, stored.size]) {
    const known = new Map([...stored].slice(0, kept));
    const added: string[] = [];
    const stages = { load: (name: string) => known.get(name), store: (name: string) => added.push(name) };
    const continued = fitModel(few, { ...OPTIONS, stages });
    assert.deepEqual(added, [...stored.keys()].slice(kept));
    assert.deepEqual(continued.classes, whole.classes);
    assert.deepEqual(continued.estimates, whole.estimates);
  }
});

test('the index rises with the prices, by month', () => {
  const { levels, trend } = model.index;
  assert.equal(levels.at(-1), 0);
  assert.ok((levels[0] ?? 0) < -0.02 && (levels[0] ?? 0) > -0.06, `first level ${levels[0]}`);
  assert.ok(trend > 0 && trend < 0.01);
});

test('classes are ordered by the error that they state', () => {
  assert.deepEqual(
    model.classes.map(({ name }) => name),
    ['A', 'B', 'C', 'D'],
  );
  assert.ok((model.classes[0]?.medianError ?? 1) <= (model.classes[3]?.medianError ?? 0));
});

test('a market of a single month is held out by home', () => {
  const blocks = assignBlocks(collectMarketRows(makeMarket(90, { months: 1 })));
  assert.deepEqual([...new Set(blocks)].sort(), [0, 1, 2]);
});
