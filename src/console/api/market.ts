import { call } from './client.ts';

export interface Analytics {
  readonly meta: { readonly sample_size: number };
  readonly data: readonly {
    readonly group: { readonly event_at: string };
    readonly metrics: Readonly<Record<string, number | null>>;
  }[];
}

export interface MarketQuestion {
  readonly place: string;
  readonly transaction: string;
  readonly bucket: string;
}

/** Municipalities and their districts are told apart by name only: the other kind of id finds nothing. */
async function asked(question: MarketQuestion, eventType: string, metrics: string[], signal: AbortSignal) {
  const { place, transaction, bucket } = question;
  const query = { transaction_type: transaction, time_bucket: bucket, event_type: [eventType], metrics };
  const ofCity = await call<Analytics>('/analytics/listings', {
    query: { ...query, city_id: [place] },
    signal,
  });
  if (ofCity.meta.sample_size > 0) return ofCity;
  return call<Analytics>('/analytics/listings', { query: { ...query, district_id: [place] }, signal });
}

export const arrivals = (question: MarketQuestion, signal: AbortSignal): Promise<Analytics> =>
  asked(question, 'CREATED', ['count', 'median:price_per_sqm'], signal);

export const departures = (question: MarketQuestion, signal: AbortSignal): Promise<Analytics> =>
  asked(question, 'EXPIRED', ['median:days_between_events'], signal);

export interface Sale {
  readonly id: string;
  readonly dateMutation: string;
  readonly propertyType: string | null;
  readonly price: { readonly amountCents: number | null; readonly currency: string };
  readonly areas: { readonly livingAreaSqm: number | null };
}

export const closedSales = (place: string, signal: AbortSignal): Promise<{ data: readonly Sale[] }> =>
  call('/transactions/search', { body: { city: place, page: { size: 10 } }, signal });
