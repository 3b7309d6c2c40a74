import type { Box } from '../map/fit.ts';
import { sendRequest } from './client.ts';
import type { PropertyClustersJson, PropertyFacetsJson } from './generated/public.ts';

export interface ClustersQuery {
  readonly criteria: object;
  readonly viewport: Box;
  readonly zoom: number;
}

export const fetchClusters = (body: ClustersQuery, signal?: AbortSignal): Promise<PropertyClustersJson> =>
  sendRequest('/properties/clusters', { body, isQuery: true, ...(signal && { signal }) });

/** Every match, counted exactly: a search counts up to 10,000. */
export const fetchExactTotal = async (criteria: object, signal: AbortSignal): Promise<number> => {
  const { totalItems } = await sendRequest<PropertyFacetsJson>('/properties/facets', {
    body: { criteria },
    isQuery: true,
    signal,
  });
  return totalItems;
};
