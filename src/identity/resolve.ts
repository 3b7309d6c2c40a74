import { type Decision, decide } from './decide.ts';
import type { ListingFeature } from './feature.ts';
import { type BlockingKey, keysOf } from './keys.ts';
import type { Member, Neighbourhood, Overrule, ZoneSizes } from './neighbourhood.ts';
import type { PairEvidence, Scorer } from './score.ts';
import { ATTACH, GREY, MOST_TOGETHER, RETRY_AFTER_MS } from './thresholds.ts';

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
  /** The listings that share a key, each once, without the listing itself. */
  candidates(listingId: string, keys: readonly BlockingKey[]): Promise<ListingFeature[]>;
  /** All that hangs together with these listings: by strong edges, or by living in one property. */
  together(listingIds: readonly string[], most: number): Promise<Member[]>;
  /** Which of these property ids listings live under. */
  taken(propertyIds: readonly string[]): Promise<Set<string>>;
  write(record: IdentityRecord): Promise<void>;
  feature(listingId: string): Promise<ListingFeature | undefined>;
  overrule(word: Overrule, now: Date): Promise<void>;
}

export interface Identity {
  store: IdentityStore;
  scorer: Scorer;
  zones: ZoneSizes;
}

/** Finds where a listing belongs now, records it and says what moved. One transaction of the caller's. */
export async function resolve(
  { store, scorer, zones }: Identity,
  feature: ListingFeature,
  now: Date,
): Promise<Decision> {
  const keys = keysOf(feature);
  const own = zoneName(feature);
  await store.lock([own]);
  const candidates = await store.candidates(feature.listingId, keys);
  const edges = edgesOf(feature, candidates, { scorer, zones });
  const strong = new Set(edges.filter(({ evidence }) => evidence.score >= ATTACH).map(({ other }) => other));
  const elsewhere = candidates.filter((other) => strong.has(other.listingId) && zoneName(other) !== own);
  if (elsewhere.length > 0) await store.lock(elsewhere.map(zoneName));
  const found = await store.together([feature.listingId, ...strong], MOST_TOGETHER);
  const before = found.find((member) => member.feature.listingId === feature.listingId);
  const members = withListing(found, before, feature);
  const decision = await decided({ store, scorer, zones }, { listing: feature, members, now });
  const formerKeys = before === undefined ? [] : keysOf(before.feature);
  const retryAt = nextTry(feature, edges, decision, now);
  await store.write({ feature, before, keys, formerKeys, edges, decision, retryAt, now });
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
  feature: ListingFeature,
  candidates: readonly ListingFeature[],
  { scorer, zones }: Pick<Identity, 'scorer' | 'zones'>,
): Edge[] {
  const own = zones(feature.transaction, feature.zone);
  return candidates.flatMap((other) => {
    const size = other.zone === feature.zone ? own : Math.max(own, zones(other.transaction, other.zone));
    const [first, second] = feature.listingId < other.listingId ? [feature, other] : [other, feature];
    const evidence = scorer.evidence(first, second, size);
    return evidence.score >= GREY ? [{ other: other.listingId, evidence }] : [];
  });
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
