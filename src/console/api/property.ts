import type { ConsolidatedProperty, PropertyResult } from '../../catalogue/document.ts';
import { sendRequest } from './client.ts';
import type { PropertySearchAnswerJson } from './generated/public.ts';

export const fetchProperty = (id: string, signal?: AbortSignal, asOf?: string): Promise<PropertyResult> =>
  sendRequest<PropertyResult>(`/properties/${encodeURIComponent(id)}`, {
    ...(asOf !== undefined && { query: { asOf } }),
    ...(signal && { signal }),
  });

/** Several properties, in the order of their ids; one that is gone is left out. */
export const fetchProperties = (ids: readonly string[], signal: AbortSignal): Promise<PropertyResult[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : sendRequest<PropertyResult[]>('/properties', { query: { ids: ids.join(',') }, signal });

/** The property with a listing at this URL. */
export const lookUpProperty = (url: string): Promise<{ readonly id: string }> =>
  sendRequest('/properties/lookup-by-url', { body: { url }, isQuery: true });

/** A property in a list: what a card and a point on the map need. */
export interface SearchHitJson {
  readonly id: string;
  readonly property: ConsolidatedProperty;
  readonly listings: number;
}

type RelaxationJson = NonNullable<PropertySearchAnswerJson['meta']['relaxations']>[number];

export interface SearchResultPage {
  readonly hits: readonly SearchHitJson[];
  readonly total: number;
  readonly hasNext: boolean;
  readonly cursor: string | null;
  readonly relaxations: readonly RelaxationJson[];
}

/** Searches in the JSON:API form: the flat form has no total. */
export async function fetchSearchPage(body: object, signal?: AbortSignal): Promise<SearchResultPage> {
  const { data, meta } = await sendRequest<PropertySearchAnswerJson>('/properties', {
    body,
    isQuery: true,
    accept: 'application/vnd.api+json',
    ...(signal && { signal }),
  });
  return {
    hits: data.map(({ id, attributes, relationships }) => ({
      id,
      property: attributes,
      listings: relationships.listings.data.length,
    })),
    total: meta.totalItems,
    hasNext: meta.hasNextPage,
    cursor: meta.cursor,
    relaxations: meta.relaxations ?? [],
  };
}
