import type { Db } from '../db/sql.ts';
import { type LocalMedian, UNASSESSED_TYPES } from './coherence.ts';
import {
  kindKey,
  type LineageDivision,
  loadLineages,
  type MarketSample,
  putSamples,
  retireSamples,
} from './store.ts';

/** A listing as the market sees it. */
export interface MarketOffer {
  listingId: string;
  propertyId: string;
  live: boolean;
  transactionType: string | undefined;
  propertyType: string | undefined;
  /** In currency per square metre. */
  pricePerArea: number | undefined;
  /** Its divisions, the finest first, as far as the listing states them. */
  placeIds: readonly string[];
}

/** An offer with its market: all its divisions and their medians. */
export interface SurveyedOffer {
  offer: MarketOffer;
  isComparable: boolean;
  lineage: LineageDivision[];
  /** The finest division first. */
  medians: LocalMedian[];
}

/** Without an area of its own it may still be assessed by that of its property. */
const isAssessed = (offer: MarketOffer): boolean =>
  offer.transactionType !== undefined &&
  offer.propertyType !== undefined &&
  !(UNASSESSED_TYPES as ReadonlySet<string>).has(offer.propertyType) &&
  offer.placeIds.length > 0;

/** Returns the market of one of the loaded offers. */
export type MarketLookup = (offer: MarketOffer) => SurveyedOffer;

/** Loads the market of these offers: two reads for all of them. */
export async function loadMarket(db: Db, offers: readonly MarketOffer[]): Promise<MarketLookup> {
  const placeIds = new Set(offers.filter(isAssessed).flatMap((offer) => offer.placeIds));
  const lines =
    placeIds.size === 0 ? new Map<string, LineageDivision[]>() : await loadLineages(db, [...placeIds]);
  return (offer) => {
    const line = isAssessed(offer) ? lineageOf(offer, lines) : [];
    const { transactionType = '', propertyType = '' } = offer;
    const kind = kindKey({ transactionType, propertyType });
    return {
      offer,
      isComparable: line.length > 0 && (offer.pricePerArea ?? 0) > 0,
      lineage: line,
      medians: line.flatMap(({ type, medians }) => {
        const median = medians[kind];
        return median === undefined ? [] : [{ ...median, type }];
      }),
    };
  };
}

/** From the finest place that is a known division. */
const lineageOf = (
  { placeIds }: MarketOffer,
  lines: ReadonlyMap<string, LineageDivision[]>,
): LineageDivision[] => placeIds.map((id) => lines.get(id)).find((line) => line !== undefined) ?? [];

/** Records offers that arrived, changed or left, for the medians. */
export async function recordOffers(db: Db, surveyed: readonly SurveyedOffer[], now: Date): Promise<void> {
  const samples = surveyed.flatMap((one) => toSample(one) ?? []);
  const sampled = new Set(samples.map(({ listingId }) => listingId));
  const retired = surveyed.map(({ offer }) => offer.listingId).filter((id) => !sampled.has(id));
  if (samples.length > 0) await putSamples(db, samples, now);
  if (retired.length > 0) await retireSamples(db, retired, now);
}

function toSample({ offer, isComparable, lineage }: SurveyedOffer): MarketSample | undefined {
  const { live, pricePerArea, transactionType, propertyType, listingId, propertyId } = offer;
  if (!live || !isComparable || pricePerArea === undefined) return undefined;
  if (transactionType === undefined || propertyType === undefined) return undefined;
  const region = lineage.find(({ type }) => type === 'ADMINISTRATIVE_REGION');
  const below = lineage.filter((division) => division !== region).map(({ id }) => id);
  const subregionId = below.at(-1);
  if (subregionId === undefined) return undefined;
  return {
    listingId,
    propertyId,
    transactionType,
    propertyType,
    pricePerArea,
    regionId: region?.id ?? null,
    subregionId,
    placeIds: below.slice(0, -1),
  };
}
