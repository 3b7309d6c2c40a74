import type { Word } from '../catalogue/vocabularies.ts';

/** A price per square metre this many times above or below the local median is a misprint, not a bargain. */
export const INCOHERENT_RATIO = 3;
/** Beyond this ratio a price is a misprint when the other listings of the property disagree with it by more than PEER_RATIO. */
export const DOUBTFUL_RATIO = 2;
export const PEER_RATIO = 2;
/** Fees and discounts leave the prices of one home within this ratio. */
export const SAME_PRICE_RATIO = 1.25;
/** Two advertisers do not make the same mistake: what both ask is intended, unless no home is sold for it. */
export const IMPOSSIBLE_RATIO = 10;
/** One advertiser rarely makes the same mistake twice; but one system may feed several portals. */
export const REPEATED_RATIO = 5;
/**
 * A department mixes cheap and expensive towns, a region more so: there a misprint must deviate more by this
 * factor.
 */
export const COARSE_LEVELS: Readonly<Record<string, number>> = {
  ADMINISTRATIVE_SUBREGION: 4 / 3,
  ADMINISTRATIVE_REGION: 2,
};
/**
 * How many sound listings of the property must disagree with a price that is two to three times off in a
 * department or region.
 */
export const COARSE_PEERS = 2;
/** With so many live listings the median is that of the market. */
export const MIN_MARKET_SAMPLES = 30;
/**
 * Where no division has as many, the median of this few counts, but a price must be further off: the median of eight
 * prices spread by a factor of 1.6 lies within 1.4 of the market's in 95 of 100 draws.
 */
export const MIN_SMALL_MARKET_SAMPLES = 8;
export const SMALL_MARKET_RATIO = 5;
/** So many times off the middle price of the other listings of its property, a price needs no market. */
export const SIBLING_RATIO = 4;
/** One other listing does not say which of the two is wrong. */
export const MIN_SIBLINGS = 2;
/** So few listings of a town still show that a price is usual there, though not that it is wrong. */
export const MIN_FEW_SAMPLES = 3;

/** Priced by building rights, by the space or by the rent roll: the price per square metre says nothing. */
export const UNASSESSED_TYPES: ReadonlySet<Word<'propertyType'>> = new Set(['LAND', 'PARKING', 'BUILDING']);

export interface Median {
  median: number;
  samples: number;
}

/** A median with the type of its division. */
export interface LocalMedian extends Median {
  type?: string;
}

/** The input of the verdict from one listing. */
export interface PricedListing {
  /** By its own area; undefined without a price or an area, or when its type is not assessed. */
  pricePerArea: number | undefined;
  /** The price itself: when the peers in the property ask the same, the area is the misprint. */
  price?: number | undefined;
  /** The advertiser, when known. */
  advertiser?: string | undefined;
  /** The medians of its divisions, the finest first; empty when its type is not assessed. */
  medians: readonly LocalMedian[];
  /** Whether no home is sold or let at this price anywhere. */
  isImpossible?: boolean | undefined;
  /** Whether the description contradicts the area; evaluated only for a price that would be hidden. */
  isAreaDoubted?: (() => boolean) | undefined;
}

/**
 * Price per square metre against the local median: as it is, and reduced towards 1 where the division mixes towns.
 */
interface Ratio {
  plain: number;
  slack: number;
  isCoarse: boolean;
  isSmallMarket: boolean;
}

const isMarket = ({ samples, median }: Median): boolean => samples >= MIN_MARKET_SAMPLES && median > 0;

const isSmallMarket = ({ samples, median }: Median): boolean =>
  samples >= MIN_SMALL_MARKET_SAMPLES && median > 0;

/** By the finest division with enough samples, else by the finest with some; undefined when there is none. */
function ratioOf({ medians }: PricedListing, pricePerArea: number | undefined): Ratio | undefined {
  const market = medians.find(isMarket);
  const local = market ?? medians.find(isSmallMarket);
  if (pricePerArea === undefined || local === undefined) return undefined;
  const plain = pricePerArea / local.median;
  const slack = COARSE_LEVELS[local.type ?? ''] ?? 1;
  return {
    plain,
    slack: plain > 1 ? Math.max(1, plain / slack) : Math.min(1, plain * slack),
    isCoarse: slack > 1,
    isSmallMarket: market === undefined,
  };
}

