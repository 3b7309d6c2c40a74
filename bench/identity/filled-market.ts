import type { Truth, WorldDay } from '../../src/world/generate.ts';
import { openRateWorld } from '../ingest/adverts.ts';
import type { JudgedWorld } from './run-world.ts';

/**
 * Adverts as a first fill brings them: those of one world after the other, in the same towns, each as it was first seen. Towns
 * grow denser than those of one world.
 */
export class FilledMarket implements JudgedWorld {
  readonly #listings: number;
  readonly #truth = new Map<string, Truth>();

  constructor(listings: number) {
    this.#listings = listings;
  }

  *days(): Generator<WorldDay> {
    let day = 0;
    for (let number = 1; this.#truth.size < this.#listings; number += 1) {
      const world = openRateWorld(number);
      for (const { observations } of world.days()) {
        const first = observations.filter(({ url }) => !this.#truth.has(url));
        for (const one of world.truth())
          if (!this.#truth.has(one.url))
            this.#truth.set(one.url, { ...one, propertyId: `${number}/${one.propertyId}` });
        const seen = new Map(first.map((one) => [one.url, one] as const).reverse());
        yield { day: day++, observations: [...seen.values()].reverse() };
        if (this.#truth.size >= this.#listings) break;
      }
    }
  }

  truth(): Iterable<Truth> {
    return this.#truth.values();
  }

  homeOf(url: string): string | undefined {
    return this.#truth.get(url)?.propertyId;
  }
}
