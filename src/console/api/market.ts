import { sendRequest } from './client.ts';
import type { ListingAnalyticsJson, MarketPaceJson, TransactionSearchJson } from './generated/public.ts';

export interface MarketQuery {
  readonly place: string;
  readonly transaction: string;
  readonly bucket: string;
}

/** The picker does not say whether a place is a municipality or a district: the wrong parameter finds nothing. */
async function fetchAnalytics(
  market: MarketQuery,
  eventType: string,
  metrics: string[],
  signal: AbortSignal,
) {
  const { place, transaction, bucket } = market;
  const query = { transaction_type: transaction, time_bucket: bucket, event_type: [eventType], metrics };
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
  fetchAnalytics(market, 'CREATED', ['count', 'median:price_per_sqm'], signal);

export const fetchDepartures = (market: MarketQuery, signal: AbortSignal): Promise<ListingAnalyticsJson> =>
  fetchAnalytics(market, 'EXPIRED', ['median:days_between_events'], signal);

export const fetchPaces = (place: string, signal: AbortSignal): Promise<MarketPaceJson[]> =>
  sendRequest('/analytics/market-pace', { query: { city_id: place }, signal });

export const fetchSales = (place: string, signal: AbortSignal): Promise<TransactionSearchJson> =>
  sendRequest('/transactions/search', { body: { city: place, page: { size: 10 } }, isQuery: true, signal });
