import type { Division } from '../../src/geo/division.ts';
import { france } from '../../src/geo/load/france.ts';
import { normaliseAdvertiser } from '../../src/identity/feature-parts.ts';
import { assessCoherence, type Median, UNASSESSED_TYPES } from '../../src/market/coherence.ts';
import { isAreaDoubtful } from '../../src/properties/consolidate/areas.ts';
import type { ListingState } from '../../src/properties/listing-state.ts';
import { isImpossiblePrice, toOffer } from '../../src/properties/price-verdicts.ts';

interface NotedListing {
  state: ListingState;
  /** Price per square metre, when it can be judged. */
  figure: number | undefined;
  kind: string;
  line: readonly Division[];
}

/** The price verdicts of a world, by the code that production judges with; only the medians are kept in memory and computed each day. */
export class Verdicts {
  readonly #listings = new Map<string, NotedListing>();
  readonly #verdicts = new Map<string, boolean | undefined>();
  readonly #lines = linesOfFrance();
  #touched = new Set<string>();

  note(state: ListingState): void {
    const offer = toOffer({ propertyId: '', state });
    const line = offer.placeIds.map((id) => this.#lines(id)).find((found) => found.length > 0) ?? [];
    const judged = !(UNASSESSED_TYPES as ReadonlySet<string>).has(offer.propertyType ?? 'LAND');
    const figure = judged && line.length > 0 ? offer.pricePerArea : undefined;
    const kind = `${offer.transactionType} ${offer.propertyType}`;
    this.#listings.set(state.id, { state, figure, kind, line });
    this.#touched.add(state.id);
  }

  endDay(partition: ReadonlyMap<string, string>): void {
    const properties = new Set([...this.#touched].map((id) => partition.get(id)));
    this.#judge(partition, (property) => properties.has(property));
    this.#touched = new Set();
  }

  /** Properties with a live listing follow the market; the others keep the verdict they left with. */
  final(partition: ReadonlyMap<string, string>): Map<string, boolean | undefined> {
    const live = new Set(
      [...this.#listings].flatMap(([id, { state }]) =>
        state.expiredAt === undefined ? [partition.get(id)] : [],
      ),
    );
    this.#judge(partition, (property) => live.has(property));
    return this.#verdicts;
  }

  #judge(partition: ReadonlyMap<string, string>, wanted: (property: string | undefined) => boolean): void {
    const medians = this.#medians();
    const ids = [...this.#listings.keys()].filter((id) => wanted(partition.get(id)));
    for (const own of Map.groupBy(ids, (id) => partition.get(id)).values()) {
      const listings = own.flatMap((id) => this.#listings.get(id) ?? []);
      const coherence = assessCoherence(
        listings.map(({ state, figure, kind, line }) => ({
          pricePerArea: figure,
          price: state.claims.pricing?.displayed,
          isImpossible: isImpossiblePrice(state.claims),
          isAreaDoubted: () => isAreaDoubtful(state.claims),
          advertiser:
            normaliseAdvertiser(state.publisher).agency ?? normaliseAdvertiser(state.publisher).phone,
          medians: line.flatMap(({ id, type }) => {
            const median = medians.get(`${kind} ${id}`);
            return median === undefined ? [] : [{ ...median, type }];
          }),
        })),
      );
      for (const [at, { state }] of listings.entries()) this.#verdicts.set(state.id, coherence[at]);
    }
  }

  #medians(): Map<string, Median> {
    const figures = new Map<string, number[]>();
    for (const { state, figure, kind, line } of this.#listings.values()) {
      if (state.expiredAt !== undefined || figure === undefined) continue;
      for (const { id } of line) {
        const known = figures.get(`${kind} ${id}`);
        if (known === undefined) figures.set(`${kind} ${id}`, [figure]);
        else known.push(figure);
      }
    }
    return new Map(
      [...figures].map(([key, all]) => [key, { median: computeMiddle(all), samples: all.length }]),
    );
  }
}

export function computeMiddle(figures: readonly number[]): number {
  const sorted = Float64Array.from(figures).sort();
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
}

/** Every division above a place but the country, the place itself first. */
export function linesOfFrance(): (id: string) => Division[] {
  const divisions = new Map(france.read().divisions.map((division) => [division.id, division]));
  return (id) => {
    const line: Division[] = [];
    for (
      let at = divisions.get(id);
      at !== undefined && at.type !== 'COUNTRY';
      at = divisions.get(at.parentId ?? '')
    )
      line.push(at);
    return line;
  };
}
