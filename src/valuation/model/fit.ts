import { type BinnedColumn, binColumn } from './bins.ts';
import { type BoostOptions, boost, type Ensemble } from './boost.ts';
import { type ConfidenceClass, calibrate, quantile } from './calibrate.ts';
import { facts } from './facts.ts';
import { describeRows, type OnProgress } from './features.ts';
import { type FitStages, NO_STAGES, runStage } from './fit-stages.ts';
import { fitTerms } from './fit-terms.ts';
import { logUnitPrice, type MarketRows } from './market-rows.ts';
import { type Comparables, indexPoints, prepareComparables } from './neighbours.ts';
import type { PointTree } from './point-tree.ts';
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
  stages: FitStages;
}

export const DEFAULT_FIT: FitOptions = {
  trees: 250,
  errorTrees: 120,
  onProgress: () => {},
  stages: NO_STAGES,
};

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
  const tree = indexPoints(rows);
  const { coefficients, index, columns, robust } = runStage(options.stages, 'described', () =>
    describeMarket({ rows, tree, block }, options),
  );
  const unit = removeTimeLevel(rows, index);
  const estimate = fitInBlocks(
    { name: 'estimate', columns, block, target: unit },
    { ...ESTIMATE, trees: options.trees, rate: TOTAL_RATE / options.trees, robust, seed: 1 },
    options,
  );
  const error = estimate.scores.map((score, row) => score - (unit[row] as number));
  const target = error.map((value) => Math.log(Math.abs(value) + ERROR_FLOOR));
  const spread = fitInBlocks(
    { name: 'error', columns, block, target },
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
    comparables: prepareComparables(rows, { tree, unit, coefficients }),
    index,
    estimates: estimate.ensembles,
    errors: spread.ensembles[0] as Ensemble,
    classes,
    judged: error,
    scales,
  };
}

/** What the trees are fitted on. The columns before their bins take four times as much and are not kept. */
interface DescribedMarket {
  coefficients: Float64Array;
  index: TimeIndex;
  columns: BinnedColumn[];
  /** Errors beyond this count linearly. */
  robust: number;
}

function describeMarket(
  { rows, tree, block }: { rows: MarketRows; tree: PointTree; block: Int32Array },
  { onProgress }: FitOptions,
): DescribedMarket {
  const raw = logUnitPrice(rows);
  const coefficients = fitTerms({ rows, tree, unit: raw, block });
  onProgress('terms', 1, 1);
  const plain = prepareComparables(rows, { tree, unit: raw, coefficients });
  const index = fitTimeIndex({ ...rows, value: plain.adjusted });
  const unit = removeTimeLevel(rows, index);
  const comparables = prepareComparables(rows, { tree, unit, coefficients });
  const described = describeRows(comparables, block, onProgress);
  const robust = typicalError(unit, described[ALIKE_FEATURE] as Float32Array);
  const columns: BinnedColumn[] = [];
  // Each column is freed when its bins are made.
  for (let column = described.shift(); column !== undefined; column = described.shift())
    columns.push(binColumn(column));
  return { coefficients, index, columns, robust };
}

const removeTimeLevel = (rows: MarketRows, index: TimeIndex): Float32Array =>
  logUnitPrice(rows).map((value, row) => value - levelAt(index, rows.month[row] as number));

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
  /** Of its stages. */
  name: string;
  columns: readonly BinnedColumn[];
  block: Int32Array;
  target: Float32Array;
}

interface BlockResult {
  ensemble: Ensemble;
  /** Of the rows that were left out. */
  scores: Float32Array;
}

/** The first ensemble knows all rows; each other one leaves a block out and scores it. */
function fitInBlocks(
  { name, columns, block, target }: BlockFit,
  options: BoostOptions,
  { onProgress, stages }: FitOptions,
): { ensembles: Ensemble[]; scores: Float32Array } {
  const blocks = [...new Set(block)];
  const all = Int32Array.from(block, (_, row) => row);
  const scores = new Float32Array(target.length);
  const onTree = (done: number) => onProgress('trees', done, options.trees);
  const fitWithout = (left: number | undefined): BlockResult =>
    runStage(stages, `${name} without ${left ?? 'none'}`, () => {
      const predicted = all.filter((row) => block[row] === left);
      const rows = all.filter((row) => block[row] !== left);
      const own = { ...options, seed: options.seed + (left ?? -1) + 1 };
      const fitted = new Float32Array(target.length);
      const ensemble = boost({ columns, target, rows, predicted, onTree }, own, fitted);
      return { ensemble, scores: predicted.length === 0 ? fitted : pick(fitted, predicted) };
    });
  const whole = fitWithout(undefined);
  if (blocks.length < 2) return { ensembles: [whole.ensemble], scores: whole.scores };
  const ensembles = [whole.ensemble];
  for (const left of blocks) {
    const { ensemble, scores: own } = fitWithout(left);
    ensembles.push(ensemble);
    let at = 0;
    for (let row = 0; row < block.length; row++) if (block[row] === left) scores[row] = own[at++] as number;
  }
  return { ensembles, scores };
}

const pick = (values: Float32Array, rows: Int32Array): Float32Array =>
  Float32Array.from(rows, (row) => values[row] as number);
