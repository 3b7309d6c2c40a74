import type { ChangeBatch } from './change-batch.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import type { Segment } from './open-segment.ts';

/** Why there is no index. */
export type BuildStatus = 'reading' | 'too large';

/**
 * What the primary sends to the replicas, in order: each replica then has the same index. Segments are shared
 * memory and cost nothing to send; everything else is copied.
 */
export type ReplicationMessage =
  /** A new index. It answers once the batch that follows is applied. */
  | { readonly kind: 'loaded'; readonly loaded: LoadedIndex }
  /** A part of the batch that follows, so that the thread can answer in between. */
  | { readonly kind: 'changes'; readonly changes: ChangeBatch['changes'] }
  /** `refreshedAt`: when the store was read, by `monotonicMs`. */
  | { readonly kind: 'batch'; readonly batch: ChangeBatch; readonly refreshedAt: number }
  | {
      readonly kind: 'tail-flushed';
      readonly segment: Segment;
      readonly documents: string;
      readonly staleIds: ReadonlySet<string>;
    }
  /** No index: SQL answers. */
  | { readonly kind: 'dropped'; readonly status: BuildStatus };

const MESSAGE_CHANGES = 200;

/** Splits a large batch into messages that a thread applies one at a time. */
export function* splitMessage(message: ReplicationMessage): Generator<ReplicationMessage> {
  if (message.kind !== 'batch') return yield message;
  const { changes } = message.batch;
  const last = Math.max(0, Math.ceil(changes.length / MESSAGE_CHANGES) - 1) * MESSAGE_CHANGES;
  for (let at = 0; at < last; at += MESSAGE_CHANGES)
    yield { kind: 'changes', changes: changes.slice(at, at + MESSAGE_CHANGES) };
  yield { ...message, batch: { ...message.batch, changes: changes.slice(last) } };
}
