import type { BlockingKey, ListingKeys } from './blocking-keys.ts';
import type { ListingFeature } from './feature.ts';
import type { PostingRow } from './key-store.ts';
import type { ClusterMember } from './neighbourhood.ts';
import { isNearPhoto, keyBits, MAX_POSTINGS, pickCandidates, type RankedCandidate } from './postings.ts';
import type { MemberRow } from './store-rows.ts';

/** A listing that some key brings. */
export interface BlockingCandidate extends RankedCandidate {
  feature: ListingFeature | undefined;
  /** The number of the last search that found it: each is found once without building a set of ids per listing. */
  search: number;
}

/** A key with its photo, and the candidates the database has under it. */
interface BlockingLookup extends Pick<BlockingKey, 'key'> {
  readonly photo: BlockingKey['photo'];
  readonly maxPostings: number | undefined;
  postings: number;
  candidates: readonly BlockingCandidate[];
  readonly bucket: BlockingBucket;
}

const NO_LOOKUPS: readonly BlockingLookup[] = [];

/** All that is known of one key. Lists are copied: one that grows takes room for 16 more, and most have one entry. */
interface BlockingBucket {
  lookups: readonly BlockingLookup[];
  added: readonly { candidate: BlockingCandidate; photos: readonly BlockingKey['photo'][] }[] | undefined;
  removed: Set<string> | undefined;
}

const NO_CANDIDATES: readonly BlockingCandidate[] = [];

/**
 * The postings of each key: as read from the database, with the changes of this transaction. Keys are looked up by number: a
 * text of key and photo took twice as long. Lookups of one listing are cached, as it asks twice.
 */
export class PostingsCache {
  readonly #buckets = new Map<number, BlockingBucket>();
  readonly #candidates = new Map<string, BlockingCandidate>();
  readonly #lookups = new WeakMap<readonly BlockingKey[], BlockingLookup[]>();
  #search = 0;

  /** Those of these keys that were not read yet; from now on they count as read. */
  missing(keys: readonly BlockingKey[]): BlockingLookup[] {
    const asked: BlockingLookup[] = [];
    for (const key of keys) {
      const bucket = this.#bucketFor(key.key);
      if (findLookup(bucket, key) !== undefined) continue;
      const { photo, maxPostings } = key;
      const lookup = { key: key.key, photo, maxPostings, postings: 0, candidates: NO_CANDIDATES, bucket };
      bucket.lookups = bucket.lookups.length === 0 ? [lookup] : [...bucket.lookups, lookup];
      asked.push(lookup);
    }
    return asked;
  }

  fill(asked: readonly BlockingLookup[], rows: readonly PostingRow[]): void {
    for (const { at, postings, listingIds } of rows) {
      const lookup = asked[at - 1];
      if (lookup === undefined) continue;
      lookup.postings = postings;
      lookup.candidates = listingIds.split(' ').map((id) => this.#candidateOf(id));
    }
  }

  putFeature(feature: ListingFeature): void {
    this.#candidateOf(feature.listingId).feature = feature;
  }

  add({ listingId }: ListingFeature, keys: readonly BlockingKey[]): void {
    const candidate = this.#candidateOf(listingId);
    for (const { key, photo } of keys) {
      const bucket = this.#bucketFor(key);
      const { added = [] } = bucket;
      const posted = added.find((one) => one.candidate === candidate);
      if (posted === undefined) bucket.added = [...added, { candidate, photos: [photo] }];
      else posted.photos = [...posted.photos, photo];
    }
  }

  remove(listingId: string, keys: readonly BlockingKey[]): void {
    for (const { key } of keys) {
      const bucket = this.#bucketFor(key);
      bucket.removed ??= new Set();
      bucket.removed.add(listingId);
    }
  }

  /** Each once, without the listing itself; undefined when one of the keys was not read yet. */
  candidatesFor({ listingId, keys }: ListingKeys): readonly BlockingCandidate[] | undefined {
    const lookups = this.#lookupsFor(keys);
    if (lookups === undefined) return undefined;
    this.#search += 1;
    const own = this.#candidates.get(listingId);
    if (own !== undefined) own.search = this.#search;
    const found: BlockingCandidate[] = [];
    for (const lookup of lookups) this.#collectFrom(lookup, found);
    return pickCandidates(found);
  }

  #candidateOf(id: string): BlockingCandidate {
    let candidate = this.#candidates.get(id);
    if (candidate === undefined) {
      candidate = { id, feature: undefined, search: 0, bits: 0 };
      this.#candidates.set(id, candidate);
    }
    return candidate;
  }

