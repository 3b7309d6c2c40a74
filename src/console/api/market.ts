import { DAY_MS } from '../../lib/durations.ts';
import { sendRequest } from './client.ts';
import type { ListingAnalyticsJson, MarketPaceJson, TransactionSearchJson } from './generated/public.ts';
import { fetchSearchPage } from './property.ts';

export interface MarketQuery {
  readonly place: string;
  readonly transaction: string;
  readonly bucket: 'week' | 'month';
  /** Property types: land is never mixed with homes. */
  readonly types: readonly string[];
}

/** The picker does not say whether a place is a municipality or a district: the wrong parameter finds nothing. */
async function fetchAnalytics(
  market: MarketQuery,
  eventType: string,
  metrics: string[],
  signal: AbortSignal,
) {
  const { place, transaction, bucket, types } = market;
  const query = {
    transaction_type: transaction,
    time_bucket: bucket,
    event_type: [eventType],
    property_type: types,
    metrics,
  };
  const cityReply = await sendRequest<ListingAnalyticsJson>('/analytics/listings', {
    query: { ...query, city_id: [place] },
    signal,
  });
  if (cityReply.meta.sample_size > 0) return cityReply;
  return sendRequest<ListingAnalyticsJson>('/analytics/listings', {
    query: { ...query, district_id: [place] },
    signal,
  });
}

export const fetchArrivals = (market: MarketQuery, signal: AbortSignal): Promise<ListingAnalyticsJson> =>
  fetchAnalytics(market, 'CREATED', ['median:price_per_sqm'], signal);

export const fetchDepartures = (market: MarketQuery, signal: AbortSignal): Promise<ListingAnalyticsJson> =>
  fetchAnalytics(market, 'EXPIRED', ['median:days_between_events'], signal);

export const fetchPaces = (place: string, signal: AbortSignal): Promise<MarketPaceJson[]> =>
  sendRequest('/analytics/market-pace', { query: { city_id: place }, signal });

const SHOWN_PERIODS = 12;

interface Period {
  readonly from: string;
  readonly to: string;
}

const atMidnight = (at: Date): Date => new Date(at.toISOString().slice(0, 10));

/** The last weeks or months, the oldest first; the present one is not over. */
export function listPeriods(bucket: MarketQuery['bucket'], now: Date): Period[] {
  const today = atMidnight(now);
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
  const startOf = (back: number): string =>
    bucket === 'week'
      ? new Date(monday - back * 7 * DAY_MS).toISOString()
      : new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back)).toISOString();
  return Array.from({ length: SHOWN_PERIODS }, (_, at) => {
    const back = SHOWN_PERIODS - 1 - at;
    return { from: startOf(back), to: startOf(back - 1) };
  });
}

const homesThere = ({ place, transaction, types }: MarketQuery) => ({
  type: { in: types },
  transaction: { type: transaction },
  locations: { in: { ids: [place] } },
});

const countHomes = async (criteria: object, signal: AbortSignal): Promise<number> =>
  (await fetchSearchPage({ criteria, size: 0 }, signal)).total;

export interface HomeCounts {
  /** On the market now. */
  readonly present: number;
  readonly periods: readonly (Period & { readonly homes: number })[];
}

/** Homes, each once however many adverts it has: on the market now, and first seen in each period. */
export async function fetchHomeCounts(market: MarketQuery, signal: AbortSignal): Promise<HomeCounts> {
  const property = homesThere(market);
  const everSeen = (dates: object) => ({
    or: [true, false].map((expired) => ({ property: { ...property, expired }, dates })),
  });
  const [present, ...homes] = await Promise.all([
    countHomes({ property }, signal),
    ...listPeriods(market.bucket, new Date()).map(async (period) => ({
      ...period,
      homes: await countHomes(everSeen({ createdAt: period }), signal),
    })),
  ]);
  return { present, periods: homes };
}

export const fetchSales = (
  { place, types }: MarketQuery,
  signal: AbortSignal,
): Promise<TransactionSearchJson> =>
  sendRequest('/transactions/search', {
    body: { city: place, propertyType: types, page: { size: 10 } },
    isQuery: true,
    signal,
  });
