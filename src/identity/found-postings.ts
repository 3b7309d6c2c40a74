import type { ListingFeature } from './feature.ts';
import type { BlockingKey } from './keys.ts';
import { MOST_POSTINGS, nearPhoto } from './postings.ts';
import { type PostingRow, type Probe, probeOf } from './store-reads.ts';

interface Probed {
  postings: number;
  listingIds: readonly string[];
}

/** Who is found under which key: as the database told, and as it has changed since within one transaction. */
export class FoundPostings {
  readonly #probed = new Map<string, Probed | undefined>();
  readonly #features = new Map<string, ListingFeature>();
  readonly #added = new Map<number, Map<string, BlockingKey['photo'][]>>();
  readonly #removed = new Map<number, Set<string>>();

  /** The keys of these that were never asked for. */
  unasked(keys: readonly BlockingKey[]): Probe[] {
    const asked = new Map<string, Probe>();
    for (const key of keys) {
      const probe = probeOf(key);
      if (!this.#probed.has(probe.name)) asked.set(probe.name, probe);
    }
    return [...asked.values()];
  }

  isAsked(keys: readonly BlockingKey[]): boolean {
    for (const key of keys) if (!this.#probed.has(probeOf(key).name)) return false;
    return true;
  }

  told(asked: readonly Probe[], rows: readonly PostingRow[]): void {
    for (const { name } of asked) this.#probed.set(name, undefined);
    for (const { key, photo, postings, listingIds } of rows)
      this.#probed.set(`${key} ${photo}`, { postings, listingIds: listingIds.split(' ') });
  }

  featureOf(listingId: string): ListingFeature | undefined {
    return this.#features.get(listingId);
  }

  keepFeatures(features: readonly ListingFeature[]): void {
    for (const feature of features) this.#features.set(feature.listingId, feature);
  }

  add(feature: ListingFeature, keys: readonly BlockingKey[]): void {
    for (const { key, photo } of keys) {
      const posted = this.#added.get(key) ?? new Map<string, BlockingKey['photo'][]>();
      this.#added.set(key, posted);
      posted.set(feature.listingId, [...(posted.get(feature.listingId) ?? []), photo]);
    }
  }

  remove(listingId: string, keys: readonly BlockingKey[]): void {
    for (const { key } of keys) {
      const gone = this.#removed.get(key) ?? new Set();
      this.#removed.set(key, gone.add(listingId));
    }
  }

  /** Each once. */
  under(keys: readonly BlockingKey[]): Set<string> {
    const found = new Set<string>();
    for (const key of keys) this.#underOne(key, found);
    return found;
  }

  #underOne(key: BlockingKey, found: Set<string>): void {
    const probed = this.#probed.get(probeOf(key).name);
    const [added, removed] = [this.#added.get(key.key), this.#removed.get(key.key)];
    const postings = (probed?.postings ?? 0) + (added?.size ?? 0) - (removed?.size ?? 0);
    if (postings > MOST_POSTINGS) return;
    for (const id of probed?.listingIds ?? []) if (removed?.has(id) !== true) found.add(id);
    for (const [id, photos] of added ?? []) if (nearPhoto(key.photo, photos)) found.add(id);
  }
}
