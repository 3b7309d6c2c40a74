import type { ListingState } from '../listing-state.ts';
import type { PropertyMember } from '../publishers/entries.ts';

/** A price that an advert showed, and since when, in milliseconds. */
export interface PricePoint {
  readonly price: number;
  readonly at: number;
  readonly currency: string;
  /** The market refuses it. */
  readonly misprint: boolean;
}

/** Half-open; `to` is Infinity while the advert is offline. */
export interface Absence {
  readonly from: number;
  readonly to: number;
}

/** What the price story reads of a listing, and nothing else: dates are those of the visits, not of their arrival. */
export interface PricedAdvert {
  readonly id: string;
  /** The real advertiser; undefined when the advert states none. */
  readonly advertiser: string | undefined;
  readonly source: string;
  readonly firstSeenAt: number;
  readonly points: readonly PricePoint[];
  readonly absences: readonly Absence[];
}

const DEFAULT_CURRENCY = 'EUR';

export function toPricedAdvert({ state, publisherId }: PropertyMember): PricedAdvert {
  return {
    id: state.id,
    advertiser: publisherId,
    source: state.source.id,
    firstSeenAt: state.createdAt.getTime(),
    points: buildPricePoints(state),
    absences: buildAbsences(state),
  };
}

/** An advert that shows no price today has no say in the price, whatever it showed before. */
function buildPricePoints(state: ListingState): PricePoint[] {
  const shown = state.claims.pricing?.displayed;
  if (shown === undefined) return [];
  const isRefused = state.priceCoherent === false;
  const last = state.prices.length - 1;
  if (last < 0) {
    const { currency = DEFAULT_CURRENCY } = state.claims.pricing ?? {};
    return [{ price: shown, at: state.createdAt.getTime(), currency, misprint: isRefused }];
  }
  return state.prices.map(({ price, at, currency = DEFAULT_CURRENCY, misprint = false }, index) => ({
    price,
    at: at.getTime(),
    currency,
    misprint: index === last ? isRefused : misprint,
  }));
}

function buildAbsences({ absences = [], expiredAt }: ListingState): Absence[] {
  const past = absences.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
  return expiredAt === undefined ? past : [...past, { from: expiredAt.getTime(), to: Infinity }];
}

/** By first sight, then by id: an order that leaves no trace of the order of arrival. */
export const byFirstSeen = (one: PricedAdvert, other: PricedAdvert): number =>
  one.firstSeenAt - other.firstSeenAt || (one.id < other.id ? -1 : 1);
