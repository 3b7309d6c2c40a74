import { type BinnedColumn, binColumn } from './bins.ts';
import { type BoostOptions, boost, type Ensemble } from './boost.ts';
import { type ConfidenceClass, calibrate, quantile } from './calibrate.ts';
import { facts } from './facts.ts';
import { describeRows, type OnProgress, skipOwn } from './features.ts';
import { fitHedonic, readTerms, terms } from './hedonic.ts';
import { logUnitPrice, type MarketRows, subjectOf } from './market-rows.ts';
import { type Comparables, DEMEAN_NEIGHBOURS, indexPoints, prepareComparables } from './neighbours.ts';
import { findNearest, NearestRows, type PointTree } from './point-tree.ts';
import { seededRandom } from './random.ts';
import { fitTimeIndex, levelAt, type TimeIndex } from './time-index.ts';

/** A fitted model with the comparables it values by. */
export interface Model {
  comparables: Comparables;
  index: TimeIndex;
  /** Log price per square metre at the index's base; their mean is the estimate. */
  estimates: Ensemble[];
  /** The log of the absolute error to expect. */
  errors: Ensemble;
  classes: ConfidenceClass[];
  /** Out-of-sample errors in log price, by row: the model's own record. */
  judged: Float32Array;
  /** The error that was predicted for each. */
  scales: Float32Array;
}

export interface FitOptions {
  trees: number;
  errorTrees: number;
  onProgress: OnProgress;
}

export const DEFAULT_FIT: FitOptions = { trees: 250, errorTrees: 120, onProgress: () => {} };

/** The linear terms need few rows: their error is far below that of a price. */
const MAX_HEDONIC_ROWS = 40_000;
/** A fit in blocks of time leaves each block out once; more blocks cost more fits. */
const MAX_BLOCKS = 5;
const MIN_BLOCKS = 3;
/** Beyond this many rows a third of them still has more than a fit uses, and each fit costs minutes. */
const MAX_ROWS_IN_MAX_BLOCKS = 300_000;
/** An error of nothing would pull the logarithm to minus infinity. */
const ERROR_FLOOR = 0.01;

/** Trees times rate: fewer trees learn faster. */
const TOTAL_RATE = 20;
const ERROR_TOTAL_RATE = 6;

const ESTIMATE: Omit<BoostOptions, 'trees' | 'rate' | 'robust' | 'seed'> = {
  maxLeaves: 31,
  minLeafRows: 15,
  lambda: 2,
  rowShare: 0.6,
  featureShare: 0.4,
};
const ERROR: Omit<BoostOptions, 'trees' | 'rate' | 'seed'> = {
  ...ESTIMATE,
  maxLeaves: 15,
  minLeafRows: 40,
  robust: 1,
};

export function fitModel(rows: MarketRows, options: FitOptions): Model {
  const block = assignBlocks(rows);
  const raw = logUnitPrice(rows);
  const tree = indexPoints(rows);
  const coefficients = fitTerms({ rows, tree, unit: raw, block });
  options.onProgress('terms', 1, 1);
  const plain = prepareComparables(rows, { tree, unit: raw, coefficients });
  const index = fitTimeIndex({ ...rows, value: plain.adjusted });
  const unit = raw.map((value, row) => value - levelAt(index, rows.month[row] as number));
  const comparables = prepareComparables(rows, { tree, unit, coefficients });
  const described = describeRows(comparables, block, options.onProgress);
  const columns = described.map(binColumn);
  const robust = typicalError(unit, described[ALIKE_FEATURE] as Float32Array);
  const estimate = fitInBlocks(
    { columns, block, target: unit },
    { ...ESTIMATE, trees: options.trees, rate: TOTAL_RATE / options.trees, robust, seed: 1 },
    options,
  );
  const error = estimate.scores.map((score, row) => score - (unit[row] as number));
  const target = error.map((value) => Math.log(Math.abs(value) + ERROR_FLOOR));
  const spread = fitInBlocks(
    { columns, block, target },
    { ...ERROR, trees: options.errorTrees, rate: ERROR_TOTAL_RATE / options.errorTrees, seed: 101 },
    options,
  );
  const scales = spread.scores.map(Math.exp);
  const latest = block.reduce((last, one) => Math.max(last, one), 0);
  const classes = calibrate({
    error,
    scale: scales,
    isLatest: (row) => block[row] === latest,
  });
  return {
    comparables,
    index,
    estimates: estimate.ensembles,
    errors: spread.ensembles[0] as Ensemble,
    classes,
    judged: error,
    scales,
  };
}

