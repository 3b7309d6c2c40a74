import { sendRequest } from './client.ts';
import type { ServedDestinationJson, SigningKeyJson } from './generated/console.ts';
import type { EventDestinationJson, EventNotificationJson } from './generated/public.ts';

const OWN_PATH = '/console/api/destinations';
const PUBLIC_PATH = '/account/event-destinations';

export const fetchDestinations = (page: number, signal: AbortSignal) =>
  sendRequest<ServedDestinationJson[]>(OWN_PATH, { query: { page }, signal });
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
