import type { Observation } from '../ingest/observation.ts';
import { offersOf } from './adverts.ts';
import { lifeOf, type Moment } from './life.ts';
import { type Made, payloadOf } from './payload.ts';
import { chanceOf } from './random.ts';
import { sites } from './sites.ts';

export interface WorldOptions {
  seed: string;
  properties: number;
  days: number;
  /** Days between two visits of an advert that did not change; 0 leaves such visits out. */
  revisitDays?: number;
  /** How dirty the statements are; 1 is the usual. */
  noise?: number;
  /** Buildings of look-alikes among a hundred sites. */
  lookAlikes?: number;
  /** Where photos are to be found; left out, at addresses that lead nowhere. */
  photoAddress?: Made['photoAddress'];
}

/** What is true of one advert, whatever it says. */
export interface Truth {
  url: string;
  propertyId: string;
  /** Of the price it showed last. */
  priceCoherent: boolean;
  /** One of several homes of a building or programme that resemble each other. */
  lookAlike: boolean;
  publisher: string;
}

export interface WorldDay {
  day: number;
  observations: Observation[];
}

const BEGINNING = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const momentAt = (day: number): string => new Date(BEGINNING + Math.round(day * DAY_MS)).toISOString();

export class World {
  readonly #made: Made;
  readonly #days: Moment[][];
  readonly #truth = new Map<string, Truth>();

  constructor({
    seed,
    properties,
    days,
    revisitDays = 0,
    noise = 1,
    lookAlikes,
    photoAddress,
  }: WorldOptions) {
    this.#made = { seed, noise, photoAddress };
    this.#days = Array.from({ length: days }, () => []);
    for (const site of sites(seed, properties, lookAlikes)) {
      for (const offer of offersOf(seed, site)) {
        const moments = lifeOf(this.#made, offer, days);
        for (const moment of revisited(this.#made, moments, revisitDays))
          this.#days[Math.floor(moment.at)]?.push(moment);
      }
    }
  }

  /** Day after day, each in the order of time. A payload is made when it is asked for, so memory holds no text. */
  *days(): Generator<WorldDay> {
    for (const [day, moments] of this.#days.entries()) {
      moments.sort((one, other) => one.at - other.at || (one.advert.url < other.advert.url ? -1 : 1));
      yield { day, observations: moments.map((moment) => this.#observation(moment)) };
    }
  }

  /** Of every advert that was seen; complete once the days have passed. */
  truth(): Iterable<Truth> {
    return this.#truth.values();
  }

  /** The home of an advert that was seen by now. */
  homeOf(url: string): string | undefined {
    return this.#truth.get(url)?.propertyId;
  }

  #observation(moment: Moment): Observation {
    const { advert } = moment;
    const visit = { source: advert.portal.source, url: advert.url, observedAt: momentAt(moment.at) };
    if (moment.kind === 'expired') return { ...visit, kind: 'expired', payload: null };
    const { home, agency, ownerPhone } = advert.offer;
    this.#truth.set(advert.url, {
      url: advert.url,
      propertyId: home.id,
      priceCoherent: moment.coherent,
      lookAlike: home.lookAlike,
      publisher: agency?.key ?? ownerPhone,
    });
    const payload = payloadOf(this.#made, advert, {
      ...moment,
      publishedAt: momentAt(moment.published),
    });
    return { ...visit, kind: 'seen', payload };
  }
}

/** Visits that find nothing new, between the moments of each advert. */
function revisited({ seed }: Made, moments: Moment[], revisitDays: number): Moment[] {
  if (revisitDays <= 0) return moments;
  const visits = [...Map.groupBy(moments, ({ advert }) => advert.url)].flatMap(([url, own]) => {
    const chance = chanceOf(seed, 'visits', url);
    return own.flatMap((moment, index) => {
      const until = own[index + 1]?.at;
      if (moment.kind === 'expired' || until === undefined) return [];
      const between: Moment[] = [];
      for (
        let at = moment.at + revisitDays * chance.between(0.5, 1.5);
        at < until;
        at += revisitDays * chance.between(0.5, 1.5)
      )
        between.push({ ...moment, at });
      return between;
    });
  });
  return [...moments, ...visits];
}
