import type { ChangeEntry, ListingEntry, PropertyResult } from '../catalogue/document.ts';
import { timestamp } from '../lib/timestamp.ts';
import { byAge, isLive } from './consolidate/stated.ts';
import { variantsOf } from './consolidate/variants.ts';
import { consolidate } from './consolidate.ts';
import type { Claims, ListingState } from './listing-state.ts';
import { type Member, publisherEntries } from './publishers/entries.ts';

/** What a property is beside its listings. */
export interface History {
  createdAt: Date;
  updatedAt: Date;
  changes: ChangeEntry[];
  /** The listing whose price it shows. */
  referenceId: string | undefined;
}

/** The flat result of a property: what the API sends, alerts judge and webhooks carry. */
export function flatProperty(id: string, members: readonly Member[], history: History): PropertyResult {
  const states = members.map(({ state }) => state);
  const { pictures, ...view } = consolidate(states, history.referenceId);
  return {
    id,
    property: {
      createdAt: timestamp(history.createdAt),
      updatedAt: timestamp(history.updatedAt),
      expired: !states.some(isLive),
      ...view,
      pictures,
      changes: history.changes,
    },
    publishers: publisherEntries(members),
    listings: members
      .toSorted((one, other) => byAge(one.state, other.state))
      .map((member) => listingEntry(member, view)),
  };
}

function listingEntry({ state, publisherId }: Member, view: Claims): ListingEntry {
  const { publishedAt, expiredAt, priceCoherent, marketing } = state;
  return {
    id: state.id,
    ...(state.protected || state.source.protected ? {} : { url: state.url, source: sourceEntry(state) }),
    ...(publisherId === undefined ? {} : { publisher: { id: publisherId } }),
    ...(publishedAt === undefined ? {} : { publishedAt: timestamp(publishedAt) }),
    ...(expiredAt === undefined ? {} : { expiredAt: timestamp(expiredAt) }),
    lastSeenAt: timestamp(state.lastSeenAt),
    createdAt: timestamp(state.createdAt),
    updatedAt: timestamp(state.updatedAt),
    ...variantsOf(state.claims, view),
    ...historyOf(state),
    ...(priceCoherent === undefined ? {} : { priceCoherent }),
    ...(marketing === undefined ? {} : { marketing }),
  };
}

/** A document stays small, whatever its listings do. */
const MAX_PRICE_HISTORY = 20;

function historyOf({ prices }: ListingState): Pick<ListingEntry, 'priceHistory'> {
  if (prices.length < 2) return {};
  const priceHistory = prices.slice(-MAX_PRICE_HISTORY).map(({ price, currency, at }) => ({
    price,
    currency: (currency ?? 'EUR') as PriceCurrency,
    since: timestamp(at),
  }));
  return { priceHistory };
}

type PriceCurrency = NonNullable<NonNullable<ListingEntry['priceHistory']>[number]['currency']>;

/** `uuid` is the older name of `id`; both are promised. */
const sourceEntry = ({ source: { id, slug } }: ListingState): NonNullable<ListingEntry['source']> => ({
  iri: `/sources/${id}`,
  uuid: id,
  id,
  slug,
});
