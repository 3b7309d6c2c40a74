import { sendRequest } from './client.ts';
import type {
  GroupingDecisionJson,
  GroupingOutcomeJson,
  JoiningJson,
  ListingPairJson,
  StatedListingJson,
} from './generated/console.ts';

const OPERATOR_PATH = '/console/api/operator';
const DECISIONS_PATH = `${OPERATOR_PATH}/grouping-decisions`;

const propertyPath = (propertyId: string) => `/console/api/properties/${encodeURIComponent(propertyId)}`;

export const fetchJoinings = (propertyId: string, signal: AbortSignal) =>
  sendRequest<JoiningJson[]>(`${propertyPath(propertyId)}/grouping`, { signal });
export const fetchPairs = (page: number, signal: AbortSignal) =>
  sendRequest<ListingPairJson[]>(`${OPERATOR_PATH}/pairs`, { query: { page }, signal });

/** What the listings of a property state themselves, or one of them. */
export const fetchStatedListings = (propertyId: string, signal?: AbortSignal, listing?: string) =>
  sendRequest<StatedListingJson[]>(`${propertyPath(propertyId)}/listings`, {
    query: { listing },
    ...(signal && { signal }),
  });

/** Two sets of listings are one home, or are not; or a decision is taken back. */
export type GroupingChange =
  | {
      readonly action: 'merge' | 'split';
      readonly listings: readonly string[];
      readonly others: readonly string[];
    }
  | { readonly action: 'undo'; readonly decision: string };

export const fetchGroupingPreview = (change: GroupingChange, signal: AbortSignal) =>
  sendRequest<GroupingOutcomeJson>(`${DECISIONS_PATH}/preview`, { body: change, signal });
export const putGroupingDecision = (change: GroupingChange) =>
  sendRequest<GroupingOutcomeJson>(DECISIONS_PATH, { body: change });
export const fetchDecisions = (page: number, signal: AbortSignal, property?: string) =>
  sendRequest<GroupingDecisionJson[]>(DECISIONS_PATH, { query: { page, property }, signal });