/** The mean of alike comparables, adjusted: see Neighbourhood.describe. */
const ALIKE_FEATURE = facts.length + 5;

function typicalError(unit: Float32Array, estimate: Float32Array): number {
  const errors = unit
    .map((value, row) => Math.abs(value - (estimate[row] as number)))
    .filter((error) => !Number.isNaN(error));
  return Math.max(ERROR_FLOOR, quantile(errors.sort(), 0.5) || ERROR_FLOOR);
}

/** Blocks of time with about as many rows each; a month is in one block. A single month is split by home. */
export function assignBlocks({ month, home, count }: MarketRows): Int32Array {
  const sorted = month.slice(0, count).sort();
  const distinct = [...new Set(sorted)];
  if (distinct.length < 2) return home.slice(0, count).map((number) => number % MIN_BLOCKS);
  const blocks = count > MAX_ROWS_IN_MAX_BLOCKS ? MIN_BLOCKS : MAX_BLOCKS;
  const cuts = Array.from(
    { length: blocks - 1 },
    (_, at) => sorted[Math.floor((count * (at + 1)) / blocks)] ?? 0,
  );
  const starts = distinct.length <= blocks ? distinct.slice(1) : [...new Set(cuts)];
  return Int32Array.from(
    { length: count },
    (_, row) => starts.filter((start) => (month[row] as number) >= start).length,
  );
}

interface BlockFit {
  columns: readonly BinnedColumn[];
  block: Int32Array;
  target: Float32Array;
}

/** The first ensemble knows all rows; each other one leaves a block out and scores it. */
function fitInBlocks(
  { columns, block, target }: BlockFit,
  options: BoostOptions,
  { onProgress }: FitOptions,
): { ensembles: Ensemble[]; scores: Float32Array } {
  const blocks = [...new Set(block)];
  const all = Int32Array.from(block, (_, row) => row);
  const scores = new Float32Array(target.length);
  const held = new Float32Array(target.length);
  const onTree = (done: number) => onProgress('trees', done, options.trees);
  const whole = boost({ columns, target, rows: all, onTree }, options, scores);
  const ensembles = [whole];
  for (const left of blocks.length > 1 ? blocks : []) {
    const rows = all.filter((row) => block[row] !== left);
    ensembles.push(
      boost({ columns, target, rows, onTree }, { ...options, seed: options.seed + left + 1 }, held),
    );
    for (let row = 0; row < held.length; row++) if (block[row] === left) scores[row] = held[row] as number;
  }
  return { ensembles, scores };
}

/** The linear terms from differences between homes and their neighbourhood. */
function fitTerms(given: {
  rows: MarketRows;
  tree: PointTree;
  unit: Float32Array;
  block: Int32Array;
}): Float64Array {
  const { rows, tree, unit, block } = given;
  const random = seededRandom(rows.count);
  const share = MAX_HEDONIC_ROWS / rows.count;
  const sampled = Array.from({ length: rows.count }, (_, row) => row).filter(() => random() < share);
  const found = new NearestRows(DEMEAN_NEIGHBOURS);
  const differences = sampled.flatMap((row) => {
    const subject = subjectOf(rows, row);
    findNearest(tree, { x: subject.x, y: subject.y, skip: skipOwn(rows, block, row) }, found);
    if (found.count === 0) return [];
    const around = meanTerms(rows, found, unit);
    const own = readTerms(subject, new Float32Array(terms.length));
    return [
      {
        terms: own.map((value, at) => value - (around.terms[at] as number)),
        unit: (unit[row] as number) - around.unit,
      },
    ];
  });
  return fitHedonic({
    count: differences.length,
    difference: (row, into) => into.set(differences[row]?.terms ?? []),
    target: (row) => differences[row]?.unit ?? 0,
  });
}

function meanTerms(
  rows: MarketRows,
  found: NearestRows,
  unit: Float32Array,
): { terms: Float32Array; unit: number } {
  const sum = new Float32Array(terms.length);
  const values = new Float32Array(terms.length);
  let price = 0;
  for (let at = 0; at < found.count; at++) {
    const row = found.rows[at] as number;
    readTerms(subjectOf(rows, row), values);
    for (let term = 0; term < sum.length; term++)
      sum[term] = (sum[term] as number) + (values[term] as number) / found.count;
    price += (unit[row] as number) / found.count;
  }
  return { terms: sum, unit: price };
}
