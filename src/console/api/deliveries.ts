import { type QueryParameters, sendRequest } from './client.ts';
import type { EventLineJson } from './generated/console.ts';
import type { DeliveryAttemptJson, EventNotificationJson, EventReplayJson } from './generated/public.ts';

const OWN_PATH = '/console/api/deliveries';

export const fetchDeliveryLines = (query: QueryParameters, signal: AbortSignal) =>
  sendRequest<EventLineJson[]>(OWN_PATH, { query, signal });
export const fetchDeliveryLine = (id: string, signal: AbortSignal) =>
  sendRequest<EventLineJson>(`${OWN_PATH}/${id}`, { signal });
export const fetchEventLines = (alertId: string, page: number, signal: AbortSignal) =>
  sendRequest<EventLineJson[]>(`/console/api/alerts/${alertId}/events`, { query: { page }, signal });
export const fetchAttempts = (id: string, page: number, signal: AbortSignal) =>
  sendRequest<DeliveryAttemptJson[]>(`/event-notifications/${id}/attempts`, { query: { page }, signal });
export const postReplay = (id: string) =>
  sendRequest<EventNotificationJson>(`/event-notifications/${id}/replay`, { method: 'POST' });
export const postReplayRange = (body: object) =>
  sendRequest<EventReplayJson>('/event-notifications/replay', { body });
