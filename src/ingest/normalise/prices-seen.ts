import type { PriceSeen } from '../../properties/listing-state.ts';

/** A listing that flickers between two prices must not grow without end; the oldest goes first. */
const MOST_PRICES = 100;

/** The history after a visit that is newer than all before: a price counts from when it was first shown, until another is. */
export function withPrice(history: readonly PriceSeen[], price: number | undefined, at: Date): PriceSeen[] {
  if (price === undefined || history.at(-1)?.price === price) return [...history];
  return [...history, { price, at }].slice(-MOST_PRICES);
}

/**
 * The history after a visit that came late. The newest price stays the last: when the late one was shown in between, the newest is
 * told again from the moment it is known to have been back, `lastSeenAt`.
 */
export function withLatePrice(
  history: readonly PriceSeen[],
  price: number | undefined,
  { at, lastSeenAt }: { at: Date; lastSeenAt: Date },
): PriceSeen[] {
  const newest = history.at(-1);
  if (price === undefined || newest === undefined) return [...history];
  const earlier = history.filter((seen) => seen.at <= at);
  const later = history.filter((seen) => seen.at > at);
  const back = later.length === 0 ? [{ price: newest.price, at: lastSeenAt }] : later;
  return inRuns([...earlier, { price, at }, ...back]).slice(-MOST_PRICES);
}

const inRuns = (history: readonly PriceSeen[]): PriceSeen[] =>
  history.filter(({ price }, index) => history[index - 1]?.price !== price);
