import type { ConsolidatedProperty } from '../../catalogue/document.ts';
import { isCoherent, isLive, roundToCents } from '../consolidate/stated-value.ts';
import type { ListingState } from '../listing-state.ts';

type PriceSpreadFields = Pick<NonNullable<ConsolidatedProperty['pricing']>, 'spread' | 'spreadPercent'>;

/** What the live listings with a coherent price ask, in the currency of the property; undefined when they agree. */
export function computePriceSpread(
  listings: readonly ListingState[],
  currency: string | undefined,
): PriceSpreadFields | undefined {
  if (listings.length < 2) return undefined;
  const prices = listings.flatMap((listing) => {
    const { pricing } = listing.claims;
    const isCompared = isLive(listing) && isCoherent(listing) && pricing?.currency === currency;
    return isCompared && pricing?.displayed !== undefined ? [pricing.displayed] : [];
  });
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length < 2 || lowest === highest) return undefined;
  const percent = lowest > 0 ? { spreadPercent: roundToCents(((highest - lowest) / lowest) * 100) } : {};
  return { spread: { lowest, highest, adverts: prices.length }, ...percent };
}
