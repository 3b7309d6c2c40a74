import type { Division } from '../../src/geo/division.ts';
import { type Median, UNASSESSED_TYPES } from '../../src/market/coherence.ts';
import type { MarketLookup, MarketOffer } from '../../src/market/market.ts';
import type { ListingRecord } from '../../src/properties/listing-rows.ts';
import { toOffer } from '../../src/properties/price-verdicts.ts';
import { computeMiddle, linesOfFrance } from '../identity/verdicts.ts';

/** Medians in memory, as of the last refresh. */
export class MemoryMarket {
  readonly #lines = linesOfFrance();
  #medians = new Map<string, Median>();

  readonly lookup: MarketLookup = (offer) => {
    const line = this.#lineOf(offer);
    const medians = line.flatMap(({ id, type }) => {
      const median = this.#medians.get(keyOf(offer, id));
      return median === undefined ? [] : [{ ...median, type }];
    });
    return { offer, isComparable: line.length > 0 && (offer.pricePerArea ?? 0) > 0, lineage: [], medians };
  };

  refresh(listings: readonly Pick<ListingRecord, 'propertyId' | 'state'>[]): void {
    const figures = new Map<string, number[]>();
    for (const offer of listings.map(toOffer)) {
      if (!offer.live || offer.pricePerArea === undefined) continue;
      for (const { id } of this.#lineOf(offer)) {
        const key = keyOf(offer, id);
        figures.set(key, [...(figures.get(key) ?? []), offer.pricePerArea]);
      }
    }
    this.#medians = new Map(
      [...figures].map(([key, all]) => [key, { median: computeMiddle(all), samples: all.length }]),
    );
  }

  #lineOf({ propertyType, placeIds }: MarketOffer): readonly Division[] {
    if ((UNASSESSED_TYPES as ReadonlySet<string>).has(propertyType ?? 'LAND')) return [];
    return placeIds.map((id) => this.#lines(id)).find((found) => found.length > 0) ?? [];
  }
}

const keyOf = ({ transactionType, propertyType }: MarketOffer, placeId: string): string =>
  `${transactionType} ${propertyType} ${placeId}`;
