import type { ListingFeature } from './feature.ts';
import { relativeGap } from './figures.ts';
import type { LevelOf } from './levels.ts';

/** A price ten times or a hundredth of the other is a slip of the finger, not another home. */
const MISPRINT_RATIO = 4.5;

/** The closest pair of the two histories and of what the sellers receive: agencies follow a drop at different times, and add their own fees. */
export function comparePrices(one: ListingFeature, other: ListingFeature): LevelOf<'price'> | undefined {
  let [gap, price] = [Number.POSITIVE_INFINITY, 0];
  const asked = listPrices(other);
  for (const a of listPrices(one)) {
    for (const b of asked) {
      const distance = relativeGap(a, b);
      if (distance < gap || (distance === 0 && roundness(a) < roundness(price)))
        [gap, price] = [distance, Math.max(a, b)];
    }
  }
  return price === 0 ? undefined : priceLevel(gap, price);
}

const listPrices = ({ prices, net }: ListingFeature): readonly number[] =>
  net === undefined || net <= 0 ? prices : [...prices, net];

function priceLevel(gap: number, price: number): LevelOf<'price'> {
  if (gap === 0) return (['equalFine', 'equal', 'equalRound'] as const)[roundness(price)] ?? 'equal';
  if (gap <= 0.012) return 'within1';
  if (gap <= 0.045) return 'within4';
  if (gap <= 0.085) return 'within8';
  if (gap <= 0.16) return 'within16';
  return gap >= 1 - 1 / MISPRINT_RATIO ? 'misprint' : 'beyond';
}

/** Every price near it ends so. */
export const isRound = (price: number): boolean => roundness(price) === 2;

/**
 * How common a price is by its form: of prices near it, every one ends so (2), one in ten (1) or one in a hundred does. It stands for the
 * term frequency of the value, and unlike a count of rows it is the same whatever was read before.
 */
function roundness(price: number): 0 | 1 | 2 {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(price, 1))) - 1);
  if (price % unit === 0 || price % (unit / 2) === 0) return 2;
  return price % (unit / 10) === 0 ? 1 : 0;
}