const isBeyond = (ratio: number, bound: number): boolean => ratio > bound || ratio < 1 / bound;

/** Why a price is shown, hidden or not assessed. */
export const priceReasons = [
  'impossible price',
  'far from the other listings',
  'far from the market',
  'far from a small market',
  'within the market',
  'confirmed by other listings',
  'usual elsewhere',
  'area doubted',
  'no comparables',
] as const;

export type PriceReason = (typeof priceReasons)[number];

/** `coherent` is undefined when unknown. */
export interface PriceVerdict {
  coherent: boolean | undefined;
  reason: PriceReason;
}

/** The verdict on each listing of one property, in their order; undefined when unknown. */
export const assessCoherence = (listings: readonly PricedListing[]): (boolean | undefined)[] =>
  judgePrices(listings).map(({ coherent }) => coherent);

/** Conservative: what is not clearly wrong is coherent. */
export function judgePrices(listings: readonly PricedListing[]): PriceVerdict[] {
  const figures = listings.map((_, at) => peerPricePerArea(listings, at));
  const ratios = listings.map((listing, at) => ratioOf(listing, figures[at]));
  return ratios.map((ratio, at): PriceVerdict => {
    const [own, listing] = [figures[at], listings[at]];
    if (listing?.isImpossible === true) return { coherent: false, reason: 'impossible price' };
    if (contradictsSiblings(listings, at)) return { coherent: false, reason: 'far from the other listings' };
    if (ratio === undefined || own === undefined) return { coherent: undefined, reason: 'no comparables' };
    if (ratio.isSmallMarket) return judgeInSmallMarket(ratio, listing);
    if (!isBeyond(ratio.plain, DOUBTFUL_RATIO)) return { coherent: true, reason: 'within the market' };
    return judgeDoubtful({ listings, figures, ratios, at, own, ratio });
  });
}

interface DoubtfulPrice {
  listings: readonly PricedListing[];
  figures: readonly (number | undefined)[];
  ratios: readonly (Ratio | undefined)[];
  at: number;
  own: number;
  ratio: Ratio;
}

/** A price beyond DOUBTFUL_RATIO: other listings may confirm it, or show that it is wrong. */
function judgeDoubtful({ listings, figures, ratios, at, own, ratio }: DoubtfulPrice): PriceVerdict {
  const listing = listings[at];
  const isPeer = (other: number): boolean => other !== at && isSound(ratios[other]);
  const sound = listings.filter((_, other) => isPeer(other));
  if (
    isPriceOf(listing?.price, sound) ||
    (!isBeyond(ratio.slack, IMPOSSIBLE_RATIO) && isAskedByAnother(listings, at, sound)) ||
    (!isBeyond(ratio.slack, REPEATED_RATIO) && isAskedAgain(listings, at))
  )
    return { coherent: true, reason: 'confirmed by other listings' };
  const isFar = isBeyond(ratio.slack, INCOHERENT_RATIO);
  const isOff = isFar && !isUsualElsewhere(listings, at, own);
  const peers = figures.flatMap((figure, other) => (figure !== undefined && isPeer(other) ? [figure] : []));
  const enough = ratio.isCoarse && !isBeyond(ratio.plain, INCOHERENT_RATIO) ? COARSE_PEERS : 1;
  const majority = peers.length < enough ? undefined : medianOf(peers);
  const isOdd = majority !== undefined && isBeyond(own / majority, PEER_RATIO);
  if (!isOff && !isOdd) return { coherent: true, reason: isFar ? 'usual elsewhere' : 'within the market' };
  if (listing?.isAreaDoubted?.() === true) return { coherent: undefined, reason: 'area doubted' };
  return { coherent: false, reason: isOff ? 'far from the market' : 'far from the other listings' };
}

