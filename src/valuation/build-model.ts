import { valuedTypes } from './market.ts';
import type { AccuracyMeasures, JudgedValuation } from './measures.ts';
import { measureAccuracy } from './measures.ts';
import { CLASS_NAMES, classOf } from './model/calibrate.ts';
import { factAt } from './model/facts.ts';
import { DEFAULT_FIT, type FitOptions, fitModel, type Model } from './model/fit.ts';
import { buildPlaceIndices } from './place-index.ts';
import type { MarketData } from './read-market.ts';
import { placesOf } from './row-places.ts';
import type { AccuracyEntry, AccuracyReport } from './store.ts';
import { MODEL_FORMAT, type StoredModel } from './stored-model.ts';

/** With fewer prices a market has no model. */
export const MIN_MODEL_ROWS = 300;
const MIN_REPORTED_HOMES = 30;
const MAX_REPORTED_PLACES = 100;

export interface BuiltModel {
  stored: StoredModel;
  accuracy: AccuracyReport;
}

/** Fits a market. The homes of each block of time were valued by a model that had not seen the block. */
export function buildModel(data: MarketData, options: Pick<FitOptions, 'onProgress' | 'stages'>): BuiltModel {
  const { rows, market, projection } = data;
  const model = fitModel(rows, { ...DEFAULT_FIT, ...options });
  const { adjusted } = model.comparables;
  const areas = rows.area.slice(0, rows.count).sort();
  const stored: StoredModel = {
    format: MODEL_FORMAT,
    market,
    projection,
    model,
    ids: data.ids,
    indices: buildPlaceIndices(
      rows,
      (row) => adjusted[row] as number,
      (row) => placesOf(data.places, row),
    ),
    areas: { min: areas[0] ?? 0, max: areas.at(-1) ?? 0 },
    paces: data.paces,
  };
  return { stored, accuracy: reportAccuracy(model, data) };
}

function reportAccuracy(model: Model, { rows, places }: MarketData): AccuracyReport {
  const judged = judgeRows(model);
  const types = rows.facts[factAt('propertyType')];
  const groupBy = (nameOf: (row: number) => string | undefined): AccuracyEntry[] => {
    const groups = Map.groupBy(judged.keys(), (row) => nameOf(row) ?? '');
    return [...groups]
      .filter(([name, own]) => name !== '' && own.length >= MIN_REPORTED_HOMES)
      .sort(([, one], [, other]) => other.length - one.length)
      .slice(0, MAX_REPORTED_PLACES)
      .map(([name, own]) =>
        entry(
          name,
          own.map((row) => judged[row] as JudgedValuation),
        ),
      );
  };
  return {
    all: entry('all', judged),
    classes: CLASS_NAMES.flatMap((name) =>
      groupBy((row) => judged[row]?.confidence).filter((one) => one.name === name),
    ),
    types: groupBy((row) => valuedTypes[(types?.[row] ?? 0) - 1]),
    places: groupBy((row) => placesOf(places, row).at(-1)),
  };
}

const entry = (name: string, judged: readonly JudgedValuation[]): AccuracyEntry => ({
  name,
  ...rounded(measureAccuracy(judged)),
});

const rounded = (measures: AccuracyMeasures): AccuracyMeasures =>
  Object.fromEntries(
    Object.entries(measures).map(([name, value]) => [name, Math.round(value * 10_000) / 10_000]),
  ) as unknown as AccuracyMeasures;

/** What the held-out fits said of each row. */
function judgeRows({ judged, scales, classes, comparables }: Model): JudgedValuation[] {
  const { price } = comparables.rows;
  return Array.from(judged, (error, row) => {
    const confidence = classOf(classes, scales[row] as number);
    const actual = price[row] as number;
    const value = actual * Math.exp(error - confidence.bias);
    const reach = (times: number): number => value * Math.exp(times * (scales[row] as number));
    return {
      value,
      actual,
      low: reach(confidence.low),
      high: reach(confidence.high),
      confidence: confidence.name,
    };
  });
}
