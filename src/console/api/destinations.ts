import { call } from './client.ts';

/** A destination with how well it is served. */
export interface Destination {
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

const OWN = '/console/api/destinations';
const PUBLIC = '/account/event-destinations';

export const listDestinations = (page: number, signal: AbortSignal) =>
  call<Destination[]>(OWN, { query: { page }, signal });
export const createDestination = (body: object) => call<Destination>(PUBLIC, { body });
export const deleteDestination = (id: string) => call<void>(`${PUBLIC}/${id}`, { method: 'DELETE' });
export const testDestination = (id: string, eventType: string) =>
  call<{ id: string }>(`${PUBLIC}/${id}/test`, { body: { eventType } });
export const requestConfirmation = (id: string) =>
  call<Destination>(`${PUBLIC}/${id}/confirmation`, { method: 'POST' });
export const reactivateDestination = (id: string) =>
  call<Destination>(`${OWN}/${id}/reactivate`, { method: 'POST' });

export interface SigningKey {
  readonly hint: string;
  readonly key?: string;
}

export const readSigningKey = (signal: AbortSignal) =>
  call<SigningKey>('/console/api/signing-key', { signal });
export const rotateSigningKey = () => call<SigningKey>('/console/api/signing-key/rotate', { method: 'POST' });
