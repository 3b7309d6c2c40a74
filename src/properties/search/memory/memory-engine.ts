import type { CursorHits, PageHits, SearchEngine } from '../engine.ts';
import type { IndexSnapshot } from './index-snapshot.ts';
import type { MemoryState } from './memory-search.ts';
import { queryCount, queryCursor, queryPage } from './query.ts';
import type { UnsupportedReason } from './unsupported-reason.ts';

/** Above this memory no longer tells how things are, and SQL answers. */
export const MAX_LAG_MS = 2_000;

/** Who answered a question, and if not memory, why. */
export type AnsweredBy = 'memory' | 'not-ready' | 'too-large' | 'lag' | 'fault' | UnsupportedReason;

export interface MemoryEngineOptions {
  /** Complete by itself: it answers what memory cannot. */
  sql: SearchEngine;
  /** None while it is being read, and where it is too large. */
  snapshot(): IndexSnapshot | undefined;
  state?(): Pick<MemoryState, 'status'>;
  /** How long ago memory was known to be as the store is. */
  lagMs(): number;
  countAnswer(by: AnsweredBy): void;
  /** Something in memory is broken: SQL answers, and somebody should know. */
  onFault?(error: unknown): void;
}

/** Answers from memory what memory can tell, and everything else from the store. Who asks cannot tell which it was. */
export function memoryEngine({
  sql,
  snapshot,
  state,
  lagMs,
  countAnswer,
  onFault,
}: MemoryEngineOptions): SearchEngine {
  const unavailableReason = () => (state?.().status === 'too large' ? 'too-large' : 'not-ready');
  const attempt = <Found>(inMemory: (held: IndexSnapshot) => Found, now: IndexSnapshot): Found | 'fault' => {
    try {
      return inMemory(now);
    } catch (error) {
      onFault?.(error);
      return 'fault';
    }
  };
  const choose = async <Found extends PageHits | CursorHits | number>(
    inMemory: (held: IndexSnapshot) => Found | UnsupportedReason,
    inSql: () => Promise<Found>,
  ): Promise<Found> => {
    const now = snapshot();
    const found =
      now === undefined ? unavailableReason() : lagMs() > MAX_LAG_MS ? 'lag' : attempt(inMemory, now);
    if (typeof found === 'string') {
      countAnswer(found as AnsweredBy);
      return inSql();
    }
    countAnswer('memory');
    return found;
  };
  return {
    queryPage: (asked) =>
      choose(
        (now) => queryPage(now, asked),
        () => sql.queryPage(asked),
      ),
    queryCursor: (asked) =>
      choose(
        (now) => queryCursor(now, asked),
        () => sql.queryCursor(asked),
      ),
    count: (criteria) =>
      choose(
        (now) => queryCount(now, criteria),
        () => sql.count(criteria),
      ),
  };
}
