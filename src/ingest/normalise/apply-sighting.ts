import { canonical } from '../../lib/canonical.ts';
import type { ListingState, ObservedPrice, PastAbsence } from '../../properties/listing-state.ts';
import type { ParsedListing } from '../parse-listing.ts';

/**
 * The state of a listing after an observation of kind `seen`. The newest observation determines the content,
 * whatever the order of arrival. Two of the same time are ordered by their content, so that ingesting a file twice
 * changes nothing. A sighting after the expiry makes the listing live again.
 */
export function applySighting(
  previous: ListingState | undefined,
  listing: ParsedListing,
  at: Date,
): ListingState {
  const { pricing } = listing.claims;
  if (previous === undefined) {
    return {
      ...listing,
      prices: withPrice([], pricing, at),
      createdAt: at,
      updatedAt: at,
      lastSeenAt: at,
      expiredAt: undefined,
      priceCoherent: undefined,
    };
  }
  const createdAt = at < previous.createdAt ? at : previous.createdAt;
  if (isOlder(previous, listing, at)) {
    const prices = withLatePrice(previous.prices, pricing, { at, lastSeenAt: previous.lastSeenAt });
    return { ...previous, createdAt, prices };
  }
  const { priceCoherent, expiredAt } = previous;
  const isReactivated = expiredAt !== undefined && at >= expiredAt;
  const absences = isReactivated
    ? withAbsence(previous.absences, { from: expiredAt, to: at })
    : previous.absences;
  const isChanged = serializeContent(previous) !== serializeContent(listing);
  return {
    ...listing,
    // A request that brings nothing new may spell the URL otherwise, and is no change.
    url: isChanged ? listing.url : previous.url,
    prices: withPrice(previous.prices, pricing, at),
    createdAt,
    updatedAt: isChanged ? at : previous.updatedAt,
    lastSeenAt: at,
    expiredAt: isReactivated ? undefined : expiredAt,
    ...(absences === undefined ? {} : { absences }),
    priceCoherent,
  };
}

/** The price story reads absences to know which adverts were on the market when. */
const MAX_ABSENCES = 10;

const withAbsence = (known: readonly PastAbsence[] = [], absence: PastAbsence): PastAbsence[] =>
  [...known, absence].slice(-MAX_ABSENCES);

function isOlder(previous: ListingState, listing: ParsedListing, at: Date): boolean {
  if (at.getTime() !== previous.lastSeenAt.getTime()) return at < previous.lastSeenAt;
  return serializeContent(listing) < serializeContent(previous);
}

/** The count of favorites is no content: it moves with every observation. */
function serializeContent({
  claims,
  pictures,
  publisher,
  marketing,
  publishedAt,
  protected: hidden,
}: ParsedListing): string {
  const { favorites: _, ...promoted } = marketing ?? {};
  return canonical({
    claims,
    pictures,
    publisher,
    promoted,
    publishedAt: publishedAt?.toISOString(),
    hidden,
  });
}

/** The state after an observation of kind `expired`. The earliest one since the last sighting counts. */
export function applyExpiry(previous: ListingState, at: Date): ListingState {
  if (at <= previous.lastSeenAt) return previous;
  const { expiredAt } = previous;
  return { ...previous, expiredAt: expiredAt === undefined || at < expiredAt ? at : expiredAt };
}

/** Bounds the history of a listing that alternates between two prices. The oldest prices are dropped. */
const MAX_PRICES = 100;

/** The price of an observation. */
interface OfferPrice {
  displayed?: number | undefined;
  currency?: string | undefined;
}

const isSamePrice = (seen: ObservedPrice | undefined, { price, currency }: ObservedPrice): boolean =>
  seen?.price === price && seen.currency === currency;

/** The currency is omitted for euros, which are nearly all prices. */
function priceSeen({ displayed, currency = 'EUR' }: OfferPrice, at: Date): ObservedPrice | undefined {
  if (displayed === undefined) return undefined;
  return { price: displayed, at, ...(currency === 'EUR' ? {} : { currency }) };
}

/** The history after the newest observation. A price is dated by its first observation. */
export function withPrice(
  history: readonly ObservedPrice[],
  offer: OfferPrice | undefined,
  at: Date,
): ObservedPrice[] {
  const seen = priceSeen(offer ?? {}, at);
  if (seen === undefined || isSamePrice(history.at(-1), seen)) return [...history];
  return [...history, seen].slice(-MAX_PRICES);
}

/**
 * The history after a late observation. The newest price stays last: when the late price was shown in between, the
 * newest is repeated as of `lastSeenAt`.
 */
export function withLatePrice(
  history: readonly ObservedPrice[],
  offer: OfferPrice | undefined,
  { at, lastSeenAt }: { at: Date; lastSeenAt: Date },
): ObservedPrice[] {
  const newest = history.at(-1);
  const seen = priceSeen(offer ?? {}, at);
  if (seen === undefined || newest === undefined) return [...history];
  const earlier = history.filter((one) => one.at <= at);
  const later = history.filter((one) => one.at > at);
  const following = later.length === 0 ? [{ ...newest, at: lastSeenAt }] : later;
  return withoutRepeats([...earlier, seen, ...following]).slice(-MAX_PRICES);
}

const withoutRepeats = (history: readonly ObservedPrice[]): ObservedPrice[] =>
  history.filter((one, index) => !isSamePrice(history[index - 1], one));
