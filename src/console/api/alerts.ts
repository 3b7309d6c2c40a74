import { sendRequest } from './client.ts';

export interface AlertRuleJson {
  readonly eventType: string;
  readonly scope?: 'PROPERTY' | 'LISTING';
  readonly variationPercent?: readonly { readonly gte?: number; readonly lte?: number }[];
}

export interface AlertJson {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly criteria: Readonly<Record<string, unknown>> | null;
  readonly notificationConfig: { readonly rules: readonly AlertRuleJson[] };
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

export interface ForecastJson {
  readonly windowDays: number;
  readonly total: number;
  readonly perDay: SpreadJson;
  readonly perHour: SpreadJson;
}

interface SpreadJson {
  readonly average: number;
  readonly low: number;
  readonly high: number;
}

export interface RehearsalJson {
  readonly changes: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly samples: readonly {
    readonly eventType: string;
    readonly occurredAt: string;
    readonly data: { readonly id: string; readonly property: import('./property.ts').PropertyJson };
  }[];
}

export interface AlertEventJson {
  readonly id: string;
  readonly property: string;
  readonly eventType: string;
  readonly scope: string;
  readonly notifiedAt: string | null;
  readonly createdAt: string;
}

export const fetchAlerts = (page: number, signal: AbortSignal) =>
  sendRequest<AlertJson[]>('/alerts', { query: { page }, signal });
export const fetchAlert = (id: string, signal: AbortSignal) =>
  sendRequest<AlertJson>(`/alerts/${id}`, { signal });
export const patchAlert = (id: string, body: object) =>
  sendRequest<AlertJson>(`/alerts/${id}`, { method: 'PUT', body });
export const postAlert = (body: object) => sendRequest<AlertJson>('/alerts', { body });
export const requestAlertDeletion = (id: string) => sendRequest<void>(`/alerts/${id}`, { method: 'DELETE' });
export const fetchForecast = (criteria: object, signal: AbortSignal) =>
  sendRequest<ForecastJson>('/alerts/forecast', { body: { criteria }, signal });
export const fetchRehearsal = (id: string, days: number) =>
  sendRequest<RehearsalJson>(`/alerts/${id}/rehearsal`, { body: { days } });
export const fetchAlertEvents = (id: string, page: number, signal: AbortSignal) =>
  sendRequest<AlertEventJson[]>(`/alerts/${id}/events`, {
    query: { page, 'order[createdAt]': 'desc' },
    signal,
  });
