import { sendRequest } from './client.ts';

export interface AnalyticsJson {
  readonly meta: { readonly sample_size: number };
  readonly data: readonly {
    readonly group: { readonly event_at: string };
    readonly metrics: Readonly<Record<string, number | null>>;
  }[];
}

export interface MarketQuery {
  readonly place: string;
  readonly transaction: string;
  readonly bucket: string;
}

/** Municipalities and their districts are told apart by name only: the other kind of id finds nothing. */
async function fetchAnalytics(
  question: MarketQuery,
  eventType: string,
  metrics: string[],
  signal: AbortSignal,
) {
  const { place, transaction, bucket } = question;
  const query = { transaction_type: transaction, time_bucket: bucket, event_type: [eventType], metrics };
  const ofCity = await sendRequest<AnalyticsJson>('/analytics/listings', {
    query: { ...query, city_id: [place] },
    signal,
  });
  if (ofCity.meta.sample_size > 0) return ofCity;
  return sendRequest<AnalyticsJson>('/analytics/listings', {
    query: { ...query, district_id: [place] },
    signal,
  });
}

export const fetchArrivals = (question: MarketQuery, signal: AbortSignal): Promise<AnalyticsJson> =>
  fetchAnalytics(question, 'CREATED', ['count', 'median:price_per_sqm'], signal);

export const fetchDepartures = (question: MarketQuery, signal: AbortSignal): Promise<AnalyticsJson> =>
  fetchAnalytics(question, 'EXPIRED', ['median:days_between_events'], signal);

export interface SaleJson {
  readonly id: string;
  readonly dateMutation: string;
  readonly propertyType: string | null;
  readonly price: { readonly amountCents: number | null; readonly currency: string };
  readonly areas: { readonly livingAreaSqm: number | null };
}

export const fetchSales = (place: string, signal: AbortSignal): Promise<{ data: readonly SaleJson[] }> =>
  sendRequest('/transactions/search', { body: { city: place, page: { size: 10 } }, signal });
