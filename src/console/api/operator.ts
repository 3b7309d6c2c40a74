import { sendRequest } from './client.ts';

export interface FeedJson {
  readonly id: string;
  readonly source: string;
  readonly address: string;
  readonly format: string;
  readonly enabled: boolean;
  readonly dueAt: string;
  readonly failures: number;
  readonly running: boolean;
  readonly lastStatus: string | null;
  readonly lastFinishedAt: string | null;
}

export interface FeedRunJson {
  readonly id: string;
  readonly startedAt: string;
  readonly status: string;
  readonly accepted: number;
  readonly unchanged: number;
  readonly expired: number;
  readonly rejected: number;
  readonly rejections: readonly { readonly line: number; readonly reason: string }[];
  readonly error: string | null;
}

export interface DroppedMemberJson {
  readonly id: string;
  readonly member: string;
  readonly why: string;
  readonly count: number;
  readonly example: string;
}

/** A record that was set aside. */
export interface RejectedRecordJson {
  readonly id: string;
  readonly url: string;
  readonly kind: string;
  readonly reason: string;
  readonly rejectedAt: string;
  readonly resolvedAt: string | null;
}

export interface SourceJson {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export const fetchFeeds = (page: number, signal: AbortSignal) =>
  sendRequest<FeedJson[]>('/operator/feeds', { query: { page }, signal });
export const fetchFeedRuns = (id: string, signal: AbortSignal) =>
  sendRequest<FeedRunJson[]>(`/operator/feeds/${id}/runs`, { signal });
export const fetchSources = (signal: AbortSignal) => sendRequest<SourceJson[]>('/sources', { signal });
export const fetchDroppedMembers = (source: string, signal: AbortSignal) =>
  sendRequest<DroppedMemberJson[]>(`/operator/sources/${source}/dropped-members`, { signal });

export const fetchRejectedRecords = (source: string, page: number, signal: AbortSignal) =>
  sendRequest<RejectedRecordJson[]>(`/operator/sources/${source}/rejected-records`, {
    query: { page },
    signal,
  });

/** Work that waits. */
export interface QueueJson {
  readonly id: string;
  readonly name: string;
  readonly waiting: number;
  readonly held: number;
  readonly oldestSeconds: number;
}

export interface SourceFreshnessJson {
  readonly id: string;
  readonly name: string;
  readonly liveListings: number;
  readonly lastSeenAt: string | null;
}

export const fetchQueues = (signal: AbortSignal) =>
  sendRequest<QueueJson[]>('/console/api/operator/queues', { signal });
export const fetchFreshness = (page: number, signal: AbortSignal) =>
  sendRequest<SourceFreshnessJson[]>('/console/api/operator/freshness', { query: { page }, signal });

/** 503 is an answer too: it says what is not ready. */
export async function fetchReadiness(signal: AbortSignal): Promise<{ ready: boolean }> {
  const reply = await fetch('/health/ready', { signal, headers: { accept: 'application/json' } });
  return { ready: reply.ok };
}
