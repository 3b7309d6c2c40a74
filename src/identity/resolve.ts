import { type BlockingKey, blockingKeys, type ListingKeys } from './blocking-keys.ts';
import { type Assignment, decideAssignment } from './decide.ts';
import type { ListingFeature } from './feature.ts';
import { areFiguresOnly } from './feature.ts';
import type { ClusterMember, ManualOverride, Neighbourhood, ZoneSizes } from './neighbourhood.ts';
import type { PairScore, Scorer } from './score.ts';
import {
  ATTACH_MIN_BITS,
  FIGURES_ONLY_MIN_BITS,
  LINK_MIN_BITS,
  MAX_CLUSTERED_LISTINGS,
  RETRY_AFTER_MS,
} from './thresholds.ts';

export interface Edge {
  other: string;
  evidence: PairScore;
}

/** What identity writes about one listing. */
export interface IdentityRecord {
  feature: ListingFeature;
  /** As it stood before; undefined for a new listing. */
  before: ClusterMember | undefined;
  keys: readonly BlockingKey[];
  formerKeys: readonly BlockingKey[];
  edges: readonly Edge[];
  decision: Assignment;
  retryAt: Date | undefined;
  now: Date;
}

/** The state of identity. The database store and the memory store pass the same test suite. */
export interface IdentityStore {
  /** Blocks other assignments in these zones until the caller's transaction ends. */
  lock(zones: readonly string[]): Promise<void>;
  /** Reads the keys of all these listings in one round trip, and what shares them in another. */
  prefetchKeys(listings: readonly ListingKeys[]): Promise<void>;
  /** The listings that share a key with it, each once: those whose shared keys say most. */
  candidates(listing: ListingKeys): Promise<ListingFeature[]>;
  /** Reads the connected members of these listings in one round trip. */
  prefetchMembers(listingIds: readonly string[]): Promise<void>;
  /** All listings connected to these by strong edges or a shared property. */
  connectedMembers(listingIds: readonly string[], most: number): Promise<ClusterMember[]>;
  /** Those of these property ids that have listings. */
  usedIds(propertyIds: readonly string[]): Promise<Set<string>>;
  /** Visible to later reads of this store; made permanent by `flush`. */
  write(record: IdentityRecord): void;
  flush(): Promise<void>;
  feature(listingId: string): Promise<ListingFeature | undefined>;
  addOverrides(overrides: readonly ManualOverride[]): Promise<void>;
}

export interface Identity {
  store: IdentityStore;
  scorer: Scorer;
  zones: ZoneSizes;
}

/** A listing to assign, and the time of the decision. */
export interface AssignmentInput {
  feature: ListingFeature;
  at: Date;
}

/** Assigns a listing to a property, records it and returns what moved. Runs in the caller's transaction. */
export async function resolve(identity: Identity, feature: ListingFeature, at: Date): Promise<Assignment> {
  const [decision] = await resolveAll(identity, [{ feature, at }]);
  if (decision === undefined) throw new Error('an assigned listing must have a decision');
  return decision;
}

/**
 * Assigns listings one after another, each with the results of those before it, and reads what they need together. No listing
 * may occur twice. Runs in the caller's transaction.
 */
export async function resolveAll(
  identity: Identity,
  placings: readonly AssignmentInput[],
): Promise<Assignment[]> {
  const { store } = identity;
  const lookups = placings.map(({ feature, at }) => ({
    feature,
    at,
    listingId: feature.listingId,
    keys: blockingKeys(feature),
    scored: new Map<ListingFeature, PairScore>(),
  }));
  await store.lock(placings.map(({ feature }) => zoneKey(feature)));
  await store.prefetchKeys(lookups);
  const linked: ListingFeature[] = [];
  for (const lookup of lookups) linked.push(...(await findLinkedCandidates(identity, lookup)));
  const own = new Set(placings.map(({ feature }) => zoneKey(feature)));
  const elsewhere = linked.map(zoneKey).filter((zone) => !own.has(zone));
  if (elsewhere.length > 0) await store.lock(elsewhere);
  await store.prefetchMembers([...placings, ...linked.map((feature) => ({ feature }))].map(idOf));
  const decisions: Assignment[] = [];
  for (const lookup of lookups) decisions.push(await resolveOne(identity, lookup));
  await store.flush();
  return decisions;
}

const idOf = ({ feature }: { feature: ListingFeature }): string => feature.listingId;

