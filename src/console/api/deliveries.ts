import { type QueryParameters, sendRequest } from './client.ts';

export interface NotificationJson {
  readonly id: string;
  readonly eventType: string;
  /** Paths; null for a test. */
  readonly event: string | null;
  readonly alert: string | null;
  readonly property: string | null;
  readonly channel: string;
  readonly destinationAddress: string | null;
  readonly status: string;
  readonly attemptNumber: number;
  readonly deliveredAt: string | null;
  readonly lastErrorMessage: string | null;
  readonly createdAt: string;
}

export interface AttemptJson {
  readonly id: string;
  readonly attemptNumber: number;
  readonly startedAt: string;
  readonly tookMs: number | null;
  readonly outcome: string;
  readonly probe: boolean;
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly requestBody: string | null;
  readonly replyStatus: number | null;
  readonly replyHeaders: Readonly<Record<string, string>> | null;
  readonly replyBody: string | null;
  readonly error: string | null;
}

export const fetchNotifications = (query: QueryParameters, signal: AbortSignal) =>
  sendRequest<NotificationJson[]>('/event-notifications', { query, signal });
export const fetchNotification = (id: string, signal: AbortSignal) =>
  sendRequest<NotificationJson>(`/event-notifications/${id}`, { signal });
export const fetchAttempts = (id: string, signal: AbortSignal) =>
  sendRequest<AttemptJson[]>(`/event-notifications/${id}/attempts`, { signal });
export const postReplay = (id: string) =>
  sendRequest<NotificationJson>(`/event-notifications/${id}/replay`, { method: 'POST' });
export const postReplayRange = (body: object) =>
  sendRequest<{ notifications: number }>('/event-notifications/replay', { body });
