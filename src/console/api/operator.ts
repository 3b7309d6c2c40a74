import { sendRequest } from './client.ts';
import type { QueueJson, SourceFreshnessJson } from './generated/console.ts';
import type {
  DroppedMemberJson,
  FeedJson,
  FeedRunJson,
  RejectedRecordJson,
  SourceJson,
} from './generated/public.ts';

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

export const fetchQueues = (signal: AbortSignal) =>
  sendRequest<QueueJson[]>('/console/api/operator/queues', { signal });
export const fetchFreshness = (page: number, signal: AbortSignal) =>
  sendRequest<SourceFreshnessJson[]>('/console/api/operator/freshness', { query: { page }, signal });

/** A 503 is an answer too: the service is not ready. */
export async function fetchReadiness(signal: AbortSignal): Promise<{ ready: boolean }> {
  const reply = await fetch('/health/ready', { signal, headers: { accept: 'application/json' } });
  return { ready: reply.ok };
}
