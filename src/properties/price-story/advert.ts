import type { ListingState } from '../listing-state.ts';
import type { StatedPublisher } from '../publishers/identity.ts';
import type { PropertyMember } from '../publishers/publishers.ts';

/** A price shown by a listing, and since when, in milliseconds. */
export interface PricePoint {
  readonly price: number;
  readonly at: number;
  readonly currency: string;
  /** It was found incoherent. */
  readonly misprint: boolean;
  /** It stood for so long that it is no typing error. */
  readonly hasStood?: true;
}

/** Half-open; `to` is Infinity while the listing is offline. */
export interface Absence {
  readonly from: number;
  readonly to: number;
}

/** The input of the price story from one listing. Times are those of the observations, not of their arrival. */
export interface PricedAdvert {
  readonly id: string;
  /** The real advertiser; undefined when the listing states none. */
  readonly advertiser: string | undefined;
  /** The advertiser as the listing states it. */
  readonly stated?: StatedPublisher | undefined;
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
    stated: state.publisher,
    source: state.source.id,
    firstSeenAt: state.createdAt.getTime(),
    points: buildPricePoints(state),
    absences: buildAbsences(state),
  };
}

/** A listing without a current price does not count, whatever it showed before. */
function buildPricePoints(state: ListingState): PricePoint[] {
  const shown = state.claims.pricing?.displayed;
  if (shown === undefined) return [];
  const isRefused = state.priceCoherent === false;
  const last = state.prices.length - 1;
  if (last < 0) {
    const { currency = DEFAULT_CURRENCY } = state.claims.pricing ?? {};
    return [{ price: shown, at: state.createdAt.getTime(), currency, misprint: isRefused }];
  }
  return state.prices.map(
    ({ price, at, currency = DEFAULT_CURRENCY, misprint = false, hasStood }, index) => ({
      price,
      ...(hasStood && { hasStood }),
      at: at.getTime(),
      currency,
      misprint: index === last ? isRefused : misprint,
    }),
  );
}

function buildAbsences({ absences = [], expiredAt }: ListingState): Absence[] {
  const past = absences.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
  return expiredAt === undefined ? past : [...past, { from: expiredAt.getTime(), to: Infinity }];
}

/** By first observation, then by id: independent of the order of arrival. */
export const byFirstSeen = (one: PricedAdvert, other: PricedAdvert): number =>
  one.firstSeenAt - other.firstSeenAt || (one.id < other.id ? -1 : 1);
