import { type Observation, validateObservation } from '../../src/ingest/observation.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import {
  createAdvert,
  generateAdverts,
  generateOffers,
  type WorldAdvert,
  type WorldOffer,
} from '../../src/world/adverts.ts';
import { buildPayload } from '../../src/world/payload.ts';
import { createRandom } from '../../src/world/random.ts';
import { generateSites } from '../../src/world/sites.ts';
import { pickSellerHabits, type SellerHabits } from './habits.ts';
import { type SellerPrice, simulateSellerPrices } from './seller.ts';
import { type ShownPricePoint, simulateShownPrices } from './shown.ts';

/** An advert that went from one level of the seller's path to a later one, by more than rounding. */
export interface LevelStep {
  at: number;
  from: number;
  to: number;
}

/** What is true of a home. */
export interface TrueHome {
  path: readonly SellerPrice[];
  steps: LevelStep[];
}

/** One visit: what it found, and whether the price is one that the seller ever asked. */
export interface PriceVisit {
  at: number;
  url: string;
  price: number | undefined;
  isMisprint: boolean;
}

interface Planned extends PriceVisit {
  advert: WorldAdvert;
  publishedAt: number;
}

const MIN_STEP = 0.005;

/** Homes with a true price path each, and adverts that follow it as the habits of the world have it. Dates end yesterday. */
export class PricedWorld {
  readonly habits: SellerHabits;
  readonly homes = new Map<string, TrueHome>();
  readonly visits: Planned[] = [];
  readonly #homeOf = new Map<string, string>();
  readonly #seed: string;
  readonly #days: number;
  /** The first day, in milliseconds. */
  readonly beginning: number;

  constructor({ seed, properties, days }: { seed: string; properties: number; days: number }) {
    this.#seed = seed;
    this.#days = days;
    this.habits = pickSellerHabits(seed);
    this.beginning = Math.floor(Date.now() / DAY_MS - days - 2) * DAY_MS;
    for (const site of generateSites(seed, properties)) {
      const offers = Map.groupBy(generateOffers(seed, site), ({ home }) => home.id);
      for (const own of offers.values()) this.#addHome(own);
    }
    this.visits.sort((one, other) => one.at - other.at || (one.url < other.url ? -1 : 1));
  }

  homeOf(url: string): string | undefined {
    return this.#homeOf.get(url);
  }

  *days(): Generator<Observation[]> {
    for (const day of Map.groupBy(this.visits, ({ at }) => Math.floor(at / DAY_MS)).values())
      yield day.map((visit) => this.#observation(visit));
  }

  #momentAt(day: number): number {
    const at = this.habits.wholeDays ? Math.floor(day) : day;
    return this.beginning + Math.round(at * DAY_MS);
  }

  #addHome(offers: readonly WorldOffer[]): void {
    const [first] = offers;
    if (first === undefined) return;
    const { id, price } = first.home;
    const chance = createRandom(this.#seed, 'market', id);
    const start = chance.happens(0.4) ? chance.between(0, 2) : chance.between(0, this.#days * 0.8);
    const end = start + chance.between(30, 170);
    const path = simulateSellerPrices(this.habits, { id: `${this.#seed}/${id}`, price }, this.#days);
    const home: TrueHome = { path, steps: [] };
    this.homes.set(id, home);
    for (const shown of offers.flatMap((offer) => generateAdverts(this.#seed, offer))) {
      const from = start + (chance.happens(0.6) ? chance.between(0, 5) : chance.between(0, end - start));
      const to = chance.happens(0.2) ? chance.between(from, end) : end;
      if (to - from > 3) this.#addAdvert(home, shown, { from, to });
    }
  }

  #addAdvert(home: TrueHome, first: WorldAdvert, span: { from: number; to: number }): void {
    let before: ShownPricePoint | undefined;
    for (const { turn, shown, goneDay } of simulateShownPrices(
      this.habits,
      `${this.#seed}/${first.seed}`,
      home.path,
      span,
    )) {
      const own = turn === 0 ? first : createAdvert(this.#seed, first.offer, first.portal, turn);
      const seen = shown.filter(({ day }) => day < this.#days);
      const moments = seen.map(({ day }) => this.#momentAt(day));
      for (const [index, one] of seen.entries()) {
        const at = moments[index] ?? 0;
        // Of two prices of one moment the later is the one a visit finds.
        if (at === moments[index + 1]) continue;
        before = stepFrom(home, before, one, at);
        this.#visit(own, { at, price: one.price, isMisprint: one.level < 0, publishedAt: moments[0] ?? at });
      }
      if (seen.length > 0 && goneDay < this.#days)
        this.#visit(own, {
          at: this.#momentAt(goneDay),
          price: undefined,
          isMisprint: false,
          publishedAt: 0,
        });
    }
  }

  #visit(own: WorldAdvert, visit: Omit<Planned, 'advert' | 'url'>): void {
    this.#homeOf.set(own.url, own.offer.home.id);
    this.visits.push({ ...visit, advert: own, url: own.url });
  }

  #observation({ at, advert: own, price, publishedAt }: Planned): Observation {
    const visit = { source: own.portal.source, url: own.url, observedAt: new Date(at).toISOString() };
    if (price === undefined) return { ...visit, kind: 'expired', payload: null };
    const published = new Date(publishedAt).toISOString();
    const showing = { price, photos: true, edition: 0, publishedAt: published };
    const payload = buildPayload({ seed: this.#seed, noise: 1 }, own, showing);
    const judged = validateObservation({ ...visit, kind: 'seen', payload });
    if ('observation' in judged) return judged.observation;
    throw new Error(judged.reason);
  }
}

/** Misprints are passed over: a step is from one price of the seller to the next that the advert shows. */
function stepFrom(
  home: TrueHome,
  before: ShownPricePoint | undefined,
  shown: ShownPricePoint,
  at: number,
): ShownPricePoint | undefined {
  if (shown.level < 0) return before;
  if (before === undefined) return shown;
  if (shown.level > before.level && Math.abs(shown.price / before.price - 1) > MIN_STEP)
    home.steps.push({ at, from: before.level, to: shown.level });
  return shown.level === before.level ? before : shown;
}
