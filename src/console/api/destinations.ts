import { sendRequest } from './client.ts';
import type { ServedDestinationJson, SigningKeyJson } from './generated/console.ts';
import type { EventDestinationJson, EventNotificationJson } from './generated/public.ts';

/** Rows of a page of the API's lists. */
const PAGE_SIZE = 30;
const OWN_PATH = '/console/api/destinations';
const PUBLIC_PATH = '/account/event-destinations';

export const fetchDestinations = (page: number, signal: AbortSignal) =>
  sendRequest<ServedDestinationJson[]>(OWN_PATH, { query: { page }, signal });
/** All pages: an account has a hundred at most. */
export async function fetchAllDestinations(signal: AbortSignal): Promise<ServedDestinationJson[]> {
  const all: ServedDestinationJson[] = [];
  for (let page = 1; ; page += 1) {
    const some = await fetchDestinations(page, signal);
    all.push(...some);
    if (some.length < PAGE_SIZE) return all;
  }
}
/** In a list to choose from. */
export const toDestinationOption = ({ id, url, email }: ServedDestinationJson) =>
  [id, url ?? email ?? ''] as const;
export const postDestination = (body: object) => sendRequest<EventDestinationJson>(PUBLIC_PATH, { body });
export const requestDestinationDeletion = (id: string) =>
  sendRequest<void>(`${PUBLIC_PATH}/${id}`, { method: 'DELETE' });
export const postDestinationTest = (id: string, eventType: string) =>
  sendRequest<EventNotificationJson>(`${PUBLIC_PATH}/${id}/test`, { body: { eventType } });
export const postConfirmationRequest = (id: string) =>
  sendRequest<EventDestinationJson>(`${PUBLIC_PATH}/${id}/confirmation`, { method: 'POST' });
export const postReactivation = (id: string) =>
  sendRequest<ServedDestinationJson>(`${OWN_PATH}/${id}/reactivate`, { method: 'POST' });

export const fetchSigningKey = (signal: AbortSignal) =>
  sendRequest<SigningKeyJson>('/console/api/signing-key', { signal });
export const postSigningKeyRotation = () =>
  sendRequest<SigningKeyJson>('/console/api/signing-key/rotate', { method: 'POST' });
