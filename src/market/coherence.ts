import type { Word } from '../catalogue/vocabularies.ts';

/** A price per square metre this many times above or below the local median is a misprint, not a bargain. */
export const INCOHERENT_RATIO = 3;
/** Beyond this ratio a price is a misprint when the other listings of the property disagree with it by more than PEER_RATIO. */
export const DOUBTFUL_RATIO = 2;
export const PEER_RATIO = 2;
/** Fees and discounts keep the prices of one home within this of one another. */
export const SAME_PRICE_RATIO = 1.25;
/** Two advertisers do not slip alike: what both ask is meant, unless it is so far off as no home is sold. */
export const IMPOSSIBLE_RATIO = 10;
/** Nor does one advertiser often slip alike twice; but one system may feed several portals. */
export const REPEATED_RATIO = 5;
/** A department mixes cheap and dear towns, a region more so: there a price must be further off by this factor to be a misprint. */
export const COARSE_LEVELS: Readonly<Record<string, number>> = {
  ADMINISTRATIVE_SUBREGION: 4 / 3,
  ADMINISTRATIVE_REGION: 2,
};
/** Fewer live listings than this make no market. */
export const ENOUGH_SAMPLES = 30;

/** Priced by what may be built, by the space or by the rent roll: square metres tell nothing. */
export const UNJUDGED_TYPES: ReadonlySet<Word<'propertyType'>> = new Set(['LAND', 'PARKING', 'BUILDING']);

export interface Median {
  median: number;
  samples: number;
}

/** A median and the type of the division it is of. */
export interface LocalMedian extends Median {
  type?: string;
}

/** A listing as the market sees it. */
export interface Priced {
  /** Undefined without a price or an area, or when its kind is not judged. */
  pricePerArea: number | undefined;
  /** The price itself: where it is the price of its neighbours in the property, the area is the misprint. */
  price?: number | undefined;
  /** Who asks it, when known. */
  advertiser?: string | undefined;
  /** The medians of where it is, the finest division first. */
  medians: readonly LocalMedian[];
}

/** Price per square metre against the median of the finest division with enough samples; undefined when there is none. */
function ratioOf({ pricePerArea, medians }: Priced): number | undefined {
  const local = medians.find(({ samples, median }) => samples >= ENOUGH_SAMPLES && median > 0);
  if (pricePerArea === undefined || local === undefined) return undefined;
  const ratio = pricePerArea / local.median;
  const slack = COARSE_LEVELS[local.type ?? ''] ?? 1;
  return ratio > 1 ? Math.max(1, ratio / slack) : Math.min(1, ratio * slack);
}

const isBeyond = (ratio: number, bound: number): boolean => ratio > bound || ratio < 1 / bound;

/**
 * The verdict on each listing of one property, in their order: true, false, or undefined when it cannot be told. Conservative: what is
 * not clearly wrong is coherent.
 */
export function coherenceOf(listings: readonly Priced[]): (boolean | undefined)[] {
  const ratios = listings.map(ratioOf);
  return ratios.map((ratio, at) => {
    const own = listings[at]?.pricePerArea;
    if (ratio === undefined || own === undefined) return undefined;
    if (!isBeyond(ratio, DOUBTFUL_RATIO)) return true;
    const peers = listings.filter((_, other) => other !== at && isSound(ratios[other]));
    if (isPriceOf(listings[at]?.price, peers)) return true;
    if (!isBeyond(ratio, IMPOSSIBLE_RATIO) && isAskedByAnother(listings, at)) return true;
    if (!isBeyond(ratio, REPEATED_RATIO) && isAskedAgain(listings, at)) return true;
    if (isBeyond(ratio, INCOHERENT_RATIO)) return false;
    const majority = middle(peers.flatMap(({ pricePerArea }) => pricePerArea ?? []));
    return majority === undefined || !isBeyond(own / majority, PEER_RATIO);
  });
}

function isAskedByAnother(listings: readonly Priced[], at: number): boolean {
  const own = listings[at]?.advertiser;
  const others = listings.filter(({ advertiser }) => advertiser !== undefined && advertiser !== own);
  return own !== undefined && others.some((other) => asksTheSame(listings[at], other));
}

const isAskedAgain = (listings: readonly Priced[], at: number): boolean =>
  listings.some((other, index) => index !== at && asksTheSame(listings[at], other));

const asksTheSame = (one: Priced | undefined, other: Priced): boolean =>
  one?.price !== undefined &&
  other.price !== undefined &&
  !isBeyond(other.price / one.price, SAME_PRICE_RATIO);

/** Whether sound listings of the same property ask about as much. */
function isPriceOf(price: number | undefined, peers: readonly Priced[]): boolean {
  const asked = middle(peers.flatMap((peer) => peer.price ?? []));
  return price !== undefined && asked !== undefined && !isBeyond(price / asked, SAME_PRICE_RATIO);
}

const isSound = (ratio: number | undefined): boolean =>
  ratio !== undefined && !isBeyond(ratio, DOUBTFUL_RATIO);

function middle(figures: readonly number[]): number | undefined {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
