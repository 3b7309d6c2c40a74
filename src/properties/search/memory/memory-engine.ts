import type { PageFound, SearchEngine, WalkFound } from '../engine.ts';
import type { Unanswered } from './can-answer.ts';
import type { Held } from './held.ts';
import { countIn, pageIn, stepIn } from './held-search.ts';
import type { MemoryState } from './memory-search.ts';

/** Above this memory no longer tells how things are, and SQL answers. */
export const MAX_LAG_MS = 2_000;

/** Who answered a question, and if not memory, why. */
export type AnsweredBy = 'memory' | 'not-ready' | 'too-large' | 'lag' | 'fault' | Unanswered;

export interface MemoryParts {
  /** Complete by itself: it answers what memory cannot. */
  sql: SearchEngine;
  /** None while it is being read, and where it is too large. */
  held(): Held | undefined;
  state?(): Pick<MemoryState, 'status'>;
  /** How long ago memory was known to be as the store is. */
  lagMs(): number;
  tell(by: AnsweredBy): void;
  /** Something in memory is broken: SQL answers, and somebody should know. */
  onFault?(error: unknown): void;
}

/** Answers from memory what memory can tell, and everything else from the store. Who asks cannot tell which it was. */
export function memoryEngine({ sql, held, state, lagMs, tell, onFault }: MemoryParts): SearchEngine {
  const whyNothing = () => (state?.().status === 'too large' ? 'too-large' : 'not-ready');
  const trying = <Found>(inMemory: (held: Held) => Found, now: Held): Found | 'fault' => {
    try {
      return inMemory(now);
    } catch (error) {
      onFault?.(error);
      return 'fault';
    }
  };
  const choose = async <Found extends PageFound | WalkFound | number>(
    inMemory: (held: Held) => Found | Unanswered,
    inSql: () => Promise<Found>,
  ): Promise<Found> => {
    const now = held();
    const found = now === undefined ? whyNothing() : lagMs() > MAX_LAG_MS ? 'lag' : trying(inMemory, now);
    if (typeof found === 'string') {
      tell(found as AnsweredBy);
      return inSql();
    }
    tell('memory');
    return found;
  };
  return {
    page: (asked) =>
      choose(
        (now) => pageIn(now, asked),
        () => sql.page(asked),
      ),
    walk: (asked) =>
      choose(
        (now) => stepIn(now, asked),
        () => sql.walk(asked),
      ),
    count: (criteria) =>
      choose(
        (now) => countIn(now, criteria),
        () => sql.count(criteria),
      ),
  };
}