interface Lookup extends AssignmentInput, ListingKeys {
  /** Pairs that were scored already. */
  scored: Map<ListingFeature, PairScore>;
}

async function findLinkedCandidates(identity: Identity, lookup: Lookup): Promise<ListingFeature[]> {
  const candidates = await identity.store.candidates(lookup);
  const linked = linkedIds(scoreEdges(lookup, candidates, identity));
  return candidates.filter(({ listingId }) => linked.has(listingId));
}

const linkedIds = (edges: readonly Edge[]): Set<string> => new Set(edges.map(({ other }) => other));

async function resolveOne(identity: Identity, lookup: Lookup): Promise<Assignment> {
  const { store } = identity;
  const { feature, at: now, keys } = lookup;
  const edges = scoreEdges(lookup, await store.candidates(lookup), identity);
  const found = await store.connectedMembers(
    [feature.listingId, ...linkedIds(edges)],
    MAX_CLUSTERED_LISTINGS,
  );
  const before = found.find((member) => member.feature.listingId === feature.listingId);
  const members = withListing(found, before, feature);
  const decision = await decideWithFreeIds(identity, { listing: feature, members, now });
  const formerKeys = before === undefined ? [] : blockingKeys(before.feature);
  const retryAt = nextRetryAt(feature, edges, decision, now);
  store.write({ feature, before, keys, formerKeys, edges, decision, retryAt, now });
  return decision;
}

const zoneKey = ({ transaction, zone }: ListingFeature): string => `${transaction ?? ''} ${zone ?? ''}`;

/** A decision that would reuse the id of listings elsewhere is repeated without it. */
async function decideWithFreeIds(
  { store, scorer, zones }: Identity,
  about: Omit<Neighbourhood, 'taken'>,
): Promise<Assignment> {
  const taken = new Set<string>();
  const inside = new Set(about.members.map(({ propertyId }) => propertyId));
  for (;;) {
    const decision = decideAssignment({ ...about, taken }, scorer, zones);
    // The id of a listing that was never seen before cannot be in use.
    const born = decision.moves
      .filter(({ from, to }) => from !== undefined && !inside.has(to))
      .map(({ to }) => to);
    const inUse = born.length === 0 ? new Set<string>() : await store.usedIds(born);
    if (inUse.size === 0) return decision;
    for (const id of inUse) taken.add(id);
  }
}

function scoreEdges(
  { feature, scored }: Lookup,
  candidates: readonly ListingFeature[],
  { scorer, zones }: Pick<Identity, 'scorer' | 'zones'>,
): Edge[] {
  const own = zones(feature.transaction, feature.zone);
  const scoreOf = (other: ListingFeature): PairScore => {
    const size = other.zone === feature.zone ? own : Math.max(own, zones(other.transaction, other.zone));
    const [first, second] = feature.listingId < other.listingId ? [feature, other] : [other, feature];
    return scorer.evidence(first, second, size);
  };
  const edges: Edge[] = [];
  for (const other of candidates) {
    let evidence = scored.get(other);
    if (evidence === undefined) {
      evidence = scoreOf(other);
      scored.set(other, evidence);
    }
    const leastBits = areFiguresOnly(feature, other) ? FIGURES_ONLY_MIN_BITS.link : LINK_MIN_BITS;
    if (evidence.score >= leastBits) edges.push({ other: other.listingId, evidence });
  }
  return edges;
}

/** The stored feature of the listing gives way to the new one. */
function withListing(
  found: readonly ClusterMember[],
  before: ClusterMember | undefined,
  feature: ListingFeature,
): ClusterMember[] {
  const self: ClusterMember = before
    ? { ...before, feature }
    : {
        feature,
        posted: false,
        propertyId: undefined,
        since: undefined,
        bornAt: undefined,
        former: [],
        overrules: [],
      };
  return [self, ...found.filter((member) => member !== before)];
}

/** When to retry: a listing that is alone or has an edge below ATTACH_MIN_BITS, a day and a week after its first sighting. */
export function nextRetryAt(
  feature: ListingFeature,
  edges: readonly Edge[],
  { evidence }: Assignment,
  now: Date,
): Date | undefined {
  const grey = edges.some(({ evidence: { score } }) => score < ATTACH_MIN_BITS);
  if (evidence.members > 1 && !grey) return undefined;
  const due = RETRY_AFTER_MS.map((after) => feature.from + after).find((at) => at > now.getTime());
  return due === undefined ? undefined : new Date(due);
}
