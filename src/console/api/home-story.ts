import { sendRequest } from './client.ts';
import type { AddressResolutionJson, CriteriaExplanationJson, LifelineJson } from './generated/public.ts';

const homePath = (id: string): string => `/properties/${encodeURIComponent(id)}`;

/** The address by the registries; it takes no body. */
export const resolveAddress = (id: string, signal: AbortSignal): Promise<AddressResolutionJson> =>
  sendRequest(`${homePath(id)}/resolve-address`, { method: 'POST', isQuery: true, signal });

export const fetchLifeline = (id: string, signal: AbortSignal): Promise<LifelineJson> =>
  sendRequest(`${homePath(id)}/lifeline`, { signal });

/** Which filters of the criteria a home meets, with what it states. */
export const explainCriteria = (
  propertyId: string,
  criteria: object | null,
  signal: AbortSignal,
): Promise<CriteriaExplanationJson> =>
  sendRequest('/properties/explain', { body: { propertyId, criteria }, isQuery: true, signal });
