import type { ListingFeature } from './feature.ts';
import type { BlockingKey } from './keys.ts';
import { MOST_POSTINGS, nearPhoto } from './postings.ts';
import type { PostingRow } from './store-reads.ts';

/** A key with its photo, and who the database has under it. */
export interface Probe extends BlockingKey {
  postings: number;
  listingIds: readonly string[];
}

/**
 * Who is found under which key: as the database told, and as it has changed since within one transaction. Each key is looked up four times
 * by its number: by a text of key and photo it took twice as long.
 */
export class FoundPostings {
  readonly #probes = new Map<number, Probe[]>();
  readonly #features = new Map<string, ListingFeature>();
  readonly #added = new Map<number, Map<string, BlockingKey['photo'][]>>();
  readonly #removed = new Map<number, Set<string>>();

  /** The keys of these that were never asked for; they count as asked for from now on. */
  unasked(keys: readonly BlockingKey[]): Probe[] {
    const asked: Probe[] = [];
    for (const key of keys) if (this.#probeOf(key) === undefined) asked.push(this.#noted(key));
    return asked;
  }

  told(asked: readonly Probe[], rows: readonly PostingRow[]): void {
    for (const { at, postings, listingIds } of rows) {
      const probe = asked[at - 1];
      if (probe === undefined) continue;
      probe.postings = postings;
      probe.listingIds = listingIds.split(' ');
    }
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
      const photos = posted.get(feature.listingId);
      if (photos === undefined) posted.set(feature.listingId, [photo]);
      else photos.push(photo);
    }
  }

  remove(listingId: string, keys: readonly BlockingKey[]): void {
    for (const { key } of keys) {
      const gone = this.#removed.get(key) ?? new Set();
      this.#removed.set(key, gone.add(listingId));
    }
  }

  /** Each once; undefined when one of the keys was never asked for. */
  under(keys: readonly BlockingKey[]): Set<string> | undefined {
    const found = new Set<string>();
    for (const key of keys) {
      const probe = this.#probeOf(key);
      if (probe === undefined) return undefined;
      this.#underOne(probe, found);
    }
    return found;
  }

  #probeOf({ key, photo }: BlockingKey): Probe | undefined {
    const probes = this.#probes.get(key);
    return probes?.find(
      ({ photo: asked }) => asked === photo || (asked?.[0] === photo?.[0] && asked?.[1] === photo?.[1]),
    );
  }

  #noted(key: BlockingKey): Probe {
    const probe = { ...key, postings: 0, listingIds: [] };
    const probes = this.#probes.get(key.key);
    if (probes === undefined) this.#probes.set(key.key, [probe]);
    else probes.push(probe);
    return probe;
  }

  #underOne({ key, photo, postings: told, listingIds }: Probe, found: Set<string>): void {
    const [added, removed] = [this.#added.get(key), this.#removed.get(key)];
    const postings = told + (added?.size ?? 0) - (removed?.size ?? 0);
    if (postings > MOST_POSTINGS) return;
    for (const id of listingIds) if (removed?.has(id) !== true) found.add(id);
    for (const [id, photos] of added ?? []) if (nearPhoto(photo, photos)) found.add(id);
  }
}
