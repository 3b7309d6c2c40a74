import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../../../lib/clock.ts';
import type { SearchEngine } from '../engine.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { MemoryState } from './memory-search.ts';
import { queryCount, queryPage, type UnsupportedReason } from './query.ts';
import { findClusters } from './query-clusters.ts';
import { queryCursor } from './query-cursor.ts';
import { countFacets } from './query-facets.ts';

/** Above this lag, SQL answers. */
export const MAX_LAG_MS = 2_000;
/** SQL gives up on facets and clusters of a whole country after as long. */
const MAX_WAIT_MS = 4_000;
const POLL_MS = 10;

/** What answered a query: memory, or the reason why SQL did. */
export type AnsweredBy = 'memory' | 'not-ready' | 'too-large' | 'lag' | 'fault' | UnsupportedReason;

export interface MemoryEngineOptions {
  /** Answers every query that memory cannot. */
  sql: SearchEngine;
  /** Undefined while the index is being built, and when it is too large. */
  snapshot(): IndexSnapshot | undefined;
  state?(): Pick<MemoryState, 'status'>;
  /** The time since memory last matched the store. */
  lagMs(): number;
  /** Whether a stored index is being opened, which takes seconds: facets and clusters wait for it. */
  isOpening?(): boolean;
  /** Called when a query begins to wait for it (1), and when it goes on (-1). */
  countWaiting?(change: 1 | -1): void;
  countAnswer(by: AnsweredBy): void;
  /** An unexpected error in memory: SQL answers, and the error is logged. */
  onFault?(error: unknown): void;
}

/** Answers from memory where possible, from SQL otherwise. Both give the same results. */
export function memoryEngine({
  sql,
  snapshot,
  state,
  lagMs,
  isOpening = () => false,
  countWaiting,
  countAnswer,
  onFault,
}: MemoryEngineOptions): SearchEngine {
  const unavailableReason = () => (state?.().status === 'too large' ? 'too-large' : 'not-ready');
  const attempt = <Found>(
    inMemory: (index: IndexSnapshot) => Found,
    index: IndexSnapshot,
  ): Found | 'fault' => {
    try {
      return inMemory(index);
    } catch (error) {
      onFault?.(error);
      return 'fault';
    }
  };
  const choose = async <Found extends object | number>(
    inMemory: (index: IndexSnapshot) => Found | UnsupportedReason,
    inSql: () => Promise<Found>,
  ): Promise<Found> => {
    const index = snapshot();
    const found =
      index === undefined ? unavailableReason() : lagMs() > MAX_LAG_MS ? 'lag' : attempt(inMemory, index);
    if (typeof found === 'string') {
      countAnswer(found as AnsweredBy);
      return inSql();
    }
    countAnswer('memory');
    return found;
  };
  const waitUntilOpen = async (): Promise<void> => {
    const deadline = monotonicMs() + MAX_WAIT_MS;
    const isAwaited = () => snapshot() === undefined && unavailableReason() === 'not-ready' && isOpening();
    countWaiting?.(1);
    try {
      while (isAwaited() && monotonicMs() < deadline) await pause(POLL_MS);
    } finally {
      countWaiting?.(-1);
    }
  };
  return {
    queryPage: (query) =>
      choose(
        (index) => queryPage(index, query),
        () => sql.queryPage(query),
      ),
    queryCursor: (query) =>
      choose(
        (index) => queryCursor(index, query),
        () => sql.queryCursor(query),
      ),
    count: (criteria) =>
      choose(
        (index) => queryCount(index, criteria),
        () => sql.count(criteria),
      ),
    async countFacets(query) {
      await waitUntilOpen();
      return choose(
        (index) => countFacets(index, query),
        () => sql.countFacets(query),
      );
    },
    async findClusters(query) {
      await waitUntilOpen();
      return choose(
        (index) => findClusters(index, query),
        () => sql.findClusters(query),
      );
    },
  };
}
