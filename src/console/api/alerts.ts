import { call } from './client.ts';

export interface Rule {
  readonly eventType: string;
  readonly scope?: 'PROPERTY' | 'LISTING';
  readonly variationPercent?: readonly { readonly gte?: number; readonly lte?: number }[];
}

export interface Alert {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly criteria: Readonly<Record<string, unknown>> | null;
  readonly notificationConfig: { readonly rules: readonly Rule[] };
  /** Why the service disabled it. */
  readonly disabledReason: 'NO_DESTINATION' | null;
  /** Where it sends, as a URL; null when it uses the default. */
  readonly eventDestination: string | null;
  readonly signingKey?: string;
  /** How far it is with the homes that were on the market when it was saved. */
  readonly firstDays: { readonly remaining: number | null; readonly until: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Forecast {
  readonly windowDays: number;
  readonly total: number;
  readonly perDay: Spread;
  readonly perHour: Spread;
}

interface Spread {
  readonly average: number;
  readonly low: number;
  readonly high: number;
}

export interface Rehearsal {
  readonly changes: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly samples: readonly {
    readonly eventType: string;
    readonly occurredAt: string;
    readonly data: { readonly id: string; readonly property: import('./property.ts').Property };
  }[];
}

export interface AlertEvent {
  readonly id: string;
  readonly property: string;
  readonly eventType: string;
  readonly scope: string;
  readonly notifiedAt: string | null;
  readonly createdAt: string;
}

export const listAlerts = (page: number, signal: AbortSignal) =>
  call<Alert[]>('/alerts', { query: { page }, signal });
export const readAlert = (id: string, signal: AbortSignal) => call<Alert>(`/alerts/${id}`, { signal });
export const changeAlert = (id: string, body: object) =>
  call<Alert>(`/alerts/${id}`, { method: 'PUT', body });
export const createAlert = (body: object) => call<Alert>('/alerts', { body });
export const deleteAlert = (id: string) => call<void>(`/alerts/${id}`, { method: 'DELETE' });
export const forecast = (criteria: object, signal: AbortSignal) =>
  call<Forecast>('/alerts/forecast', { body: { criteria }, signal });
export const rehearse = (id: string, days: number) =>
  call<Rehearsal>(`/alerts/${id}/rehearsal`, { body: { days } });
export const listEvents = (id: string, page: number, signal: AbortSignal) =>
  call<AlertEvent[]>(`/alerts/${id}/events`, { query: { page, 'order[createdAt]': 'desc' }, signal });
