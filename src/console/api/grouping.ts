import { sendRequest } from './client.ts';
import type { JoiningJson, ListingPairJson, RegroupingJson } from './generated/console.ts';

const PAIRS_PATH = '/console/api/operator/pairs';

export const fetchJoinings = (propertyId: string, signal: AbortSignal) =>
  sendRequest<JoiningJson[]>(`/console/api/properties/${encodeURIComponent(propertyId)}/grouping`, {
    signal,
  });
export const fetchPairs = (page: number, signal: AbortSignal) =>
  sendRequest<ListingPairJson[]>(PAIRS_PATH, { query: { page }, signal });
export const putPairDecision = ({ one, other }: ListingPairJson, together: boolean) =>
  sendRequest<RegroupingJson>(`${PAIRS_PATH}/${together ? 'merge' : 'split'}`, {
    body: { one, other },
  });
