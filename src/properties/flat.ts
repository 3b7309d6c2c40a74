import type { ChangeEntry, ListingEntry, PropertyResult } from '../catalogue/document.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { byAge, collectVariants, isLive } from './consolidate/stated-value.ts';
import { consolidate } from './consolidate.ts';
import type { Claims, ListingState } from './listing-state.ts';
import { buildPublisherEntries, type PropertyMember } from './publishers/publishers.ts';

/** The data of a property that is not in its listings. */
export interface PropertyHistory {
  createdAt: Date;
  updatedAt: Date;
  changes: ChangeEntry[];
  /** The listing whose price it shows. */
  referenceId: string | undefined;
}

/** The flat result of a property: the API sends it, alerts evaluate it, webhooks carry it. */
export function buildFlatProperty(
  id: string,
  members: readonly PropertyMember[],
  history: PropertyHistory,
): PropertyResult {
  const states = members.map(({ state }) => state);
  const { pictures, ...view } = consolidate(states, history.referenceId);
  return {
    id,
    property: {
      createdAt: formatTimestamp(history.createdAt),
      updatedAt: formatTimestamp(history.updatedAt),
      expired: !states.some(isLive),
      ...view,
      pictures,
      changes: history.changes,
    },
    publishers: buildPublisherEntries(members),
    listings: members
      .toSorted((one, other) => byAge(one.state, other.state))
      .map((member) => buildListingEntry(member, view)),
  };
}

function buildListingEntry({ state, publisherId }: PropertyMember, view: Claims): ListingEntry {
  const { publishedAt, expiredAt, priceCoherent, marketing } = state;
  return {
    id: state.id,
    ...(state.protected || state.source.protected ? {} : { url: state.url, source: buildSourceEntry(state) }),
    ...(publisherId === undefined ? {} : { publisher: { id: publisherId } }),
    ...(publishedAt === undefined ? {} : { publishedAt: formatTimestamp(publishedAt) }),
    ...(expiredAt === undefined ? {} : { expiredAt: formatTimestamp(expiredAt) }),
    lastSeenAt: formatTimestamp(state.lastSeenAt),
    createdAt: formatTimestamp(state.createdAt),
    updatedAt: formatTimestamp(state.updatedAt),
    ...collectVariants(state.claims, view),
    ...buildPriceHistory(state),
    ...(priceCoherent === undefined ? {} : { priceCoherent }),
    ...(marketing === undefined ? {} : { marketing }),
  };
}

/** Bounds the size of a document. */
const MAX_PRICE_HISTORY_ENTRIES = 20;

function buildPriceHistory({ prices }: ListingState): Pick<ListingEntry, 'priceHistory'> {
  if (prices.length < 2) return {};
  const priceHistory = prices.slice(-MAX_PRICE_HISTORY_ENTRIES).map(({ price, currency, at }) => ({
    price,
    currency: (currency ?? 'EUR') as PriceCurrency,
    since: formatTimestamp(at),
  }));
  return { priceHistory };
}

type PriceCurrency = NonNullable<NonNullable<ListingEntry['priceHistory']>[number]['currency']>;

/** `uuid` is the older name of `id`; the contract has both. */
const buildSourceEntry = ({ source: { id, slug } }: ListingState): NonNullable<ListingEntry['source']> => ({
  iri: `/sources/${id}`,
  uuid: id,
  id,
  slug,
});
