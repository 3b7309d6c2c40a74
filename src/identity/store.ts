import type { Db } from '../db/sql.ts';
import type { BlockingKey, ListingKeys } from './blocking-keys.ts';
import type { ListingReassignment } from './decide.ts';
import type { ListingFeature } from './feature.ts';
import { FeatureReader } from './feature-bytes.ts';
import { dropKeys, loadPostings, putKeys } from './key-store.ts';
import type { ClusterMember, ManualOverride } from './neighbourhood.ts';
import { type BlockingCandidate, MembersCache, PostingsCache, toMember } from './postings-cache.ts';
import type { IdentityRecord, IdentityStore } from './resolve.ts';
import { haveSameKeys, haveSamePhotos } from './same-keys.ts';
import {
  dropEdges,
  type EdgeRow,
  type FeatureRow,
  type HistoryRow,
  loadFeatures,
  loadMembers,
  loadUsedIds,
  lockZones,
  type MemberRow,
  moveFeatures,
  putEdges,
  putFeatures,
  putHistory,
  putOverrides,
} from './store-rows.ts';
import { NEIGHBOUR_MIN_BITS } from './thresholds.ts';

interface PendingWrites {
  features: Map<string, FeatureRow>;
  moved: Map<string, { listingId: string; propertyId: string; bornAt: Date; since: Date }>;
  history: HistoryRow[];
  /** By listing: of one that is written twice the last ones count. */
  keys: Map<string, ListingKeys>;
  formerKeys: ListingKeys[];
  relinked: Set<string>;
  edges: EdgeRow[];
}

const emptyPending = (): PendingWrites => ({
  features: new Map(),
  moved: new Map(),
  history: [],
  keys: new Map(),
  formerKeys: [],
  relinked: new Set(),
  edges: [],
});

/**
 * Identity in the database, within the caller's transaction. What is read is read for many listings at once and remembered; what is
 * written is seen by the next listing at once and put into the database by `flush`. One listing at a time took 17 statements, and a
 * statement costs some 0.3 ms of CPU however little it asks; forty listings together take 35.
 */
export class SqlIdentityStore implements IdentityStore {
  readonly #db: Db;
  #postings = new PostingsCache();
  #members = new MembersCache();
  #pending = emptyPending();
  readonly #reader: FeatureReader;

  constructor(db: Db, reader = new FeatureReader()) {
    this.#db = db;
    this.#reader = reader;
  }

