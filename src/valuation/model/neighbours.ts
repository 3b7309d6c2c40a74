import { type Fact, facts } from './facts.ts';
import { linearValue, readTerms, terms } from './hedonic.ts';
import { type MarketRows, type Subject, subjectOf } from './market-rows.ts';
import { buildPointTree, findNearest, NearestRows, type PointTree } from './point-tree.ts';

/** Comparables looked at for one home. */
export const MAX_NEIGHBOURS = 80;
const FEW = 5;
const SOME = 20;
/** The distance of this neighbour says how dense the market is around a home; weights fall with it. */
const DENSITY_NEIGHBOUR = 10;
/** Portals move points by some tens of metres, so nearer than this says nothing. */
const POINT_NOISE_METRES = 40;
const ALIKE_AREA = 0.15;
const TWIN_AREA = 0.03;

/** Comparables ready to be searched: points, time-adjusted log prices and what their facts are worth. */
export interface Comparables {
  rows: MarketRows;
  tree: PointTree;
  /** Log price per square metre at the price level of the index's base. */
  unit: Float32Array;
  /** The same less what the linear terms explain. */
  adjusted: Float32Array;
  /** The worth of the facts of each row. */
  linear: Float32Array;
  logArea: Float32Array;
  coefficients: Float64Array;
  /** The facts that weights compare, row after row: a neighbour is then one line of the cache, not seventeen. */
  compared: Float32Array;
}

export const indexPoints = (rows: MarketRows): PointTree =>
  buildPointTree(rows.x.subarray(0, rows.count), rows.y.subarray(0, rows.count));

export function prepareComparables(
  rows: MarketRows,
  given: { tree: PointTree; unit: Float32Array; coefficients: Float64Array },
): Comparables {
  const linear = new Float32Array(rows.count);
  const values = new Float32Array(terms.length);
  for (let row = 0; row < rows.count; row++)
    linear[row] = linearValue(given.coefficients, readTerms(subjectOf(rows, row), values));
  const adjusted = given.unit.map((unit, row) => unit - (linear[row] as number));
  const logArea = rows.area.subarray(0, rows.count).map(Math.log);
  return { rows, ...given, linear, adjusted, logArea, compared: packCompared(rows) };
}

/** The facts that make a comparable count less where they differ, with what each weight is multiplied by. */
const COMPARED = (facts as readonly Fact[]).flatMap(({ alike, sameState, twin }, position) =>
  (alike ?? sameState ?? twin) === undefined ? [] : [{ position, alike, sameState, twin }],
);
const POSITIONS = Int32Array.from(COMPARED, ({ position }) => position);
const ALIKE = Float64Array.from(COMPARED, ({ alike }) => alike ?? 1);
const SAME_STATE = Float64Array.from(COMPARED, ({ sameState }) => sameState ?? 1);
const TWIN = Float64Array.from(COMPARED, ({ twin }) => twin ?? 1);

function packCompared(rows: MarketRows): Float32Array {
  const packed = new Float32Array(rows.count * POSITIONS.length);
  for (const [at, position] of POSITIONS.entries()) {
    const column = rows.facts[position] as Float32Array;
    for (let row = 0; row < rows.count; row++) packed[row * POSITIONS.length + at] = column[row] as number;
  }
  return packed;
}

/** The neighbours of one home with their weights. Its arrays are reused from one home to the next. */
export class Neighbourhood {
  readonly found = new NearestRows(MAX_NEIGHBOURS);
  readonly metres = new Float64Array(MAX_NEIGHBOURS);
  readonly near = new Float64Array(MAX_NEIGHBOURS);
  readonly alike = new Float64Array(MAX_NEIGHBOURS);
  readonly sameState = new Float64Array(MAX_NEIGHBOURS);
  readonly twin = new Float64Array(MAX_NEIGHBOURS);
  private readonly comparables: Comparables;

  constructor(comparables: Comparables) {
    this.comparables = comparables;
  }

