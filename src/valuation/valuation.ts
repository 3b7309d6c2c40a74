import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { deviationPercent } from '../properties/revision-documents.ts';
import { appraise, type Comparable, roundPrice } from './appraise.ts';
import { type CurrentModel, loadCurrentModel } from './current-model.ts';
import type { Home } from './home.ts';
import { formatMonth, type Market, monthOf, type NoValueReason, valuedTypes } from './market.ts';
import { type NamedPlace, namedPlace, WHOLE_MARKET } from './qualified-code.ts';
import type { PlaceIndex } from './stored-model.ts';
import { type NamedPace, namePace, pickPace } from './time-on-market.ts';

/** A valuation as the API returns it. */
export interface Valuation {
  id: string;
  market: Market;
  date: string;
  value: number | null;
  low: number | null;
  high: number | null;
  /** Why there is no value. */
  reason: NoValueReason | null;
  confidence: { class: string; medianError: number } | null;
  askedPrice: number | null;
  deviationPercent: number | null;
  comparables: Comparable[];
  index: (NamedPlace & { homes: number; months: { month: string; level: number }[] }) | null;
  /** How fast homes like it leave the market, where enough did. */
  pace: NamedPace | null;
  model: {
    id: string;
    fittedAt: string;
    windowFrom: string;
    windowTo: string;
    prices: number;
    medianAbsoluteError: number;
  } | null;
}

export interface ValuationContext {
  db: Db;
  clock: Clock;
}

export interface ValuationQuery {
  id: string;
  market: Market;
  date: Date;
  home: Home | undefined;
  /** Why the home cannot be valued, where that is known before. */
  reason?: NoValueReason;
  propertyId?: string;
  askedPrice?: number | undefined;
  /** Their keys, from the widest to the finest. */
  places?: readonly string[];
}

/** By the model of one region. */
export async function valueByModel(context: ValuationContext, query: ValuationQuery): Promise<Valuation> {
  const current = await loadCurrentModel(context.db, context.clock, query.market);
  const empty = emptyValuation(query, current);
  if (query.home === undefined) return { ...empty, reason: query.reason ?? 'POSITION_MISSING' };
  if (current === undefined) return { ...empty, reason: 'NO_MODEL' };
  const { home, propertyId } = query;
  const appraised = appraise(current, {
    home,
    month: monthOf(query.date),
    ...(propertyId && { propertyId }),
  });
  const index = pickIndex(current, query);
  if ('reason' in appraised) return { ...empty, index, reason: appraised.reason };
  const { value, low, high, confidence } = appraised.estimate;
  const asked = query.askedPrice;
  return {
    ...empty,
    value: roundPrice(value),
    low: roundPrice(low),
    high: roundPrice(high),
    confidence: { class: confidence.name, medianError: Math.round(confidence.medianError * 1_000) / 1_000 },
    deviationPercent: asked === undefined ? null : deviationPercent(asked, roundPrice(value)),
    comparables: appraised.comparables(),
    index,
  };
}

const emptyValuation = (query: ValuationQuery, current?: CurrentModel): Valuation => ({
  id: query.id,
  market: query.market,
  date: query.date.toISOString().slice(0, 10),
  value: null,
  low: null,
  high: null,
  reason: null,
  confidence: null,
  askedPrice: query.askedPrice ?? null,
  deviationPercent: null,
  comparables: [],
  index: null,
  pace: current === undefined ? null : findPace(current, query),
  model: current === undefined ? null : describeModel(current),
});

export const findPace = (
  { stored }: CurrentModel,
  { places = [], home }: Pick<ValuationQuery, 'places' | 'home'>,
): NamedPace | null => {
  const pace = pickPace(stored.paces, valuedTypes[(home?.facts.propertyType ?? 0) - 1], places);
  return pace && namePace(pace);
};

const describeModel = ({ row }: CurrentModel): Valuation['model'] => ({
  id: row.id,
  fittedAt: row.fittedAt?.toISOString() ?? '',
  windowFrom: row.windowFrom ?? '',
  windowTo: row.windowTo ?? '',
  prices: row.rows ?? 0,
  medianAbsoluteError: row.accuracy?.all.medianAbsoluteError ?? 0,
});

/** The finest place with enough homes; the whole market at the last. */
function pickIndex({ stored }: CurrentModel, { places = [], home }: ValuationQuery): Valuation['index'] {
  const type = home?.facts.propertyType ?? 0;
  const found = [WHOLE_MARKET, ...places]
    .toReversed()
    .map((place) => stored.indices.find((one) => one.place === place && one.propertyType === type))
    .find((one): one is PlaceIndex => one !== undefined);
  if (found === undefined) return null;
  const months = found.months.map((month, at) => ({
    month: formatMonth(month),
    level: Math.round(Math.exp(found.levels[at] ?? 0) * 1_000) / 10,
  }));
  return { ...namedPlace(found.place), homes: found.homes, months };
}
