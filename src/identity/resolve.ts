import { type Decision, decide } from './decide.ts';
import type { ListingFeature } from './feature.ts';
import { type BlockingKey, keysOf } from './keys.ts';
import type { Member, Neighbourhood, Overrule, ZoneSizes } from './neighbourhood.ts';
import type { PairEvidence, Scorer } from './score.ts';
import { ATTACH, GREY, LINK, MAX_CLUSTERED_LISTINGS, RETRY_AFTER_MS } from './thresholds.ts';

export interface Edge {
  other: string;
  evidence: PairEvidence;
}

/** What identity writes about one listing. */
export interface IdentityRecord {
  feature: ListingFeature;
  /** As it stood before; undefined for a new listing. */
  before: Member | undefined;
  keys: readonly BlockingKey[];
  formerKeys: readonly BlockingKey[];
  edges: readonly Edge[];
  decision: Decision;
  retryAt: Date | undefined;
  now: Date;
}

/** Where identity keeps what it knows. A database and a memory keep to the same suite. */
export interface IdentityStore {
  /** Makes others who place listings of these zones wait until the caller's transaction ends. */
  lock(zones: readonly string[]): Promise<void>;
  /** These keys will be asked for: a store that is far away reads them all at once. */
  foresee(keys: readonly BlockingKey[]): Promise<void>;
  /** The listings that share a key, each once, without the listing itself. */
  candidates(listingId: string, keys: readonly BlockingKey[]): Promise<ListingFeature[]>;
  /** What hangs together with these listings will be asked for. */
  foreseeTogether(listingIds: readonly string[]): Promise<void>;
  /** All that hangs together with these listings: by strong edges, or by living in one property. */
  together(listingIds: readonly string[], most: number): Promise<Member[]>;
  /** Which of these property ids listings live under. */
  taken(propertyIds: readonly string[]): Promise<Set<string>>;
  /** Whoever asks next is told of it; it is kept for good by `flush`. */
  write(record: IdentityRecord): void;
  flush(): Promise<void>;
  feature(listingId: string): Promise<ListingFeature | undefined>;
  overrule(word: Overrule, now: Date): Promise<void>;
}

export interface Identity {
  store: IdentityStore;
  scorer: Scorer;
  zones: ZoneSizes;
}

/** A listing to be placed, and the moment that counts. */
export interface Placing {
  feature: ListingFeature;
  at: Date;
}

/** Finds where a listing belongs now, records it and says what moved. One transaction of the caller's. */
export async function resolve(identity: Identity, feature: ListingFeature, at: Date): Promise<Decision> {
  const [decision] = await resolveAll(identity, [{ feature, at }]);
  if (decision === undefined) throw new Error('a listing that was placed must have a decision');
  return decision;
}

/**
 * Places listings one after another, each knowing of those before it, and reads what they need together. No listing may come twice.
 * One transaction of the caller's.
 */
export async function resolveAll(identity: Identity, placings: readonly Placing[]): Promise<Decision[]> {
  const { store } = identity;
  const lookups = placings.map(({ feature, at }) => ({
    feature,
    at,
    keys: keysOf(feature),
    scored: new Map<ListingFeature, PairEvidence>(),
  }));
  await store.lock(placings.map(({ feature }) => zoneName(feature)));
  await store.foresee(lookups.flatMap(({ keys }) => keys));
  const linked: ListingFeature[] = [];
  for (const lookup of lookups) linked.push(...(await strongCandidates(identity, lookup)));
  const own = new Set(placings.map(({ feature }) => zoneName(feature)));
  const elsewhere = linked.map(zoneName).filter((zone) => !own.has(zone));
  if (elsewhere.length > 0) await store.lock(elsewhere);
  await store.foreseeTogether([...placings, ...linked.map((feature) => ({ feature }))].map(idOf));
  const decisions: Decision[] = [];
  for (const lookup of lookups) decisions.push(await resolveOne(identity, lookup));
  await store.flush();
  return decisions;
}

const idOf = ({ feature }: { feature: ListingFeature }): string => feature.listingId;

interface Lookup extends Placing {
  keys: readonly BlockingKey[];
  /** Pairs that were scored already. */
  scored: Map<ListingFeature, PairEvidence>;
}

async function strongCandidates(identity: Identity, lookup: Lookup): Promise<ListingFeature[]> {
  const candidates = await identity.store.candidates(lookup.feature.listingId, lookup.keys);
  const strong = strongOf(edgesOf(lookup, candidates, identity));
  return candidates.filter(({ listingId }) => strong.has(listingId));
}

const strongOf = (edges: readonly Edge[]): Set<string> =>
  new Set(edges.filter(({ evidence }) => evidence.score >= LINK).map(({ other }) => other));

async function resolveOne(identity: Identity, lookup: Lookup): Promise<Decision> {
  const { store } = identity;
  const { feature, at: now, keys } = lookup;
  const edges = edgesOf(lookup, await store.candidates(feature.listingId, keys), identity);
  const found = await store.together([feature.listingId, ...strongOf(edges)], MAX_CLUSTERED_LISTINGS);
  const before = found.find((member) => member.feature.listingId === feature.listingId);
  const members = withListing(found, before, feature);
  const decision = await decided(identity, { listing: feature, members, now });
  const formerKeys = before === undefined ? [] : keysOf(before.feature);
  const retryAt = nextTry(feature, edges, decision, now);
  store.write({ feature, before, keys, formerKeys, edges, decision, retryAt, now });
  return decision;
}

const zoneName = ({ transaction, zone }: ListingFeature): string => `${transaction ?? ''} ${zone ?? ''}`;

/** A decision that would take up an id which listings elsewhere live under is taken again without it. */
async function decided(
  { store, scorer, zones }: Identity,
  about: Omit<Neighbourhood, 'taken'>,
): Promise<Decision> {
  const taken = new Set<string>();
  const inside = new Set(about.members.map(({ propertyId }) => propertyId));
  for (;;) {
    const decision = decide({ ...about, taken }, scorer, zones);
    // The id of a listing that was never seen before cannot be in use.
    const born = decision.moves
      .filter(({ from, to }) => from !== undefined && !inside.has(to))
      .map(({ to }) => to);
    const inUse = born.length === 0 ? new Set<string>() : await store.taken(born);
    if (inUse.size === 0) return decision;
    for (const id of inUse) taken.add(id);
  }
}

function edgesOf(
  { feature, scored }: Lookup,
  candidates: readonly ListingFeature[],
  { scorer, zones }: Pick<Identity, 'scorer' | 'zones'>,
): Edge[] {
  const own = zones(feature.transaction, feature.zone);
  const scoreOf = (other: ListingFeature): PairEvidence => {
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
    if (evidence.score >= GREY) edges.push({ other: other.listingId, evidence });
  }
  return edges;
}

/** The stored feature of the listing gives way to the new one. */
function withListing(
  found: readonly Member[],
  before: Member | undefined,
  feature: ListingFeature,
): Member[] {
  const self: Member = before
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

/** When to look at a listing again: one that stands alone or has a link in the grey, a day and a week after it came. */
export function nextTry(
  feature: ListingFeature,
  edges: readonly Edge[],
  { evidence }: Decision,
  now: Date,
): Date | undefined {
  const grey = edges.some(({ evidence: { score } }) => score < ATTACH);
  if (evidence.members > 1 && !grey) return undefined;
  const due = RETRY_AFTER_MS.map((after) => feature.from + after).find((at) => at > now.getTime());
  return due === undefined ? undefined : new Date(due);
}
