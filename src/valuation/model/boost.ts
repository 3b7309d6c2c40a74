import { seededRandom } from '../../lib/seeded-random.ts';
import type { BinnedColumn } from './bins.ts';
import { createScratch, type GrownTree, growTree, type Tree, type TreeOptions } from './tree.ts';

export interface BoostOptions extends TreeOptions {
  trees: number;
  rate: number;
  /** Share of the rows, and of the features, that each tree sees. */
  rowShare: number;
  featureShare: number;
  /** Errors beyond this count linearly: the fit then follows the median, not the few odd prices. */
  robust: number;
  seed: number;
}

export interface Ensemble {
  base: number;
  trees: Tree[];
}

export interface Training {
  columns: readonly BinnedColumn[];
  target: Float32Array;
  /** The rows to fit on. */
  rows: Int32Array;
  /** The rows to predict once it is fitted: those that were held out. */
  predicted: Int32Array;
  /** Called after each tree: a worker renews its lease here. */
  onTree?: (done: number) => void;
}

/** A tree sees at most this many rows, so that the cost of a tree stays bounded as a market grows. */
const MAX_TREE_ROWS = 150_000;
/** All trees together see at most this many: every tree costs a prediction for each of them. */
const MAX_FIT_ROWS = 300_000;

/** Fits an ensemble; `scores` becomes the prediction for each row that was fitted on or is to be predicted. */
export function boost(training: Training, options: BoostOptions, scores: Float32Array): Ensemble {
  const { columns, target } = training;
  const random = seededRandom(options.seed);
  const rows = sampleRows(training.rows, { share: 1, max: MAX_FIT_ROWS }, random);
  const gradient = new Float32Array(target.length);
  const hessian = new Float32Array(target.length);
  const base = medianOf(target, rows);
  scores.fill(base);
  const grownTrees: GrownTree[] = [];
  const scratch = createScratch(rows.length);
  for (let index = 0; index < options.trees; index++) {
    const sampled = sampleRows(rows, { share: options.rowShare, max: MAX_TREE_ROWS }, random);
    computeGradients({ target, scores, gradient, hessian }, sampled, options.robust);
    const features = sampleFeatures(columns.length, options.featureShare, random);
    const grown = growTree({ columns, features, rows: sampled, gradient, hessian, scratch }, options);
    shrink(grown.tree, options.rate);
    addScores(grown, columns, rows, scores);
    grownTrees.push(grown);
    training.onTree?.(index + 1);
  }
  for (const grown of grownTrees) addScores(grown, columns, training.predicted, scores);
  return { base, trees: grownTrees.map(({ tree }) => tree) };
}

export function predict(ensemble: Ensemble, values: Float32Array): number {
  let sum = ensemble.base;
  for (const tree of ensemble.trees) {
    let node = 0;
    let feature = tree.feature[0] as number;
    while (feature >= 0) {
      const goesRight = (values[feature] as number) > (tree.threshold[node] as number);
      node = (goesRight ? tree.right[node] : tree.left[node]) as number;
      feature = tree.feature[node] as number;
    }
    sum += tree.value[node] as number;
  }
  return sum;
}

interface Fit {
  target: Float32Array;
  scores: Float32Array;
  gradient: Float32Array;
  hessian: Float32Array;
}

/** The gradient of the pseudo-Huber loss with its Gauss-Newton weight. */
function computeGradients(fit: Fit, rows: Int32Array, robust: number): void {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    const error = (fit.scores[row] as number) - (fit.target[row] as number);
    const weight = 1 / Math.sqrt(1 + (error / robust) * (error / robust));
    fit.gradient[row] = error * weight;
    fit.hessian[row] = weight;
  }
}

function shrink(tree: Tree, rate: number): void {
  for (let node = 0; node < tree.value.length; node++) tree.value[node] = (tree.value[node] as number) * rate;
}

function addScores(
  { tree, bins }: GrownTree,
  columns: readonly BinnedColumn[],
  rows: Int32Array,
  scores: Float32Array,
): void {
  const { feature, left, right, value } = tree;
  const codes = columns.map((column) => column.codes);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    let node = 0;
    let split = feature[0] as number;
    while (split >= 0) {
      const code = (codes[split] as Uint8Array)[row] as number;
      node = (code <= (bins[node] as number) ? left[node] : right[node]) as number;
      split = feature[node] as number;
    }
    scores[row] = (scores[row] as number) + (value[node] as number);
  }
}

function sampleRows(
  rows: Int32Array,
  { share, max }: { share: number; max: number },
  random: () => number,
): Int32Array {
  const part = Math.min(share, max / rows.length);
  if (part >= 1) return rows.slice();
  const sampled = new Int32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    if (random() < part) sampled[count++] = rows[at] as number;
  }
  return sampled.slice(0, count);
}

function sampleFeatures(count: number, share: number, random: () => number): Int32Array {
  const all = Int32Array.from({ length: count }, (_, index) => index);
  const kept = Math.max(1, Math.round(count * share));
  for (let at = 0; at < kept; at++) {
    const other = at + Math.floor(random() * (count - at));
    const feature = all[at] as number;
    all[at] = all[other] as number;
    all[other] = feature;
  }
  return all.slice(0, kept).sort();
}

export function medianOf(values: Float32Array, rows: Int32Array): number {
  if (rows.length === 0) return 0;
  const picked = Float32Array.from(rows, (row) => values[row] as number).sort();
  return picked[picked.length >> 1] as number;
}
