import { allRegions, defaultRegion } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { findNamesByCode } from '../geo/store.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import type { Market } from './market.ts';
import { mergeAccuracies } from './merge-regions.ts';
import { namedPlace, qualifyCode } from './qualified-code.ts';
import { type Accuracy, type AccuracyEntry, findCurrentModel, findLatestFit } from './store.ts';

/** The record of a market, with the names of its places. */
export interface NamedAccuracy extends Accuracy {
  places: (AccuracyEntry & { countryCode: string | null; label: string | null })[];
}

export async function readAccuracy(db: Db, market: Market): Promise<NamedAccuracy> {
  const accuracy = await readRegions(db, market);
  const codes = accuracy.places.map(({ name }) => namedPlace(name).place);
  const found = await findNamesByCode(db, codes);
  const labels = new Map(found.map(({ countryCode, code, name }) => [qualifyCode(countryCode, code), name]));
  const places = accuracy.places.map((entry) => {
    const { place, countryCode } = namedPlace(entry.name);
    return { ...entry, name: place, countryCode, label: labels.get(entry.name) ?? null };
  });
  return { ...accuracy, places };
}

/** Sales are not divided: their model is in the default region. */
async function readRegions(db: Db, market: Market): Promise<Accuracy> {
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
