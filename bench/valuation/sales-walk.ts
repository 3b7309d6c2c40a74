import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgedValuation } from '../../src/valuation/measures.ts';
import type { MarketRow } from '../../src/valuation/model/market-rows.ts';
import { fitAndJudge, nearestBaseline, projectionOf } from './judge.ts';
import { readCsv } from './portal-file.ts';

/** A first fit needs half a year; then each later quarter is judged by what came before it. */
const FIRST_MONTHS = 6;
const STEP_MONTHS = 3;
/** Closed sales with date, value, area and point only. */
export function readSalesDirectory(directory: string): MarketRow[] {
  const files = globSync('*.csv', { cwd: directory }).map((name) => join(directory, name));
  return files
    .flatMap((file) => readCsv(file))
    .flatMap(({ cells, text }, home) => {
      const [year = 0, month = 1] = text('date_mutation').split('-').map(Number);
      const row: MarketRow = {
        longitude: cells.get('longitude') ?? Number.NaN,
        latitude: cells.get('latitude') ?? Number.NaN,
        area: cells.get('surface_reelle_bati') ?? Number.NaN,
        price: cells.get('valeur_fonciere') ?? Number.NaN,
        month: year * 12 + month - 1,
        home,
        facts: {},
      };
      return row.price > 0 && row.area > 0 && Number.isFinite(row.longitude) ? [row] : [];
    });
}

export interface SalesWalk {
  model: JudgedValuation[];
  mean: JudgedValuation[];
  median: JudgedValuation[];
}

/** Walks forward in time: no model sees a sale of the quarter that it values, nor a later one. */
export function walkSales(rows: readonly MarketRow[]): SalesWalk {
  const first = Math.min(...rows.map(({ month }) => month));
  const last = Math.max(...rows.map(({ month }) => month));
  const result: SalesWalk = { model: [], mean: [], median: [] };
  for (let from = first + FIRST_MONTHS; from <= last; from += STEP_MONTHS) {
    const earlier = rows.filter(({ month }) => month < from);
    const later = rows.filter(({ month }) => month >= from && month < from + STEP_MONTHS);
    if (later.length === 0) continue;
    const { model, judged } = fitAndJudge(earlier, later);
    result.model.push(...judged);
    const projection = projectionOf(earlier);
    for (const centre of ['mean', 'median'] as const)
      result[centre].push(...nearestBaseline(model, later, { projection, centre }));
  }
  return result;
}
