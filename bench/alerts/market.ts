import { type AlertRule, DEFAULT_RULES } from '../../src/alerts/derive-events.ts';
import type { Db } from '../../src/db/sql.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Claims, ListingState } from '../../src/properties/listing-state.ts';
import { record } from '../../src/properties/record.ts';
import type { RandomSource } from '../../src/world/random.ts';
import { madeListing, revisited } from '../../test/fixtures/listing-states.ts';

/** Towns of the generated market; each home is in one of them. */
const TOWNS = 2_000;

const town = (chance: RandomSource): string => `T${chance.whole(1, TOWNS)}`;

export function homeClaims(chance: RandomSource): Claims {
  const code = town(chance);
  const price = chance.whole(60, 900) * 1000;
  return {
    propertyType: chance.happens(0.7) ? 'FLAT' : 'HOUSE',
    transaction: { type: 'SELL' },
    pricing: { displayed: price, currency: 'EUR' },
    unit: { rooms: chance.whole(1, 6) },
    location: {
      city: {
        id: cityId(code),
        name: code,
        type: 'MUNICIPALITY',
        uniqueCode: code,
        iri: '',
        postalCodes: [],
      },
    },
  } as Claims;
}

const cityId = (code: string): string => `00000000-0000-4000-8000-${code.slice(1).padStart(12, '0')}`;

/** A search in one to three towns under a price. */
export const randomCriteriaJson = (chance: RandomSource): object => ({
  property: {
    locations: {
      in: { uniqueCodes: [...new Set(Array.from({ length: chance.whole(1, 3) }, () => town(chance)))] },
    },
    pricing: { displayed: { lte: chance.whole(100, 900) * 1000 } },
    ...(chance.happens(0.5) && { type: { in: ['FLAT'] } }),
    ...(chance.happens(0.5) && { unit: { rooms: { gte: chance.whole(1, 4) } } }),
  },
});

/** Typical rules: all new matches, some price changes. */
export const randomRules = (chance: RandomSource): readonly AlertRule[] =>
  chance.happens(0.4) ? [...DEFAULT_RULES, { eventType: 'PRICE_CHANGE', scope: 'PROPERTY' }] : DEFAULT_RULES;

/** Shares of the changes; the rest are other words in an advert. */
const NEW = 0.3;
const PRICES = 0.4;

/** Homes that arrive, and whose adverts change. */
export class HomeMarket {
  readonly #chance: RandomSource;
  readonly #listings: ListingState[] = [];

  constructor(chance: RandomSource) {
    this.#chance = chance;
  }

  /** One change of the market: a new home, another price, other words. */
  async change(db: Db, now: Date): Promise<void> {
    const isNew = this.#listings.length === 0 || this.#chance.happens(NEW);
    const state = isNew ? this.#newHome(now) : this.#changed(now);
    await record(db, { listings: [{ state, ...(isNew && { propertyId: newId(now) }) }] }, now);
    this.#listings.push(state);
  }

  #newHome(now: Date): ListingState {
    return madeListing(homeClaims(this.#chance), { createdAt: now, updatedAt: now, lastSeenAt: now });
  }

  /** Removed until it is recorded, so that nobody changes it at the same time. */
  #changed(now: Date): ListingState {
    const at = this.#chance.whole(0, this.#listings.length - 1);
    const [known = this.#newHome(now)] = this.#listings.splice(at, 1);
    const price = { displayed: this.#chance.whole(60, 900) * 1000, currency: 'EUR' } as const;
    const words = { description: `Seen again on ${now.toISOString()}` };
    const isPrice = this.#chance.happens(PRICES / (1 - NEW));
    return revisited(known, now, isPrice ? { pricing: price } : { body: words });
  }
}
