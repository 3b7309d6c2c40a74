import type { Likeness } from '../parts/evidence.tsx';
import { call } from './client.ts';

/** Why a listing is one of a property. */
export interface Joining extends Likeness {
  readonly id: string;
  readonly url: string;
  readonly joinedAt: string;
  readonly decision: string;
  readonly nearestListingId: string | null;
  readonly score: number | null;
  readonly vetoes: readonly { readonly listingId: string; readonly veto: string }[];
}

/** Two listings that may be one home. */
export interface ListingPair extends Likeness {
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

const PAIRS = '/console/api/operator/pairs';

export const listJoinings = (propertyId: string, signal: AbortSignal) =>
  call<Joining[]>(`/console/api/properties/${encodeURIComponent(propertyId)}/grouping`, { signal });
export const listPairs = (page: number, signal: AbortSignal) =>
  call<ListingPair[]>(PAIRS, { query: { page }, signal });
export const sayTogether = ({ one, other }: ListingPair, together: boolean) =>
  call<{ propertyId: string }>(`${PAIRS}/${together ? 'merge' : 'split'}`, { body: { one, other } });
