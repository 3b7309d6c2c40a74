import { allRegions, defaultRegion } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { Market } from './market.ts';
import { mergeAccuracies } from './merge-regions.ts';
import { type Accuracy, findCurrentModel, findLatestFit } from './store.ts';

export type { Accuracy } from './store.ts';

/** Sales are not divided: their model is in the default region. */
export async function readAccuracy(db: Db, market: Market): Promise<Accuracy> {
  if (market === 'SALE' || db.regions === undefined) return readModelAccuracy(defaultRegion(db), market);
  const found = await Promise.all(allRegions(db).map((region) => readModelAccuracy(region, market)));
  return mergeAccuracies(found) ?? readModelAccuracy(defaultRegion(db), market);
}

async function readModelAccuracy(db: Db, market: Market): Promise<Accuracy> {
  const [model, latest] = [await findCurrentModel(db, market), await findLatestFit(db, market)];
  const report = model?.accuracy;
  return {
    id: market,
    fittedAt: model?.fittedAt ? formatTimestamp(model.fittedAt) : null,
    windowFrom: model?.windowFrom ?? null,
    windowTo: model?.windowTo ?? null,
    latestFit: latest?.status ?? 'NONE',
    failure: latest?.failure ?? null,
    all: report?.all ?? null,
    classes: report?.classes ?? [],
    types: report?.types ?? [],
    places: report?.places ?? [],
  };
}
