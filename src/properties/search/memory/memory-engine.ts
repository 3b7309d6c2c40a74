import type { SearchEngine } from '../engine.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { MemoryState } from './memory-search.ts';
import { queryCount, queryPage, type UnsupportedReason } from './query.ts';
import { findClusters } from './query-clusters.ts';
import { queryCursor } from './query-cursor.ts';
import { countFacets } from './query-facets.ts';

/** Above this lag, SQL answers. */
export const MAX_LAG_MS = 2_000;

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
    countFacets: (query) =>
      choose(
        (index) => countFacets(index, query),
        () => sql.countFacets(query),
      ),
    findClusters: (query) =>
      choose(
        (index) => findClusters(index, query),
        () => sql.findClusters(query),
      ),
  };
}
