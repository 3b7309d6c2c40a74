import { type BinnedColumn, MAX_BINS } from './bins.ts';

/** A regression tree in flat arrays. A leaf has `feature` -1. A missing value goes left. */
export interface Tree {
  feature: Int16Array;
  threshold: Float32Array;
  left: Int16Array;
  right: Int16Array;
  value: Float32Array;
}

export interface TreeOptions {
  maxLeaves: number;
  minLeafRows: number;
  /** Added to the sum of hessians of a leaf: shrinks the value of small leaves. */
  lambda: number;
}

/** The rows of one tree: their gradients and hessians, by row number. */
export interface TreeRows {
  columns: readonly BinnedColumn[];
  features: Int32Array;
  rows: Int32Array;
  gradient: Float32Array;
  hessian: Float32Array;
  scratch: TreeScratch;
}

/** Arrays that trees reuse. Each is as long as the rows of a tree. */
export interface TreeScratch {
  rows: Int32Array;
  gradient: Float32Array;
  hessian: Float32Array;
  /** Histograms of closed nodes. */
  histograms: Float64Array[];
}

export const createScratch = (rows: number): TreeScratch => ({
  rows: new Int32Array(rows),
  gradient: new Float32Array(rows),
  hessian: new Float32Array(rows),
  histograms: [],
});

export interface GrownTree {
  tree: Tree;
  /** The bin up to which a row goes left, by node: for rows that are known by their bins only. */
  bins: Uint8Array;
}

interface Split {
  gain: number;
  feature: number;
  bin: number;
}

interface OpenNode {
  node: number;
  start: number;
  end: number;
  histogram: Float64Array;
  gradient: number;
  hessian: number;
  split: Split;
}

/** One bin: sum of gradients, sum of hessians, rows. */
const STRIDE = 3;
const NO_SPLIT: Split = { gain: 0, feature: -1, bin: 0 };

/** Grows the leaf with the largest gain first (best-first), as a histogram gradient booster does. */
export function growTree(given: TreeRows, options: TreeOptions): GrownTree {
  const data = { ...given, bases: locateHistograms(given) };
  const size = options.maxLeaves * 2;
  const tree: Tree = {
    feature: new Int16Array(size).fill(-1),
    threshold: new Float32Array(size),
    left: new Int16Array(size),
    right: new Int16Array(size),
    value: new Float32Array(size),
  };
  const bins = new Uint8Array(size);
  const open = [openRoot(data, options)];
  setLeafValue(tree, open[0] as OpenNode, options);
  let nodes = 1;
  for (let leaves = 1; leaves < options.maxLeaves; leaves++) {
    const best = pickBest(open);
    if (best === undefined) break;
    const column = data.columns[best.split.feature] as BinnedColumn;
    const middle = partition(data, best, column.codes);
    tree.feature[best.node] = best.split.feature;
    tree.threshold[best.node] = column.cuts[best.split.bin - 1] ?? Number.NEGATIVE_INFINITY;
    bins[best.node] = best.split.bin;
    tree.left[best.node] = nodes;
    tree.right[best.node] = nodes + 1;
    const [left, right] = openChildren(data, options, { parent: best, middle, first: nodes });
    nodes += 2;
    for (const child of [left, right]) {
      setLeafValue(tree, child, options);
      open.push(child);
    }
  }
  for (const node of open) data.scratch.histograms.push(node.histogram);
  return { tree: cutTree(tree, nodes), bins: bins.slice(0, nodes) };
}

function cutTree(tree: Tree, nodes: number): Tree {
  return {
    feature: tree.feature.slice(0, nodes),
    threshold: tree.threshold.slice(0, nodes),
    left: tree.left.slice(0, nodes),
    right: tree.right.slice(0, nodes),
    value: tree.value.slice(0, nodes),
  };
}

function setLeafValue(tree: Tree, node: OpenNode, options: TreeOptions): void {
  tree.value[node.node] = -node.gradient / (node.hessian + options.lambda);
}

function pickBest(open: OpenNode[]): OpenNode | undefined {
  let best = -1;
  let gain = 1e-9;
  for (let index = 0; index < open.length; index++) {
    const candidate = (open[index] as OpenNode).split.gain;
    if (candidate > gain) {
      gain = candidate;
      best = index;
    }
  }
  return best < 0 ? undefined : open.splice(best, 1)[0];
}

function openRoot(data: HistogramRows, options: TreeOptions): OpenNode {
  const histogram = takeHistogram(data);
  fillHistogram(data, histogram, 0, data.rows.length);
  return openNode({ node: 0, start: 0, end: data.rows.length, histogram }, data, options);
}

function openNode(
  at: Pick<OpenNode, 'node' | 'start' | 'end' | 'histogram'>,
  data: HistogramRows,
  options: TreeOptions,
): OpenNode {
  // Each feature's cells hold all rows: those of the first give the sums of the node.
  let gradient = 0;
  let hessian = 0;
  for (let cell = 0; cell < (data.bases[1] as number); cell += STRIDE) {
    gradient += at.histogram[cell] as number;
    hessian += at.histogram[cell + 1] as number;
  }
  const node = { ...at, gradient, hessian, split: NO_SPLIT };
  return { ...node, split: findSplit(node, data, options) };
}

