import type { Seen } from '../../written.ts';
import type { VisitBatch } from './visit-log.ts';

/** Visits since documents were read, by property. Taking one in twice changes nothing. */
export class VisitBook {
  readonly #seen = new Map<string, Map<string, number>>();
  /** Batches of transactions that are not all over. */
  readonly #taken = new Map<string, string>();

  get size(): number {
    return this.#seen.size;
  }

  of = (propertyId: string): Seen | undefined => this.#seen.get(propertyId);

  isNew = (batchId: string): boolean => !this.#taken.has(batchId);

  note({ id, notedIn, propertyIds, listingIds, seenAt }: VisitBatch, isHeld: (id: string) => boolean): void {
    this.#taken.set(id, notedIn);
    for (const [at, propertyId] of propertyIds.entries()) {
      if (!isHeld(propertyId)) continue;
      const [listingId, moment] = [listingIds[at] ?? '', seenAt[at] ?? 0];
      const seen = this.#seen.get(propertyId) ?? new Map<string, number>();
      seen.set(listingId, Math.max(moment, seen.get(listingId) ?? 0));
      this.#seen.set(propertyId, seen);
    }
  }

  /** Its document was read again. */
  forget(propertyId: string): void {
    this.#seen.delete(propertyId);
  }

  settle(horizon: bigint): void {
    for (const [id, notedIn] of this.#taken) if (BigInt(notedIn) < horizon) this.#taken.delete(id);
  }
}
