import type { PairComparison } from '../parts/evidence.tsx';
import { sendRequest } from './client.ts';

/** Why a listing is one of a property. */
export interface JoiningJson extends PairComparison {
  readonly id: string;
  readonly url: string;
  readonly joinedAt: string;
  readonly decision: string;
  readonly nearestListingId: string | null;
  readonly score: number | null;
  readonly vetoes: readonly { readonly listingId: string; readonly veto: string }[];
}

/** Two listings that may be one home. */
export interface ListingPairJson extends PairComparison {
  readonly id: string;
  readonly one: string;
  readonly other: string;
  readonly oneUrl: string;
  readonly otherUrl: string;
  readonly onePropertyId: string;
  readonly otherPropertyId: string;
  readonly together: boolean;
  readonly score: number;
}

const PAIRS_PATH = '/console/api/operator/pairs';

export const fetchJoinings = (propertyId: string, signal: AbortSignal) =>
  sendRequest<JoiningJson[]>(`/console/api/properties/${encodeURIComponent(propertyId)}/grouping`, {
    signal,
  });
export const fetchPairs = (page: number, signal: AbortSignal) =>
  sendRequest<ListingPairJson[]>(PAIRS_PATH, { query: { page }, signal });
export const putPairDecision = ({ one, other }: ListingPairJson, together: boolean) =>
  sendRequest<{ propertyId: string }>(`${PAIRS_PATH}/${together ? 'merge' : 'split'}`, {
    body: { one, other },
  });
