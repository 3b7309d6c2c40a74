import type { ObservedPrice } from '../../properties/listing-state.ts';

/** A listing that flickers between two prices must not grow without end; the oldest goes first. */
const MAX_PRICES = 100;

/** What a visit found asked, if anything. */
export interface AskedPrice {
  displayed?: number | undefined;
  currency?: string | undefined;
}

const isSamePrice = (seen: ObservedPrice | undefined, { price, currency }: ObservedPrice): boolean =>
  seen?.price === price && seen.currency === currency;

/** A price of its time. Euros are left out, as nearly all prices are in euros. */
function priceSeen({ displayed, currency = 'EUR' }: AskedPrice, at: Date): ObservedPrice | undefined {
  if (displayed === undefined) return undefined;
  return { price: displayed, at, ...(currency === 'EUR' ? {} : { currency }) };
}

/** The history after a visit that is newer than all before: a price counts from when it was first shown, until another is. */
export function withPrice(
  history: readonly ObservedPrice[],
  asked: AskedPrice | undefined,
  at: Date,
): ObservedPrice[] {
  const seen = priceSeen(asked ?? {}, at);
  if (seen === undefined || isSamePrice(history.at(-1), seen)) return [...history];
  return [...history, seen].slice(-MAX_PRICES);
}

/**
 * The history after a visit that came late. The newest price stays the last: when the late one was shown in between, the newest is
 * told again from the moment it is known to have been back, `lastSeenAt`.
 */
export function withLatePrice(
  history: readonly ObservedPrice[],
  asked: AskedPrice | undefined,
  { at, lastSeenAt }: { at: Date; lastSeenAt: Date },
): ObservedPrice[] {
  const newest = history.at(-1);
  const seen = priceSeen(asked ?? {}, at);
  if (seen === undefined || newest === undefined) return [...history];
  const earlier = history.filter((one) => one.at <= at);
  const later = history.filter((one) => one.at > at);
  const back = later.length === 0 ? [{ ...newest, at: lastSeenAt }] : later;
  return inRuns([...earlier, seen, ...back]).slice(-MAX_PRICES);
}

const inRuns = (history: readonly ObservedPrice[]): ObservedPrice[] =>
  history.filter((one, index) => !isSamePrice(history[index - 1], one));
