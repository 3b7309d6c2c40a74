import type { Database, Db } from '../db/sql.ts';
import { forgetCurrentModel } from './current-model.ts';
import { type Market, markets } from './market.ts';
import type { MarketRows } from './model/market-rows.ts';
import { indexPoints } from './model/neighbours.ts';
import { deleteAllStages, splitParts } from './stage-store.ts';
import { findCurrentModel, readModelParts, replaceModelParts } from './store.ts';
import { idAt, readModel, type StoredModel, writeModel } from './stored-model.ts';

/**
 * Takes the prices of properties out of the models in use and out of fits that are under way. Returns how many
 * models were written again. The trees stay: they hold thresholds, and no price of a home.
 */
export async function erasePropertiesFromModels(
  db: Database,
  propertyIds: readonly string[],
  now: Date,
): Promise<number> {
  await deleteAllStages(db);
  if (propertyIds.length === 0) return 0;
  let written = 0;
  for (const market of markets.filter((one) => one !== 'SALE')) {
    if (!(await db.transaction((tx) => eraseFromModel(tx, market, { propertyIds, now })))) continue;
    forgetCurrentModel(db, market);
    written += 1;
  }
  return written;
}

/** In the caller's transaction. */
export async function eraseFromModel(
  db: Db,
  market: Market,
  { propertyIds, now }: { propertyIds: readonly string[]; now: Date },
): Promise<boolean> {
  const row = await findCurrentModel(db, market);
  if (row === undefined) return false;
  const stored = readModel(Buffer.concat(await readModelParts(db, row.id)));
  const left = stored && withoutProperties(stored, new Set(propertyIds));
  if (left === undefined) return false;
  const revised = { id: row.id, rows: left.model.comparables.rows.count, now };
  await replaceModelParts(db, revised, splitParts(writeModel(left)));
  return true;
}

/** Undefined when the model has none of them. */
export function withoutProperties(stored: StoredModel, erased: ReadonlySet<string>): StoredModel | undefined {
  const { model, ids } = stored;
  const { comparables } = model;
  const { count } = comparables.rows;
  const left = Int32Array.from({ length: count }, (_, row) => row).filter(
    (row) => !erased.has(idAt(ids, row)),
  );
  if (left.length === count) return undefined;
  const rows = pickMarketRows(comparables.rows, left);
  return {
    ...stored,
    ids: pickRows(ids, left, ids.length / count),
    model: {
      ...model,
      judged: pickRows(model.judged, left),
      scales: pickRows(model.scales, left),
      comparables: {
        ...comparables,
        rows,
        tree: indexPoints(rows),
        unit: pickRows(comparables.unit, left),
        adjusted: pickRows(comparables.adjusted, left),
        linear: pickRows(comparables.linear, left),
        logArea: pickRows(comparables.logArea, left),
        compared: pickRows(comparables.compared, left, comparables.compared.length / count),
      },
    },
  };
}

const pickMarketRows = (rows: MarketRows, left: Int32Array): MarketRows => ({
  count: left.length,
  x: pickRows(rows.x, left),
  y: pickRows(rows.y, left),
  month: pickRows(rows.month, left),
  area: pickRows(rows.area, left),
  price: pickRows(rows.price, left),
  home: pickRows(rows.home, left),
  facts: rows.facts.map((column) => pickRows(column, left)),
});

/** A copy with these rows alone, each of `width` values. */
function pickRows<Column extends Float32Array | Float64Array | Int32Array | Uint8Array>(
  column: Column,
  left: Int32Array,
  width = 1,
): Column {
  const picked = column.slice(0, left.length * width) as Column;
  for (const [at, row] of left.entries())
    for (let cell = 0; cell < width; cell++) picked[at * width + cell] = column[row * width + cell] as number;
  return picked;
}