  lock(zones: readonly string[]): Promise<void> {
    return lockZones(this.#db, zones);
  }

  async prefetchKeys(listings: readonly ListingKeys[]): Promise<void> {
    const asked = this.#postings.missing(listings.flatMap(({ keys }) => keys));
    if (asked.length > 0) this.#postings.fill(asked, await loadPostings(this.#db, asked));
    await this.#readFeatures(listings.flatMap((listing) => this.#postings.candidatesFor(listing) ?? []));
  }

  async #readFeatures(candidates: readonly BlockingCandidate[]): Promise<void> {
    const unread = candidates.filter((candidate) => this.#featureOf(candidate) === undefined);
    if (unread.length === 0) return;
    const ids = new Set(unread.map(({ id }) => id));
    for (const feature of await loadFeatures(this.#db, [...ids], this.#reader))
      this.#postings.putFeature(feature);
  }

  async candidates(listing: ListingKeys): Promise<ListingFeature[]> {
    let found = this.#postings.candidatesFor(listing);
    if (found === undefined) {
      await this.prefetchKeys([listing]);
      found = this.#postings.candidatesFor(listing) ?? [];
    }
    // One that was written since may stand before those that were read.
    await this.#readFeatures(found);
    return found.flatMap((candidate) => this.#featureOf(candidate) ?? []);
  }

  #featureOf({ id, feature }: BlockingCandidate): ListingFeature | undefined {
    return feature ?? this.#members.get(id)?.feature;
  }

  async prefetchMembers(listingIds: readonly string[]): Promise<void> {
    const asked = this.#members.missing(listingIds);
    if (asked.length > 0) this.#members.fill(asked, await loadMembers(this.#db, asked, this.#reader));
  }

  /** Round by round, so that it also runs where the tables are spread; one or two rounds are the rule. */
  async connectedMembers(listingIds: readonly string[], most: number): Promise<ClusterMember[]> {
    const found = new Map<string, MemberRow>();
    let wanted = [...listingIds];
    while (wanted.length > 0 && found.size < most) {
      await this.prefetchMembers(wanted);
      const rows = wanted.toSorted().flatMap((id) => this.#members.withMates(id));
      for (const row of rows) found.set(row.feature.listingId, row);
      wanted = [...new Set(rows.flatMap((row) => this.#members.linkedIds(row)))].filter(
        (id) => !found.has(id),
      );
    }
    return [...found.values()].slice(0, most).map(toMember);
  }

  async usedIds(propertyIds: readonly string[]): Promise<Set<string>> {
    const unknown = propertyIds.filter((id) => !this.#members.isKnown(id));
    const known = propertyIds.filter((id) => this.#members.isInhabited(id));
    return new Set([...known, ...(unknown.length === 0 ? [] : await loadUsedIds(this.#db, unknown))]);
  }

  addOverrides(overrides: readonly ManualOverride[]): Promise<void> {
    return putOverrides(this.#db, overrides);
  }

  async feature(listingId: string): Promise<ListingFeature | undefined> {
    return (await loadFeatures(this.#db, [listingId], this.#reader))[0];
  }

  write(record: IdentityRecord): void {
    this.#postKeys(record);
    this.#link(record);
    this.#putListing(record);
    for (const move of record.decision.moves) this.#move(record, move);
  }

  #postKeys({ feature, before, keys, formerKeys }: IdentityRecord): void {
    const { listingId } = feature;
    const isFound = before?.posted === true && !before.hasFormerKeys && haveSameKeys(before.feature, feature);
    if (isFound) return;
    const isPosted = before?.posted === true;
    // Rows of photos have nothing but the photo: a new price leaves them as they are.
    const keepsPhotos =
      isPosted &&
      !before.hasFormerKeys &&
      !this.#pending.keys.has(listingId) &&
      haveSamePhotos(before.feature, feature);
    const written = (own: readonly BlockingKey[]) =>
      keepsPhotos ? own.filter(({ photo }) => photo === undefined) : own;
    if (isPosted) {
      this.#postings.remove(listingId, formerKeys);
      this.#pending.formerKeys.push({ listingId, keys: written(formerKeys) });
    }
    this.#postings.add(feature, keys);
    this.#pending.keys.set(listingId, { listingId, keys: written(keys) });
  }

  #link({ feature: { listingId }, before, edges, decision }: IdentityRecord): void {
    const pending = this.#pending;
    if (before !== undefined) {
      pending.relinked.add(listingId);
      pending.edges = pending.edges.filter(({ other }) => other !== listingId);
    }
    const strong = edges.filter(({ evidence }) => evidence.score >= NEIGHBOUR_MIN_BITS);
    this.#members.relink(listingId, new Set(strong.map(({ other }) => other)));
    for (const { other, evidence } of strong)
      pending.edges.push({ one: listingId, other, evidence, model: decision.evidence.model });
  }

  #putListing({ feature, before, retryAt, now }: IdentityRecord): void {
    const { listingId } = feature;
    const unplaced = { propertyId: '', bornAt: now, since: now, former: [], overrules: [], strong: [] };
    const row = {
      ...(this.#members.get(listingId) ?? unplaced),
      feature,
      posted: true,
      hasFormerKeys: false,
    };
    if (before !== undefined) this.#members.put(row);
    this.#postings.putFeature(feature);
    const { propertyId, bornAt, since } = row;
    this.#pending.features.set(listingId, { feature, propertyId, bornAt, since, retryAt });
    this.#pending.moved.delete(listingId);
  }

  #move(
    { feature, decision, now }: IdentityRecord,
    { listingId, from, to, bornAt }: ListingReassignment,
  ): void {
    const isOwn = listingId === feature.listingId;
    if (!isOwn && from === undefined) return;
    const blank = { feature, posted: true, former: [], overrules: [], strong: [] };
    const member = this.#members.get(listingId) ?? blank;
    const former = from === undefined ? [] : [from, ...member.former.filter((id) => id !== from)];
    const place = { propertyId: to, bornAt, since: now };
    this.#members.put({ ...member, ...place, former: former.filter((id) => id !== to) });
    const evidence = isOwn ? decision.evidence : { ...decision.evidence, broughtBy: feature.listingId };
    this.#pending.history.push({
      listingId,
      joinedAt: now,
      propertyId: to,
      decision: decision.kind,
      evidence,
    });
    const own = this.#pending.features.get(listingId);
    if (own !== undefined) this.#pending.features.set(listingId, { ...own, ...place });
    else this.#pending.moved.set(listingId, { listingId, ...place });
  }

  /** Writes all changes to the database and clears the caches: the next caller reads again. */
  async flush(): Promise<void> {
    const { features, moved, history, keys, formerKeys, relinked, edges } = this.#pending;
    [this.#postings, this.#members, this.#pending] = [
      new PostingsCache(),
      new MembersCache(),
      emptyPending(),
    ];
    await dropKeys(this.#db, formerKeys);
    await dropEdges(this.#db, [...relinked]);
    await putFeatures(this.#db, [...features.values()]);
    await putHistory(this.#db, history);
    await moveFeatures(this.#db, [...moved.values()]);
    await putKeys(this.#db, [...keys.values()]);
    await putEdges(this.#db, edges);
  }
}
