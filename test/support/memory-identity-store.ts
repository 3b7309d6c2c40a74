import type { BlockingKey, ListingKeys } from '../../src/identity/blocking-keys.ts';
import type { ListingFeature } from '../../src/identity/feature.ts';
import type { ClusterMember, ManualOverride } from '../../src/identity/neighbourhood.ts';
import {
  isNearPhoto,
  keyBits,
  MAX_POSTINGS,
  pickCandidates,
  type RankedCandidate,
} from '../../src/identity/postings.ts';
import type { IdentityRecord, IdentityStore } from '../../src/identity/resolve.ts';
import { haveSameKeys } from '../../src/identity/same-keys.ts';
import { NEIGHBOUR_MIN_BITS } from '../../src/identity/thresholds.ts';

interface StoredListing {
  feature: ListingFeature;
  propertyId: string;
  since: Date;
  bornAt: Date;
  former: string[];
  strong: Set<string>;
}

/** Identity kept in memory: for measuring quality, and the referee of the database. */
export class MemoryIdentityStore implements IdentityStore {
  readonly #listings = new Map<string, StoredListing>();
  readonly #postings = new Map<number, Map<string, BlockingKey['photo'][]>>();
  readonly #members = new Map<string, Set<string>>();
  readonly #overrides = new Map<string, ClusterMember['overrules'][number][]>();

  async lock(): Promise<void> {}
  async prefetchKeys(): Promise<void> {}
  async prefetchMembers(): Promise<void> {}
  async flush(): Promise<void> {}

  async candidates({ listingId, keys }: ListingKeys): Promise<ListingFeature[]> {
    const found = new Map<string, RankedCandidate>();
    for (const { key, photo, maxPostings = MAX_POSTINGS } of keys) {
      const postings = this.#postings.get(key);
      if (postings === undefined || postings.size > maxPostings) continue;
      for (const [id, photos] of postings) {
        if (id === listingId || !isNearPhoto(photo, photos)) continue;
        const candidate = found.get(id) ?? { id, bits: 0 };
        found.set(id, candidate);
        candidate.bits += keyBits(postings.size);
      }
    }
    return pickCandidates([...found.values()]).flatMap(({ id }) => this.#listings.get(id)?.feature ?? []);
  }

  async connectedMembers(listingIds: readonly string[], most: number): Promise<ClusterMember[]> {
    const found = new Set<string>();
    const queue = listingIds.filter((id) => this.#listings.has(id));
    for (const id of queue) {
      if (found.size >= most) break;
      if (found.has(id)) continue;
      found.add(id);
      const kept = this.#listings.get(id);
      queue.push(
        ...(kept?.strong ?? []),
        ...this.#mustLinkIds(id),
        ...(this.#members.get(kept?.propertyId ?? '') ?? []),
      );
    }
    return [...found].flatMap((id) => {
      const kept = this.#listings.get(id);
      return kept === undefined ? [] : [{ ...kept, posted: true, overrules: this.#overrides.get(id) ?? [] }];
    });
  }

  async usedIds(propertyIds: readonly string[]): Promise<Set<string>> {
    return new Set(propertyIds.filter((id) => (this.#members.get(id)?.size ?? 0) > 0));
  }

  async addOverrides(overrides: readonly ManualOverride[]): Promise<void> {
    for (const { one, other, together } of overrides) {
      this.#setOverride(one, { other, together });
      this.#setOverride(other, { other: one, together });
    }
  }

  #setOverride(id: string, word: ClusterMember['overrules'][number]): void {
    this.#overrides.set(id, [
      ...(this.#overrides.get(id) ?? []).filter(({ other }) => other !== word.other),
      word,
    ]);
  }

  #mustLinkIds(id: string): string[] {
    return (this.#overrides.get(id) ?? []).filter(({ together }) => together).map(({ other }) => other);
  }

  async feature(listingId: string): Promise<ListingFeature | undefined> {
    return this.#listings.get(listingId)?.feature;
  }

  write({ feature, before, keys, formerKeys, edges, decision, now }: IdentityRecord): void {
    const id = feature.listingId;
    const kept = this.#listings.get(id);
    this.#unlink(id, kept);
    const strong = new Set(
      edges.filter(({ evidence }) => evidence.score >= NEIGHBOUR_MIN_BITS).map(({ other }) => other),
    );
    for (const other of strong) this.#listings.get(other)?.strong.add(id);
    if (before === undefined || !haveSameKeys(before.feature, feature)) this.#post(id, formerKeys, keys);
    const blank = { propertyId: '', since: now, bornAt: now, former: [] };
    this.#listings.set(id, { ...(kept ?? blank), feature, strong });
    for (const move of decision.moves) this.#move(move, now);
  }

  #unlink(id: string, kept: StoredListing | undefined): void {
    for (const other of kept?.strong ?? []) this.#listings.get(other)?.strong.delete(id);
  }

  #post(id: string, before: readonly BlockingKey[], after: readonly BlockingKey[]): void {
    for (const { key } of before) this.#postings.get(key)?.delete(id);
    for (const { key, photo } of after) {
      const postings = this.#postings.get(key) ?? new Map<string, BlockingKey['photo'][]>();
      this.#postings.set(key, postings);
      postings.set(id, [...(postings.get(id) ?? []), photo]);
    }
  }

  #move({ listingId, from, to, bornAt }: IdentityRecord['decision']['moves'][number], now: Date): void {
    const kept = this.#listings.get(listingId);
    if (kept === undefined) return;
    if (from !== undefined) {
      this.#members.get(from)?.delete(listingId);
      kept.former = [from, ...kept.former.filter((id) => id !== from)];
    }
    const members = this.#members.get(to) ?? new Set();
    this.#members.set(to, members.add(listingId));
    Object.assign(kept, { propertyId: to, since: now, bornAt });
  }

  /** Which property each listing belongs to. */
  partition(): Map<string, string> {
    return new Map([...this.#listings].map(([id, { propertyId }]) => [id, propertyId]));
  }
}
