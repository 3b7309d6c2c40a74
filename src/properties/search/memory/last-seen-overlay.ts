import type { LastSeenTimes } from '../../last-seen.ts';
import type { LastSeenBatch } from './last-seen-log.ts';

/** Last-seen times newer than the documents, by property. Applying a batch is idempotent. */
export class LastSeenOverlay {
  readonly #seen = new Map<string, Map<string, number>>();
  /** Batches already applied from transactions above the horizon. */
  readonly #applied = new Map<string, string>();

  get size(): number {
    return this.#seen.size;
  }

  of = (propertyId: string): LastSeenTimes | undefined => this.#seen.get(propertyId);

  isNew = (batchId: string): boolean => !this.#applied.has(batchId);

  apply(
    { id, writtenIn, propertyIds, listingIds, seenAt }: LastSeenBatch,
    isIndexed: (id: string) => boolean,
  ): void {
    this.#applied.set(id, writtenIn);
    for (const [at, propertyId] of propertyIds.entries()) {
      if (!isIndexed(propertyId)) continue;
      const [listingId, moment] = [listingIds[at] ?? '', seenAt[at] ?? 0];
      const seen = this.#seen.get(propertyId) ?? new Map<string, number>();
      seen.set(listingId, Math.max(moment, seen.get(listingId) ?? 0));
      this.#seen.set(propertyId, seen);
    }
  }

  /** Called when the document was read again. */
  forget(propertyId: string): void {
    this.#seen.delete(propertyId);
  }

  forgetApplied(horizon: bigint): void {
    for (const [id, notedIn] of this.#applied) if (BigInt(notedIn) < horizon) this.#applied.delete(id);
  }
}
