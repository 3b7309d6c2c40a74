import { sendRequest } from './client.ts';

/** A destination with how well it is served. */
export interface DestinationJson {
  readonly id: string;
  readonly destinationType: 'WEBHOOK' | 'EMAIL';
  readonly url: string | null;
  readonly email: string | null;
  readonly isDefault: boolean;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly suspensionReason: 'UNCONFIRMED' | 'UNSUBSCRIBED' | 'FAILING' | null;
  readonly failures: number;
  readonly suspendedAt: string | null;
  readonly nextProbeAt: string | null;
  readonly confirmedAt: string | null;
  readonly unsubscribedAt: string | null;
  readonly signingKey?: string;
}

const OWN_PATH = '/console/api/destinations';
const PUBLIC_PATH = '/account/event-destinations';

export const fetchDestinations = (page: number, signal: AbortSignal) =>
  sendRequest<DestinationJson[]>(OWN_PATH, { query: { page }, signal });
export const postDestination = (body: object) => sendRequest<DestinationJson>(PUBLIC_PATH, { body });
export const requestDestinationDeletion = (id: string) =>
  sendRequest<void>(`${PUBLIC_PATH}/${id}`, { method: 'DELETE' });
export const postDestinationTest = (id: string, eventType: string) =>
  sendRequest<{ id: string }>(`${PUBLIC_PATH}/${id}/test`, { body: { eventType } });
export const postConfirmationRequest = (id: string) =>
  sendRequest<DestinationJson>(`${PUBLIC_PATH}/${id}/confirmation`, { method: 'POST' });
export const postReactivation = (id: string) =>
  sendRequest<DestinationJson>(`${OWN_PATH}/${id}/reactivate`, { method: 'POST' });

export interface SigningKeyJson {
  readonly hint: string;
  readonly key?: string;
}

export const fetchSigningKey = (signal: AbortSignal) =>
  sendRequest<SigningKeyJson>('/console/api/signing-key', { signal });
export const postSigningKeyRotation = () =>
  sendRequest<SigningKeyJson>('/console/api/signing-key/rotate', { method: 'POST' });