  #bucketFor(key: number): BlockingBucket {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = { lookups: NO_LOOKUPS, added: undefined, removed: undefined };
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }

  #lookupsFor(keys: readonly BlockingKey[]): BlockingLookup[] | undefined {
    let lookups = this.#lookups.get(keys);
    if (lookups !== undefined) return lookups;
    lookups = [];
    for (const key of keys) {
      const lookup = findLookup(this.#buckets.get(key.key), key);
      if (lookup === undefined) return undefined;
      lookups.push(lookup);
    }
    this.#lookups.set(keys, lookups);
    return lookups;
  }

  #collectFrom(
    { photo, maxPostings = MAX_POSTINGS, postings: stored, candidates, bucket }: BlockingLookup,
    found: BlockingCandidate[],
  ): void {
    const { added, removed } = bucket;
    const postings = stored + (added?.length ?? 0) - (removed?.size ?? 0);
    if (postings > maxPostings) return;
    const bits = keyBits(postings);
    for (const candidate of candidates)
      if (removed?.has(candidate.id) !== true) this.#collect(candidate, bits, found);
    if (added === undefined) return;
    for (const { candidate, photos } of added)
      if (isNearPhoto(photo, photos)) this.#collect(candidate, bits, found);
  }

  #collect(candidate: BlockingCandidate, bits: number, found: BlockingCandidate[]): void {
    if (candidate.search === this.#search) {
      candidate.bits += bits;
      return;
    }
    candidate.search = this.#search;
    candidate.bits = bits;
    found.push(candidate);
  }
}

function findLookup(bucket: BlockingBucket | undefined, { photo }: BlockingKey): BlockingLookup | undefined {
  if (bucket === undefined) return undefined;
  for (const lookup of bucket.lookups) {
    const asked = lookup.photo;
    if (asked === photo || (asked?.[0] === photo?.[0] && asked?.[1] === photo?.[1])) return lookup;
  }
  return undefined;
}

/** The property and strong edges of each listing: as read from the database, with the changes of this transaction. */
export class MembersCache {
  readonly #members = new Map<string, MemberRow>();
  readonly #unknown = new Set<string>();
  readonly #properties = new Map<string, Set<string>>();
  /** Strong edges of listings that were written since, from both ends; those of the database count no more for them. */
  readonly #links = new Map<string, Set<string>>();
  readonly #relinked = new Set<string>();

  /** Those of these listings that were not read yet. */
  missing(listingIds: readonly string[]): string[] {
    return [...new Set(listingIds)].filter((id) => !this.#members.has(id) && !this.#unknown.has(id));
  }

  fill(asked: readonly string[], rows: readonly MemberRow[]): void {
    for (const row of rows) {
      if (!this.#members.has(row.feature.listingId)) this.#store(row);
    }
    for (const id of asked) if (!this.#members.has(id)) this.#unknown.add(id);
  }

  get(listingId: string): MemberRow | undefined {
    return this.#members.get(listingId);
  }

  isInhabited(propertyId: string): boolean {
    return (this.#properties.get(propertyId)?.size ?? 0) > 0;
  }

  /** True when all that lives there is known here, be it nothing any more. */
  isKnown(propertyId: string): boolean {
    return this.#properties.has(propertyId);
  }

  /** A listing and all of its property. */
  withMates(listingId: string): MemberRow[] {
    const mates = this.#properties.get(this.#members.get(listingId)?.propertyId ?? '') ?? [];
    return [...mates].flatMap((id) => this.#members.get(id) ?? []);
  }

  linkedIds({ feature, strong, overrules }: MemberRow): string[] {
    const { listingId } = feature;
    const kept = this.#relinked.has(listingId) ? [] : strong.filter((other) => !this.#relinked.has(other));
    const mustLink = overrules.filter(({ together }) => together).map(({ other }) => other);
    return [...kept, ...(this.#links.get(listingId) ?? []), ...mustLink];
  }

  put(member: MemberRow): void {
    const former = this.#members.get(member.feature.listingId)?.propertyId;
    if (former !== undefined) this.#properties.get(former)?.delete(member.feature.listingId);
    this.#unknown.delete(member.feature.listingId);
    this.#store(member);
  }

  relink(listingId: string, strong: ReadonlySet<string>): void {
    for (const other of this.#links.get(listingId) ?? []) this.#links.get(other)?.delete(listingId);
    this.#relinked.add(listingId);
    this.#links.set(listingId, new Set(strong));
    for (const other of strong) {
      const links = this.#links.get(other) ?? new Set();
      this.#links.set(other, links.add(listingId));
    }
  }

  #store(member: MemberRow): void {
    this.#members.set(member.feature.listingId, member);
    const mates = this.#properties.get(member.propertyId) ?? new Set();
    this.#properties.set(member.propertyId, mates.add(member.feature.listingId));
  }
}

export const toMember = ({ strong: _, ...member }: MemberRow): ClusterMember => member;
