import type { ListingFeature } from './feature.ts';
import type { BlockingKey } from './keys.ts';
import { MAX_POSTINGS, nearPhoto } from './postings.ts';
import type { PostingRow } from './store-reads.ts';

/** A listing that some key brings. */
export interface Candidate {
  readonly id: string;
  feature: ListingFeature | undefined;
  /** The search that came upon it last: told by a number, each is found once without a set of ids made for every listing. */
  search: number;
}

/** A key with its photo, and who the database has under it. */
export interface Probe extends BlockingKey {
  postings: number;
  candidates: readonly Candidate[];
  readonly shelf: Shelf;
}

/** All that is known of one key. */
interface Shelf {
  readonly probes: Probe[];
  added: { candidate: Candidate; photos: BlockingKey['photo'][] }[] | undefined;
  removed: Set<string> | undefined;
}

const NOBODY: readonly Candidate[] = [];

/**
 * Who is found under which key: as the database told, and as it has changed since within one transaction. Each key is looked up by its
 * number, by a text of key and photo it took twice as long; and once for a listing, which asks twice.
 */
export class FoundPostings {
  readonly #shelves = new Map<number, Shelf>();
  readonly #candidates = new Map<string, Candidate>();
  readonly #probes = new WeakMap<readonly BlockingKey[], Probe[]>();
  #search = 0;

  /** The keys of these that were never asked for; they count as asked for from now on. */
  unasked(keys: readonly BlockingKey[]): Probe[] {
    const asked: Probe[] = [];
    for (const key of keys) {
      const shelf = this.#shelfOf(key.key);
      if (probeIn(shelf, key) !== undefined) continue;
      const probe: Probe = { ...key, postings: 0, candidates: NOBODY, shelf };
      shelf.probes.push(probe);
      asked.push(probe);
    }
    return asked;
  }

  told(asked: readonly Probe[], rows: readonly PostingRow[]): void {
    for (const { at, postings, listingIds } of rows) {
      const probe = asked[at - 1];
      if (probe === undefined) continue;
      probe.postings = postings;
      probe.candidates = listingIds.split(' ').map((id) => this.#candidateOf(id));
    }
  }

  keepFeature(feature: ListingFeature): void {
    this.#candidateOf(feature.listingId).feature = feature;
  }

  add({ listingId }: ListingFeature, keys: readonly BlockingKey[]): void {
    const candidate = this.#candidateOf(listingId);
    for (const { key, photo } of keys) {
      const shelf = this.#shelfOf(key);
      shelf.added ??= [];
      const posted = shelf.added.find((one) => one.candidate === candidate);
      if (posted === undefined) shelf.added.push({ candidate, photos: [photo] });
      else posted.photos.push(photo);
    }
  }

  remove(listingId: string, keys: readonly BlockingKey[]): void {
    for (const { key } of keys) {
      const shelf = this.#shelfOf(key);
      shelf.removed ??= new Set();
      shelf.removed.add(listingId);
    }
  }

  /** Each once; undefined when one of the keys was never asked for. */
  under(keys: readonly BlockingKey[]): Candidate[] | undefined {
    const probes = this.#probesOf(keys);
    if (probes === undefined) return undefined;
    this.#search += 1;
    const found: Candidate[] = [];
    for (const probe of probes) this.#underOne(probe, found);
    return found;
  }

  #candidateOf(id: string): Candidate {
    let candidate = this.#candidates.get(id);
    if (candidate === undefined) {
      candidate = { id, feature: undefined, search: 0 };
      this.#candidates.set(id, candidate);
    }
    return candidate;
  }

  #shelfOf(key: number): Shelf {
    let shelf = this.#shelves.get(key);
    if (shelf === undefined) {
      shelf = { probes: [], added: undefined, removed: undefined };
      this.#shelves.set(key, shelf);
    }
    return shelf;
  }

  #probesOf(keys: readonly BlockingKey[]): Probe[] | undefined {
    let probes = this.#probes.get(keys);
    if (probes !== undefined) return probes;
    probes = [];
    for (const key of keys) {
      const probe = probeIn(this.#shelves.get(key.key), key);
      if (probe === undefined) return undefined;
      probes.push(probe);
    }
    this.#probes.set(keys, probes);
    return probes;
  }

  #underOne({ photo, postings: told, candidates, shelf }: Probe, found: Candidate[]): void {
    const { added, removed } = shelf;
    const postings = told + (added?.length ?? 0) - (removed?.size ?? 0);
    if (postings > MAX_POSTINGS) return;
    for (const candidate of candidates) if (removed?.has(candidate.id) !== true) this.#take(candidate, found);
    if (added === undefined) return;
    for (const { candidate, photos } of added) if (nearPhoto(photo, photos)) this.#take(candidate, found);
  }

  #take(candidate: Candidate, found: Candidate[]): void {
    if (candidate.search === this.#search) return;
    candidate.search = this.#search;
    found.push(candidate);
  }
}

const probeIn = (shelf: Shelf | undefined, { photo }: BlockingKey): Probe | undefined =>
  shelf?.probes.find(
    ({ photo: asked }) => asked === photo || (asked?.[0] === photo?.[0] && asked?.[1] === photo?.[1]),
  );
