import type { JudgedValuation } from '../../src/valuation/measures.ts';
import { DEFAULT_FIT, fitModel, type Model } from '../../src/valuation/model/fit.ts';
import {
  addMarketRow,
  createMarketRows,
  factVector,
  type MarketRow,
  type MarketRows,
  type Projection,
  projectX,
  projectY,
  type Subject,
} from '../../src/valuation/model/market-rows.ts';
import { findNearest, NearestRows } from '../../src/valuation/model/point-tree.ts';
import { Appraiser } from '../../src/valuation/model/value.ts';

export function collectRows(given: readonly MarketRow[], projection: Projection): MarketRows {
  const rows = createMarketRows(given.length);
  for (const row of given) addMarketRow(rows, row, projection);
  return rows;
}

export const projectionOf = (rows: readonly MarketRow[]): Projection => ({
  latitude: rows.reduce((sum, { latitude }) => sum + latitude, 0) / rows.length,
});

export const toSubject = (row: MarketRow, projection: Projection): Subject => ({
  x: projectX(projection, row.longitude),
  y: projectY(row.latitude),
  month: row.month,
  area: row.area,
  facts: factVector(row.facts),
});

export interface Judgement {
  model: Model;
  judged: JudgedValuation[];
  fitMs: number;
  valueMs: number;
}

export function fitAndJudge(
  earlier: readonly MarketRow[],
  later: readonly MarketRow[],
  trees?: number,
): Judgement {
  const projection = projectionOf(earlier);
  const started = performance.now();
  const model = fitModel(collectRows(earlier, projection), {
    ...DEFAULT_FIT,
    ...(trees === undefined ? {} : { trees }),
  });
  const fitted = performance.now();
  const appraiser = new Appraiser(model);
  const judged = later.map((row) => {
    const { value, low, high, confidence } = appraiser.value(toSubject(row, projection), () => false);
    return { value, low, high, confidence: confidence.name, actual: row.price };
  });
  return { model, judged, fitMs: fitted - started, valueMs: (performance.now() - fitted) / later.length };
}

const BASELINE_NEIGHBOURS = 30;

export type Centre = 'mean' | 'median';

/** The usual baseline: the price per square metre of the 30 nearest, their mean or their median. */
export function nearestBaseline(
  { comparables }: Model,
  later: readonly MarketRow[],
  { projection, centre }: { projection: Projection; centre: Centre },
): JudgedValuation[] {
  const { rows, tree } = comparables;
  const found = new NearestRows(BASELINE_NEIGHBOURS);
  return later.map((row) => {
    const { x, y } = toSubject(row, projection);
    findNearest(tree, { x, y, skip: () => false }, found);
    const units = Float64Array.from(
      found.rows.subarray(0, found.count),
      (at) => (rows.price[at] as number) / (rows.area[at] as number),
    ).sort();
    const mean = units.reduce((sum, unit) => sum + unit, 0) / units.length;
    const value = (centre === 'mean' ? mean : (units[units.length >> 1] as number)) * row.area;
    return { value, low: value, high: value, confidence: '-', actual: row.price };
  });
}
