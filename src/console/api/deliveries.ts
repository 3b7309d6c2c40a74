import { call, type Query } from './client.ts';

export interface Notification {
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

export interface Attempt {
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

export const listNotifications = (query: Query, signal: AbortSignal) =>
  call<Notification[]>('/event-notifications', { query, signal });
export const readNotification = (id: string, signal: AbortSignal) =>
  call<Notification>(`/event-notifications/${id}`, { signal });
export const listAttempts = (id: string, signal: AbortSignal) =>
  call<Attempt[]>(`/event-notifications/${id}/attempts`, { signal });
export const replayOne = (id: string) =>
  call<Notification>(`/event-notifications/${id}/replay`, { method: 'POST' });
export const replayRange = (body: object) =>
  call<{ notifications: number }>('/event-notifications/replay', { body });
