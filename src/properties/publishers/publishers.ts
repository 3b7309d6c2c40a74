import { publisher } from '../../catalogue/attributes/publisher.ts';
import type { PublisherEntry } from '../../catalogue/document.ts';
import type { Node } from '../../catalogue/nodes.ts';
import type { Db } from '../../db/sql.ts';
import { rules } from '../consolidate/rules.ts';
import {
  byAge,
  byRecency,
  type ClaimsBlock,
  collectStatedValues,
  type StatedValue,
} from '../consolidate/stated-value.ts';
import type { ListingState } from '../listing-state.ts';
import { collectIdentities, derivePublisherId, normalizeCard, type StatedPublisher } from './identity.ts';
import { type StoredPublisher, selectKnownPublishers, selectPublisher, upsertPublishers } from './store.ts';

export type { StoredPublisher } from './store.ts';

export const findPublisher = (db: Db, id: string): Promise<StoredPublisher | undefined> =>
  selectPublisher(db, id);

/** A listing with the advertiser that it states. */
export type AdvertisedListing = Pick<ListingState, 'id' | 'publisher'>;

/** The real advertiser of each listing that states one, by listing id; new ones are recorded. */
export async function recognizeAdvertisers(
  db: Db,
  listings: readonly AdvertisedListing[],
  now: Date,
): Promise<Map<string, string>> {
  const stating = listings.flatMap(({ id, publisher }) =>
    publisher === undefined ? [] : [{ id, publisher }],
  );
  if (stating.length === 0) return new Map();
  const identities = new Set(stating.flatMap(({ publisher }) => collectIdentities(publisher)));
  const rows = await selectKnownPublishers(db, [...identities]);
  const known = new Map<string, KnownPublisher>(
    rows.map((row) => [row.identity, { publisherId: row.publisherId, card: normalizeCard(row) }]),
  );
  const unknown = new Map(rows.map((row) => [row.publisherId, new Set(row.unknown)]));
  const found = new Map<string, string>();
  const publishers = new Map<string, StoredPublisher>();
  const learnt: { identity: string; publisherId: string }[] = [];
  for (const { id, publisher } of stating) {
    const recognised = recognizePublisher(id, publisher, known);
    const { publisherId } = recognised;
    found.set(id, publisherId);
    const { mandate: _, reference: __, contact: ___, ...facts } = publisher;
    const hasNewFacts = Object.keys(facts).some((member) => unknown.get(publisherId)?.has(member) ?? true);
    if (hasNewFacts || recognised.learnt.length > 0)
      publishers.set(publisherId, { ...facts, ...publishers.get(publisherId), id: publisherId });
    for (const identity of recognised.learnt) {
      learnt.push({ identity, publisherId });
      known.set(identity, { publisherId, card: normalizeCard(publisher) });
    }
  }
  if (publishers.size > 0) await upsertPublishers(db, [...publishers.values()], learnt, now);
  return found;
}

/** A listing of a property, with its recognised advertiser. */
export interface PropertyMember {
  state: ListingState;
  publisherId: string | undefined;
}

/** A known publisher found by one of its identities. */
export interface KnownPublisher {
  publisherId: string;
  card: string;
}

interface RecognizedPublisher {
  publisherId: string;
  /** Identities that were not known yet. */
  learnt: string[];
}

/**
 * The real advertiser of a statement: the one known by its strongest identity. Two card numbers are two agencies,
 * whatever name and website they share. Without any identity, the advertiser belongs to this listing only.
 */
export function recognizePublisher(
  listingId: string,
  stated: StatedPublisher,
  known: ReadonlyMap<string, KnownPublisher>,
): RecognizedPublisher {
  const identities = collectIdentities(stated);
  const [strongest = `listing ${listingId}`] = identities;
  const card = normalizeCard(stated);
  const isOther = (one: KnownPublisher) => card !== '' && one.card !== '' && one.card !== card;
  const found = identities
    .map((identity) => known.get(identity))
    .find((one) => one !== undefined && !isOther(one));
  const all = identities.length > 0 ? identities : [strongest];
  return {
    publisherId: found?.publisherId ?? derivePublisherId(strongest),
    learnt: all.filter((identity) => !known.has(identity)),
  };
}

/** The advertisers of a property, each once, in the order they were first seen. */
export function buildPublisherEntries(members: readonly PropertyMember[]): PublisherEntry[] {
  const groups = Map.groupBy(
    members.toSorted((one, other) => byAge(one.state, other.state)),
    ({ publisherId }) => publisherId,
  );
  return [...groups].flatMap(([id, group]) => (id === undefined ? [] : [mergePublisherEntry(id, group)]));
}

const { id: _, ...stateable } = publisher.members as Record<string, Node>;

/** A member without a consolidation rule has the value most listings state. */
function mergePublisherEntry(id: string, group: readonly PropertyMember[]): PublisherEntry {
  const blocks = group
    .map(({ state }) => state)
    .toSorted(byRecency)
    .flatMap((listing): StatedValue[] => {
      const value = listing.publisher;
      return value === undefined ? [] : [{ value, beside: value as ClaimsBlock, listing }];
    });
  const entry: Record<string, unknown> = { id };
  for (const [name, node] of Object.entries(stateable)) {
    const stated = collectStatedValues(blocks, name);
    if (stated.length === 0) continue;
    const chosen = rules[node.consolidate ?? 'most-frequent']?.(stated, node, undefined);
    if (chosen !== undefined) entry[name] = chosen.value;
  }
  return entry as PublisherEntry;
}
