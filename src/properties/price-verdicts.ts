import { judgePrices, type PriceReason } from '../market/coherence.ts';
import type { MarketLookup, MarketOffer, SurveyedOffer } from '../market/market.ts';
import { isAreaDoubtful, largestLivingArea } from './consolidate/areas.ts';
import { isLive, squareMetresPerUnit } from './consolidate/stated-value.ts';
import { computePricePerSquareMetre } from './consolidate.ts';
import type { ListingRecord } from './listing-rows.ts';
import type { Claims, ListingState, ObservedPrice } from './listing-state.ts';

export interface PriceVerdicts {
  /** By listing; undefined where unknown. */
  verdicts: Map<string, boolean | undefined>;
  /** Of each verdict, by listing. */
  reasons: Map<string, PriceReason>;
  surveyed: SurveyedOffer[];
}

/** The price verdict of every listing, against the market and the other listings of its property. */
export function assessPrices(listings: readonly ListingRecord[], market: MarketLookup): PriceVerdicts {
  const surveyed = listings.map((listing) => market(toOffer(listing)));
  const verdicts = new Map<string, boolean | undefined>();
  const reasons = new Map<string, PriceReason>();
  const byId = new Map(listings.map((listing) => [listing.state.id, listing]));
  for (const own of Map.groupBy(surveyed, ({ offer }) => offer.propertyId).values()) {
    const judged = judgePrices(
      own.map(({ offer, isComparable, medians }) => ({
        price: byId.get(offer.listingId)?.state.claims.pricing?.displayed,
        advertiser: byId.get(offer.listingId)?.publisherId,
        pricePerArea: isComparable ? offer.pricePerArea : undefined,
        medians,
        isImpossible: isImpossiblePrice(byId.get(offer.listingId)?.state.claims ?? {}),
        isAreaDoubted: () => isAreaDoubtful(byId.get(offer.listingId)?.state.claims ?? {}),
      })),
    );
    for (const [at, { offer }] of own.entries()) {
      verdicts.set(offer.listingId, judged[at]?.coherent);
      reasons.set(offer.listingId, judged[at]?.reason ?? 'no comparables');
    }
  }
  return { verdicts, reasons, surveyed };
}

/** The verdict is stored with the current price, so that it is still known when the price has changed. */
export function markMisprint(
  { prices, claims }: Pick<ListingState, 'prices' | 'claims'>,
  priceCoherent: boolean | undefined,
): ObservedPrice[] {
  const current = prices.at(-1);
  const isMisprint = priceCoherent === false;
  if (current === undefined || current.price !== claims.pricing?.displayed) return prices;
  if ((current.misprint ?? false) === isMisprint) return prices;
  const { misprint: _, ...seen } = current;
  return [...prices.slice(0, -1), isMisprint ? { ...seen, misprint: true } : seen];
}

export function toOffer({ propertyId, state }: Pick<ListingRecord, 'propertyId' | 'state'>): MarketOffer {
  const { claims } = state;
  const { subNeighborhood, neighborhood, district, city } = claims.location ?? {};
  return {
    listingId: state.id,
    propertyId,
    live: isLive(state),
    transactionType: claims.transaction?.type,
    propertyType: claims.propertyType,
    pricePerArea: pricePerArea(claims),
    placeIds: [subNeighborhood, neighborhood, district, city].flatMap((division) => division?.id ?? []),
  };
}

/** Below these no flat or house is sold or let by the month: placeholders such as 1 €, and prices in thousands. */
const MIN_POSSIBLE_PRICE: Readonly<Record<string, number>> = { SELL: 3_000, RENT: 20 };
const MAX_POSSIBLE_PRICE: Readonly<Record<string, number>> = { SELL: 500_000_000, RENT: 200_000 };

/** Whether no flat or house has such a price anywhere, whatever the market. */
export function isImpossiblePrice({ pricing, transaction, propertyType }: Claims): boolean {
  const [price, type] = [pricing?.displayed, transaction?.type ?? ''];
  if (price === undefined || (propertyType !== 'FLAT' && propertyType !== 'HOUSE')) return false;
  if (pricing?.currency !== undefined && pricing.currency !== 'EUR') return false;
  return (
    price < (MIN_POSSIBLE_PRICE[type] ?? 0) || price > (MAX_POSSIBLE_PRICE[type] ?? Number.POSITIVE_INFINITY)
  );
}

/**
 * No home has more square metres a room: above this the area is the misprint, and the price per area says nothing.
 */
const MAX_SQUARE_METRES_PER_ROOM = 90;

function isAreaPlausible({ area, unit, propertyType }: Claims): boolean {
  const rooms = unit?.rooms ?? (unit?.bedrooms === undefined ? undefined : unit.bedrooms + 1);
  if (rooms === undefined || rooms < 1 || (propertyType !== 'FLAT' && propertyType !== 'HOUSE')) return true;
  return (area?.displayed ?? 0) * squareMetresPerUnit(area?.unit) <= rooms * MAX_SQUARE_METRES_PER_ROOM;
}

/** By the displayed area of the listing, else by the area a buyer compares. */
function pricePerArea(claims: Claims): number | undefined {
  if (!isAreaPlausible(claims)) return undefined;
  if (claims.area?.displayed !== undefined) return computePricePerSquareMetre(claims);
  const price = claims.pricing?.displayed;
  const area = claims.area && largestLivingArea([{ value: claims.area }]);
  const metres = Number(area?.value ?? 0) * squareMetresPerUnit(area?.measure);
  return price === undefined || metres <= 0 ? undefined : price / metres;
}
