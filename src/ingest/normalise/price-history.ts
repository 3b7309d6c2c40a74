import type { ObservedPrice } from '../../properties/listing-state.ts';

/** Bounds the history of a listing that alternates between two prices. The oldest prices are dropped. */
const MAX_PRICES = 100;

/** The price of an observation. */
export interface OfferPrice {
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