/** The smaller child is counted; the larger one is the parent less the smaller. */
function openChildren(
  data: HistogramRows,
  options: TreeOptions,
  at: { parent: OpenNode; middle: number; first: number },
): [OpenNode, OpenNode] {
  const { parent, middle, first } = at;
  const leftIsSmall = middle - parent.start < parent.end - middle;
  const small = takeHistogram(data);
  fillHistogram(data, small, leftIsSmall ? parent.start : middle, leftIsSmall ? middle : parent.end);
  const large = parent.histogram;
  const cells = cellsOf(data);
  for (let cell = 0; cell < cells; cell++) large[cell] = (large[cell] as number) - (small[cell] as number);
  const left = { node: first, start: parent.start, end: middle, histogram: leftIsSmall ? small : large };
  const right = { node: first + 1, start: middle, end: parent.end, histogram: leftIsSmall ? large : small };
  return [openNode(left, data, options), openNode(right, data, options)];
}

interface HistogramRows extends TreeRows {
  /** Where the cells of each feature begin, then where the last ones end. */
  bases: Int32Array;
}

/** A flag has two bins and a price two hundred: each feature has the cells it needs. */
function locateHistograms({ features, columns }: TreeRows): Int32Array {
  const bases = new Int32Array(features.length + 1);
  for (let slot = 0; slot < features.length; slot++) {
    const { cuts } = columns[features[slot] as number] as BinnedColumn;
    bases[slot + 1] = (bases[slot] as number) + (cuts.length + 2) * STRIDE;
  }
  return bases;
}

const cellsOf = ({ bases }: HistogramRows): number => bases.at(-1) as number;

function takeHistogram(data: HistogramRows): Float64Array {
  const cells = cellsOf(data);
  const reused = data.scratch.histograms.pop();
  if (reused === undefined || reused.length < cells)
    return new Float64Array(Math.max(cells, data.features.length * (MAX_BINS + 1) * STRIDE));
  return reused.fill(0, 0, cells);
}

function fillHistogram(data: HistogramRows, histogram: Float64Array, start: number, end: number): void {
  const { rows } = data;
  const { gradient, hessian } = data.scratch;
  for (let at = start; at < end; at++) {
    const row = rows[at] as number;
    gradient[at] = data.gradient[row] as number;
    hessian[at] = data.hessian[row] as number;
  }
  for (let slot = 0; slot < data.features.length; slot++) {
    const { codes } = data.columns[data.features[slot] as number] as BinnedColumn;
    const base = data.bases[slot] as number;
    for (let at = start; at < end; at++) {
      const cell = base + (codes[rows[at] as number] as number) * STRIDE;
      histogram[cell] = (histogram[cell] as number) + (gradient[at] as number);
      histogram[cell + 1] = (histogram[cell + 1] as number) + (hessian[at] as number);
      histogram[cell + 2] = (histogram[cell + 2] as number) + 1;
    }
  }
}

function findSplit(node: OpenNode, data: HistogramRows, options: TreeOptions): Split {
  if (node.end - node.start < options.minLeafRows * 2) return NO_SPLIT;
  let best = NO_SPLIT;
  for (let slot = 0; slot < data.features.length; slot++) {
    const feature = data.features[slot] as number;
    const cuts = (data.columns[feature] as BinnedColumn).cuts.length;
    const found = scanFeature(node, { base: data.bases[slot] as number, cuts }, options);
    if (found.gain > best.gain) best = { ...found, feature };
  }
  return best;
}

function scanFeature(
  node: OpenNode,
  at: { base: number; cuts: number },
  options: TreeOptions,
): { gain: number; bin: number } {
  const { histogram, gradient, hessian } = node;
  const { lambda, minLeafRows } = options;
  const total = node.end - node.start;
  const whole = (gradient * gradient) / (hessian + lambda);
  let leftGradient = 0;
  let leftHessian = 0;
  let leftRows = 0;
  let gain = 0;
  let bin = 0;
  for (let code = 0; code <= at.cuts; code++) {
    const cell = at.base + code * STRIDE;
    leftGradient += histogram[cell] as number;
    leftHessian += histogram[cell + 1] as number;
    leftRows += histogram[cell + 2] as number;
    if (leftRows < minLeafRows) continue;
    if (total - leftRows < minLeafRows) break;
    const rightGradient = gradient - leftGradient;
    const candidate =
      (leftGradient * leftGradient) / (leftHessian + lambda) +
      (rightGradient * rightGradient) / (hessian - leftHessian + lambda) -
      whole;
    if (candidate > gain) {
      gain = candidate;
      bin = code;
    }
  }
  return { gain, bin };
}

/** Keeps the order of the rows: their columns are then read forwards, node after node. */
function partition({ rows, scratch }: TreeRows, node: OpenNode, codes: Uint8Array): number {
  const { bin } = node.split;
  let low = node.start;
  let moved = 0;
  for (let at = node.start; at < node.end; at++) {
    const row = rows[at] as number;
    if ((codes[row] as number) <= bin) rows[low++] = row;
    else scratch.rows[moved++] = row;
  }
  rows.set(scratch.rows.subarray(0, moved), low);
  return low;
}
