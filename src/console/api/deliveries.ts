import { type QueryParameters, sendRequest } from './client.ts';
import type { DeliveryAttemptJson, EventNotificationJson, EventReplayJson } from './generated/public.ts';

export const fetchNotifications = (query: QueryParameters, signal: AbortSignal) =>
  sendRequest<EventNotificationJson[]>('/event-notifications', { query, signal });
export const fetchNotification = (id: string, signal: AbortSignal) =>
  sendRequest<EventNotificationJson>(`/event-notifications/${id}`, { signal });
export const fetchAttempts = (id: string, signal: AbortSignal) =>
  sendRequest<DeliveryAttemptJson[]>(`/event-notifications/${id}/attempts`, { signal });
export const postReplay = (id: string) =>
  sendRequest<EventNotificationJson>(`/event-notifications/${id}/replay`, { method: 'POST' });
export const postReplayRange = (body: object) =>
  sendRequest<EventReplayJson>('/event-notifications/replay', { body });