  look(subject: Subject, skip: (row: number) => boolean): this {
    const { found, metres } = this;
    findNearest(this.comparables.tree, { x: subject.x, y: subject.y, skip }, found);
    for (let at = 0; at < found.count; at++) metres[at] = Math.sqrt(found.squared[at] as number);
    const density = found.count === 0 ? 0 : (metres[Math.min(DENSITY_NEIGHBOUR, found.count) - 1] as number);
    const logArea = Math.log(subject.area);
    for (let at = 0; at < found.count; at++) this.weigh(subject, at, { density, logArea });
    return this;
  }

  private weigh(subject: Subject, at: number, scale: { density: number; logArea: number }): void {
    const row = this.found.rows[at] as number;
    const apart = this.metres[at] as number;
    const reach = scale.density + POINT_NOISE_METRES;
    const areaApart = Math.abs(scale.logArea - (this.comparables.logArea[row] as number));
    let alike = 1;
    let sameState = 1;
    let twin = 1;
    const from = row * POSITIONS.length;
    for (let fact = 0; fact < POSITIONS.length; fact++) {
      const own = subject.facts[POSITIONS[fact] as number];
      if (own === this.comparables.compared[from + fact]) continue;
      alike *= ALIKE[fact] as number;
      sameState *= SAME_STATE[fact] as number;
      twin *= TWIN[fact] as number;
    }
    const near = Math.exp(-apart / reach);
    this.near[at] = near;
    this.alike[at] = Math.exp(-apart / (2 * reach) - areaApart / ALIKE_AREA) * alike;
    this.sameState[at] = Math.exp(-apart / (3 * reach)) * sameState;
    this.twin[at] = near * Math.exp(-areaApart / TWIN_AREA) * twin;
  }

  /** The weighted mean of a column over the first `limit` neighbours; NaN without any weight. */
  mean(column: Float32Array, weights: Float64Array | undefined, limit = this.found.count): number {
    let sum = 0;
    let total = 0;
    for (let at = 0; at < Math.min(limit, this.found.count); at++) {
      const weight = weights === undefined ? 1 : (weights[at] as number);
      sum += weight * (column[this.found.rows[at] as number] as number);
      total += weight;
    }
    return total > 1e-12 ? sum / total : Number.NaN;
  }

  total(weights: Float64Array): number {
    let total = 0;
    for (let at = 0; at < this.found.count; at++) total += weights[at] as number;
    return total;
  }

  /** How far apart the middle half of the nearest prices are. */
  spread(column: Float32Array): number {
    const count = Math.min(30, this.found.count);
    if (count < 4) return Number.NaN;
    const values = new Float32Array(count);
    for (let at = 0; at < count; at++) values[at] = column[this.found.rows[at] as number] as number;
    values.sort();
    return (values[Math.floor(count * 0.75)] as number) - (values[Math.floor(count * 0.25)] as number);
  }

  distance(position: number): number {
    return position < this.found.count ? (this.metres[position] as number) : Number.NaN;
  }

  describe(subject: Subject, linear: number, into: Float32Array, from: number): void {
    const { unit, adjusted } = this.comparables;
    const near = this.mean(adjusted, this.near);
    const all = this.mean(adjusted, undefined);
    const values = [
      linear,
      this.mean(adjusted, undefined, FEW) + linear,
      this.mean(adjusted, undefined, SOME) + linear,
      all + linear,
      near + linear,
      this.mean(adjusted, this.alike) + linear,
      this.mean(adjusted, this.sameState) + linear,
      this.mean(adjusted, this.twin) + linear,
      this.mean(unit, undefined, SOME),
      this.mean(unit, this.alike),
      this.mean(unit, this.twin),
      this.total(this.near),
      this.total(this.alike),
      this.total(this.twin),
      near,
      all,
      this.distance(FEW - 1),
      this.distance(MAX_NEIGHBOURS - 1),
      this.spread(adjusted),
      Math.log(subject.area),
      subject.area / ((subject.facts[0] as number) + 1),
      subject.x,
      subject.y,
      subject.x + subject.y,
      subject.x - subject.y,
    ];
    into.set(values, from);
  }
}

/** Values that `describe` writes. */
export const NEIGHBOURHOOD_FEATURES = 25;
/** The neighbourhood mean that the linear terms are fitted against. */
export const DEMEAN_NEIGHBOURS = SOME;