/** Conservative: what is within the bound stays undetermined, as the median itself is uncertain. */
function judgeInSmallMarket({ slack }: Ratio, listing: PricedListing | undefined): PriceVerdict {
  if (!isBeyond(slack, SMALL_MARKET_RATIO)) return { coherent: undefined, reason: 'no comparables' };
  if (listing?.isAreaDoubted?.() === true) return { coherent: undefined, reason: 'area doubted' };
  return { coherent: false, reason: 'far from a small market' };
}

/** Whether the other listings of the property agree on a price that is far from this one. */
function contradictsSiblings(listings: readonly PricedListing[], at: number): boolean {
  const price = listings[at]?.price;
  const others = listings.flatMap((other, index) =>
    index === at || other.price === undefined || other.isImpossible === true ? [] : [other.price],
  );
  const asked = others.length < MIN_SIBLINGS ? undefined : medianOf(others);
  if (price === undefined || asked === undefined || !isBeyond(price / asked, SIBLING_RATIO)) return false;
  const agreeing = others.filter((other) => !isBeyond(other / asked, SAME_PRICE_RATIO)).length;
  return agreeing >= MIN_SIBLINGS && agreeing * 3 >= others.length * 2;
}

/**
 * Whether the price is usual in another division than the market used. In a finer one, few listings suffice,
 * because the median of a department is that of its largest towns; listings of the same property do not count. In
 * the department or region, because a listing that no other confirms may name the wrong town.
 */
function isUsualElsewhere(listings: readonly PricedListing[], at: number, own: number): boolean {
  const medians = listings[at]?.medians ?? [];
  const market = medians.findIndex(isMarket);
  return medians.some((local, level) => {
    const isWider = level > market && (local.type ?? '') in COARSE_LEVELS;
    const isWitness = level < market ? hasFewSamples(local, listings.length) : isWider && isMarket(local);
    return isWitness && !isBeyond(own / local.median, INCOHERENT_RATIO);
  });
}

const hasFewSamples = ({ median, samples }: Median, own: number): boolean =>
  samples >= MIN_FEW_SAMPLES && samples > own * 2 && median > 0;

/** Price per square metre; for a listing without an area, by the area of the other listings of the property. */
function peerPricePerArea(listings: readonly PricedListing[], at: number): number | undefined {
  const { pricePerArea, price } = listings[at] ?? {};
  if (pricePerArea !== undefined || price === undefined) return pricePerArea;
  const area = medianOf(
    listings.flatMap((other) =>
      other.price !== undefined && (other.pricePerArea ?? 0) > 0
        ? [other.price / (other.pricePerArea ?? 1)]
        : [],
    ),
  );
  return area === undefined ? undefined : price / area;
}

/** Unless as many others who ask a usual price contradict it. */
function isAskedByAnother(
  listings: readonly PricedListing[],
  at: number,
  peers: readonly PricedListing[],
): boolean {
  const own = listings[at]?.advertiser;
  if (own === undefined) return false;
  const asking = advertisersOf(listings.filter((other) => asksTheSame(listings[at], other)));
  return asking.size > 1 && advertisersOf(peers).size < asking.size;
}

const advertisersOf = (listings: readonly PricedListing[]): Set<string> =>
  new Set(listings.flatMap(({ advertiser }) => advertiser ?? []));

const isAskedAgain = (listings: readonly PricedListing[], at: number): boolean =>
  listings.some((other, index) => index !== at && asksTheSame(listings[at], other));

const asksTheSame = (one: PricedListing | undefined, other: PricedListing): boolean =>
  one?.price !== undefined &&
  other.price !== undefined &&
  !isBeyond(other.price / one.price, SAME_PRICE_RATIO);

/** Whether sound listings of the same property ask about as much. */
function isPriceOf(price: number | undefined, peers: readonly PricedListing[]): boolean {
  const medianPrice = medianOf(peers.flatMap((peer) => peer.price ?? []));
  return price !== undefined && medianPrice !== undefined && !isBeyond(price / medianPrice, SAME_PRICE_RATIO);
}

const isSound = (ratio: Ratio | undefined): boolean =>
  ratio !== undefined && !isBeyond(ratio.slack, DOUBTFUL_RATIO);

function medianOf(figures: readonly number[]): number | undefined {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}
