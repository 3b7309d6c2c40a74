import { sendRequest } from './client.ts';
import type { AlertJson, AlertRehearsalJson, ForecastJson } from './generated/public.ts';

export type AlertRuleJson = AlertJson['notificationConfig']['rules'][number];

export const fetchAlerts = (page: number, signal: AbortSignal) =>
  sendRequest<AlertJson[]>('/alerts', { query: { page }, signal });
export const fetchAlert = (id: string, signal: AbortSignal) =>
  sendRequest<AlertJson>(`/alerts/${id}`, { signal });
export const patchAlert = (id: string, body: object) =>
  sendRequest<AlertJson>(`/alerts/${id}`, { method: 'PUT', body });
export const postAlert = (body: object) => sendRequest<AlertJson>('/alerts', { body });
export const requestAlertDeletion = (id: string) => sendRequest<void>(`/alerts/${id}`, { method: 'DELETE' });
export const fetchForecast = (criteria: object, signal: AbortSignal) =>
  sendRequest<ForecastJson>('/alerts/forecast', { body: { criteria }, isQuery: true, signal });
/** One answer of some seconds; `cursor` continues the one before. */
export const fetchRehearsal = (id: string, days: number, cursor: string | null, signal: AbortSignal) =>
  sendRequest<AlertRehearsalJson>(`/alerts/${id}/rehearsal`, {
    body: { days, ...(cursor !== null && { cursor }) },
    isQuery: true,
    signal,
  });
