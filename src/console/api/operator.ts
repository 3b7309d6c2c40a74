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

export interface Source {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export const listFeeds = (signal: AbortSignal) => call<Feed[]>('/operator/feeds', { signal });
export const listRuns = (id: string, signal: AbortSignal) =>
  call<FeedRun[]>(`/operator/feeds/${id}/runs`, { signal });
export const listSources = (signal: AbortSignal) => call<Source[]>('/sources', { signal });
export const listDropped = (source: string, signal: AbortSignal) =>
  call<DroppedMember[]>(`/operator/sources/${source}/dropped-members`, { signal });
