import type { ChangeBatch } from './change-batch.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import type { Segment } from './segment.ts';

/** Why there is no index. */
export type BuildStatus = 'reading' | 'too large';

/**
 * What the keeper of memory tells the threads that answer from it, in this order and no other: each then holds what the keeper holds.
 * Segments are shared memory and cost nothing to hand on; everything else is copied.
 */
export type ReplicationMessage =
  /** Read anew. It is asked once the news that follow are heard. */
  | { readonly kind: 'loaded'; readonly loaded: LoadedIndex }
  /** A part of the news that follow, so that a thread can answer in between. */
  | { readonly kind: 'changes'; readonly changes: ChangeBatch['changes'] }
  /** `lookedAt`: when the store was looked at, by `monotonicMs`. */
  | { readonly kind: 'news'; readonly news: ChangeBatch; readonly lookedAt: number }
  | {
      readonly kind: 'folded';
      readonly segment: Segment;
      readonly documents: string;
      readonly moved: ReadonlySet<string>;
    }
  /** Nothing is held: SQL answers. */
  | { readonly kind: 'nothing'; readonly status: BuildStatus };

const MESSAGE_CHANGES = 200;

/** The same in parts that a thread hears one at a time. */
export function* splitMessage(message: ReplicationMessage): Generator<ReplicationMessage> {
  if (message.kind !== 'news') return yield message;
  const { changes } = message.news;
  const last = Math.max(0, Math.ceil(changes.length / MESSAGE_CHANGES) - 1) * MESSAGE_CHANGES;
  for (let at = 0; at < last; at += MESSAGE_CHANGES)
    yield { kind: 'changes', changes: changes.slice(at, at + MESSAGE_CHANGES) };
  yield { ...message, news: { ...message.news, changes: changes.slice(last) } };
}
