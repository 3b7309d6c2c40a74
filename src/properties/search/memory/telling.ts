import type { Loaded } from './held.ts';
import type { MakingStatus } from './memory-search.ts';
import type { News } from './news.ts';
import type { Segment } from './segment.ts';

/**
 * What the keeper of memory tells the threads that answer from it, in this order and no other: each then holds what the keeper holds.
 * Segments are shared memory and cost nothing to hand on; everything else is copied.
 */
export type Telling =
  /** Read anew. It is asked once the news that follow are heard. */
  | { readonly kind: 'loaded'; readonly loaded: Loaded }
  /** A part of the news that follow, so that a thread can answer in between. */
  | { readonly kind: 'changes'; readonly changes: News['changes'] }
  /** `lookedAt`: when the store was looked at, by `monotonicMs`. */
  | { readonly kind: 'news'; readonly news: News; readonly lookedAt: number }
  | {
      readonly kind: 'folded';
      readonly segment: Segment;
      readonly documents: string;
      readonly moved: ReadonlySet<string>;
    }
  /** Nothing is held: SQL answers. */
  | { readonly kind: 'nothing'; readonly status: MakingStatus };

const CHANGES_AT_ONCE = 200;

/** The same in parts that a thread hears one at a time. */
export function* inParts(telling: Telling): Generator<Telling> {
  if (telling.kind !== 'news') return yield telling;
  const { changes } = telling.news;
  const last = Math.max(0, Math.ceil(changes.length / CHANGES_AT_ONCE) - 1) * CHANGES_AT_ONCE;
  for (let at = 0; at < last; at += CHANGES_AT_ONCE)
    yield { kind: 'changes', changes: changes.slice(at, at + CHANGES_AT_ONCE) };
  yield { ...telling, news: { ...telling.news, changes: changes.slice(last) } };
}
