import type { PropertyResult } from '../catalogue/document.ts';
import { defaultRegion, regionOfProperty } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { loadCurrentModel } from './current-model.ts';
import { readHome } from './home.ts';
import { askedMarket, type Market } from './market.ts';
import { qualifyCode } from './qualified-code.ts';
import {
  findPace,
  type Valuation,
  type ValuationContext,
  type ValuationQuery,
  valueByModel,
} from './valuation.ts';

/**
 * Each region fits models of its own. A property is valued by those of its region; another home by those of the region
 * with the nearest comparables. Sales are not divided: their model is in the default region.
 */
export async function valueHome(context: ValuationContext, query: ValuationQuery): Promise<Valuation> {
  const { db } = context;
  if (db.regions === undefined) return valueByModel(context, query);
  const { propertyId } = query;
  if (propertyId === undefined) return valueAnywhere(context, query);
  const own = await regionOfProperty(db, propertyId);
  if (query.market !== 'SALE') return valueByModel({ ...context, db: own }, query);
  const [valued, asking] = await Promise.all([
    valueByModel({ ...context, db: defaultRegion(db) }, query),
    loadCurrentModel(own, context.clock, 'ASKING'),
  ]);
  // How fast homes leave the market is that of the region of the property.
  return { ...valued, pace: asking === undefined ? null : findPace(asking, query) };
}

async function valueAnywhere(context: ValuationContext, query: ValuationQuery): Promise<Valuation> {
  const all = context.db.regions?.all ?? [];
  const handles: readonly Db[] =
    query.market === 'SALE' ? [defaultRegion(context.db)] : all.map(({ db }) => db);
  const valued = await Promise.all(handles.map((db) => valueByModel({ ...context, db }, query)));
  return valued.reduce((best, one) => (rankOf(one) < rankOf(best) ? one : best));
}

/** The mean distance of the comparables; a model without a value is behind all others, and none behind that. */
function rankOf({ value, comparables, model }: Valuation): number {
  if (model === null) return Number.POSITIVE_INFINITY;
  if (value === null) return Number.MAX_VALUE;
  return comparables.reduce((sum, { distanceMetres }) => sum + distanceMetres, 0) / comparables.length;
}

/** The valuation of a property, by the market of its price or another one. */
export function valueProperty(
  context: ValuationContext,
  { id, property }: PropertyResult,
  { market, date }: { market?: Market | undefined; date?: Date | undefined } = {},
): Promise<Valuation> {
  const read = readHome(property);
  const asked = askedMarket(property.transaction?.type);
  const { city, countryCode } = property.location ?? {};
  return valueHome(context, {
    id,
    market: market ?? asked ?? 'ASKING',
    date: date ?? context.clock.now(),
    home: 'home' in read ? read.home : undefined,
    ...('reason' in read && { reason: read.reason }),
    propertyId: id,
    ...(market === undefined || market === asked ? { askedPrice: property.pricing?.displayed } : {}),
    places:
      city?.uniqueCode === undefined || countryCode === undefined
        ? []
        : [qualifyCode(countryCode, city.uniqueCode)],
  });
}
