import { call } from './client.ts';

export interface Feed {
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

export interface FeedRun {
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

export interface DroppedMember {
  readonly id: string;
  readonly member: string;
  readonly why: string;
  readonly count: number;
  readonly example: string;
}

/** A record that was set aside. */
export interface RejectedRecord {
  readonly id: string;
  readonly url: string;
  readonly kind: string;
  readonly reason: string;
  readonly rejectedAt: string;
  readonly resolvedAt: string | null;
}

export interface Source {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export const listFeeds = (page: number, signal: AbortSignal) =>
  call<Feed[]>('/operator/feeds', { query: { page }, signal });
export const listRuns = (id: string, signal: AbortSignal) =>
  call<FeedRun[]>(`/operator/feeds/${id}/runs`, { signal });
export const listSources = (signal: AbortSignal) => call<Source[]>('/sources', { signal });
export const listDropped = (source: string, signal: AbortSignal) =>
  call<DroppedMember[]>(`/operator/sources/${source}/dropped-members`, { signal });

export const listRejected = (source: string, page: number, signal: AbortSignal) =>
  call<RejectedRecord[]>(`/operator/sources/${source}/rejected-records`, { query: { page }, signal });

/** Work that waits. */
export interface Queue {
  readonly id: string;
  readonly name: string;
  readonly waiting: number;
  readonly held: number;
  readonly oldestSeconds: number;
}

export interface SourceFreshness {
  readonly id: string;
  readonly name: string;
  readonly liveListings: number;
  readonly lastSeenAt: string | null;
}

export const listQueues = (signal: AbortSignal) => call<Queue[]>('/console/api/operator/queues', { signal });
export const listFreshness = (page: number, signal: AbortSignal) =>
  call<SourceFreshness[]>('/console/api/operator/freshness', { query: { page }, signal });

/** 503 is an answer too: it says what is not ready. */
export async function readReadiness(signal: AbortSignal): Promise<{ ready: boolean }> {
  const reply = await fetch('/health/ready', { signal, headers: { accept: 'application/json' } });
  return { ready: reply.ok };
}
