import type { Db } from '../db/sql.ts';
import { type LocalMedian, UNJUDGED_TYPES } from './coherence.ts';
import { kindKey, linesAbove, putSamples, retireSamples, type Sample, type Step } from './store.ts';

/** A listing as it is offered, told by whoever records it. */
export interface Offer {
  listingId: string;
  propertyId: string;
  live: boolean;
  transactionType: string | undefined;
  propertyType: string | undefined;
  /** In currency per square metre. */
  pricePerArea: number | undefined;
  /** The divisions it is in, the finest first, as far as the listing tells them. */
  placeIds: readonly string[];
}

/** An offer with its market: the whole line of divisions and what is usual there. */
export interface Surveyed {
  offer: Offer;
  isComparable: boolean;
  line: Step[];
  /** The finest division first. */
  medians: LocalMedian[];
}

/** Without an area of its own it may still be judged by that of its property. */
const isJudged = (offer: Offer): boolean =>
  offer.transactionType !== undefined &&
  offer.propertyType !== undefined &&
  !(UNJUDGED_TYPES as ReadonlySet<string>).has(offer.propertyType) &&
  offer.placeIds.length > 0;

/** Surveys an offer of those it was made for. */
export type Market = (offer: Offer) => Surveyed;

/** The market around these offers, read at once. */
export async function marketOf(db: Db, offers: readonly Offer[]): Promise<Market> {
  const placeIds = new Set(offers.filter(isJudged).flatMap((offer) => offer.placeIds));
  const lines = placeIds.size === 0 ? new Map<string, Step[]>() : await linesAbove(db, [...placeIds]);
  return (offer) => {
    const line = isJudged(offer) ? lineOf(offer, lines) : [];
    const { transactionType = '', propertyType = '' } = offer;
    const kind = kindKey({ transactionType, propertyType });
    return {
      offer,
      isComparable: line.length > 0 && (offer.pricePerArea ?? 0) > 0,
      line,
      medians: line.flatMap(({ type, medians }) => {
        const median = medians[kind];
        return median === undefined ? [] : [{ ...median, type }];
      }),
    };
  };
}

/** From the finest place that is a division of ours. */
const lineOf = ({ placeIds }: Offer, lines: ReadonlyMap<string, Step[]>): Step[] =>
  placeIds.map((id) => lines.get(id)).find((line) => line !== undefined) ?? [];

/** Lets the medians know of offers that came, changed or left. */
export async function noteOffers(db: Db, surveyed: readonly Surveyed[], now: Date): Promise<void> {
  const samples = surveyed.flatMap((one) => sampleOf(one) ?? []);
  const sampled = new Set(samples.map(({ listingId }) => listingId));
  const retired = surveyed.map(({ offer }) => offer.listingId).filter((id) => !sampled.has(id));
  if (samples.length > 0) await putSamples(db, samples, now);
  if (retired.length > 0) await retireSamples(db, retired, now);
}

function sampleOf({ offer, isComparable, line }: Surveyed): Sample | undefined {
  const { live, pricePerArea, transactionType, propertyType, listingId, propertyId } = offer;
  if (!live || !isComparable || pricePerArea === undefined) return undefined;
  if (transactionType === undefined || propertyType === undefined) return undefined;
  const region = line.find(({ type }) => type === 'ADMINISTRATIVE_REGION');
  const below = line.filter((division) => division !== region).map(({ id }) => id);
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
