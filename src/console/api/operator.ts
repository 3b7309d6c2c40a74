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
/** Creates the feed of a source, or replaces its settings. */
export const postFeed = (body: object) => sendRequest<FeedJson>('/operator/feeds', { body });
export const postFeedPull = (id: string) =>
  sendRequest<void>(`/console/api/operator/feeds/${id}/pull`, { method: 'POST' });
export const removeFeed = (id: string) => sendRequest<void>(`/operator/feeds/${id}`, { method: 'DELETE' });
export const fetchFeedRuns = (id: string, page: number, signal: AbortSignal) =>
  sendRequest<FeedRunJson[]>(`/operator/feeds/${id}/runs`, { query: { page }, signal });
/** Sources whose name contains the text: there may be thousands. */
export const searchSources = (name: string, signal: AbortSignal) =>
  sendRequest<SourceJson[]>('/sources', { query: { name }, signal });
export const fetchSource = (id: string, signal: AbortSignal) =>
  sendRequest<SourceJson>(`/sources/${encodeURIComponent(id)}`, { signal });
export const fetchDroppedMembers = (source: string, page: number, signal: AbortSignal) =>
  sendRequest<DroppedMemberJson[]>(`/operator/sources/${source}/dropped-members`, {
    query: { page },
    signal,
  });

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
