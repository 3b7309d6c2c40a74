import type { Observation } from '../ingest/observation.ts';
import { DAY_MS } from '../lib/durations.ts';
import { generateOffers } from './adverts.ts';
import { type LifeEvent, simulateLife } from './life.ts';
import { buildPayload, type WorldSettings } from './payload.ts';
import { createRandom } from './random.ts';
import { generateSites, type SiteOptions } from './sites.ts';

export interface WorldOptions extends SiteOptions {
  seed: string;
  properties: number;
  days: number;
  /** Days between two observations of an unchanged advert; 0 omits them. */
  revisitDays?: number;
  /** The noise of the statements; 1 is normal. */
  noise?: number;
  /** The URLs of photos; by default they lead nowhere. */
  photoUrl?: WorldSettings['photoUrl'];
}

/** The truth about one advert, whatever it states. */
export interface Truth {
  url: string;
  propertyId: string;
  /** Of its last price. */
  priceCoherent: boolean;
  /** One of several similar homes of a building or programme. */
  lookAlike: boolean;
  publisher: string;
}

export interface WorldDay {
  day: number;
  observations: Observation[];
}

/** Some milliseconds of work on a quiet machine. */
const SLICE_HOMES = 25;
const SLICE_OBSERVATIONS = 50;

const WORLD_START_MS = Date.UTC(2026, 0, 1);
const momentAt = (day: number): string => new Date(WORLD_START_MS + Math.round(day * DAY_MS)).toISOString();

export class World {
  readonly #options: WorldOptions;
  readonly #settings: WorldSettings;
  readonly #days: LifeEvent[][];
  #isSimulated = false;
  readonly #truth = new Map<string, Truth>();

  constructor(options: WorldOptions) {
    const { seed, days, noise = 1, photoUrl } = options;
    this.#options = options;
    this.#settings = { seed, noise, photoUrl };
    this.#days = Array.from({ length: days }, () => []);
  }

  /** Day by day, each in order of time. A payload is built on demand, so that no text is in memory. */
  *days(): Generator<WorldDay> {
    for (const step of this.steps()) if (step !== undefined) yield step;
  }

  /**
   * The same days, in slices of some milliseconds: undefined is a pause. A process that serves requests would be blocked for seconds
   * by the lives of 5,000 homes, and on a busy machine its database queries would time out.
   */
  *steps(): Generator<WorldDay | undefined> {
    if (!this.#isSimulated) yield* this.#simulate();
    this.#isSimulated = true;
    for (const [day, moments] of this.#days.entries()) {
      moments.sort((one, other) => one.at - other.at || (one.advert.url < other.advert.url ? -1 : 1));
      const observations: Observation[] = [];
      for (const moment of moments) {
        observations.push(this.#observation(moment));
        if (observations.length % SLICE_OBSERVATIONS === 0) yield undefined;
      }
      yield { day, observations };
    }
  }

  *#simulate(): Generator<undefined> {
    const { seed, properties, days, revisitDays = 0 } = this.#options;
    let homes = 0;
    for (const site of generateSites(seed, properties, this.#options)) {
      for (const offer of generateOffers(seed, site)) {
        const moments = simulateLife(this.#settings, offer, days);
        for (const moment of addRevisits(this.#settings, moments, revisitDays))
          this.#days[Math.floor(moment.at)]?.push(moment);
        homes += 1;
        if (homes % SLICE_HOMES === 0) yield undefined;
      }
    }
  }

  /** Of every advert that was seen; complete once the days are over. */
  truth(): Iterable<Truth> {
    return this.#truth.values();
  }

  /** The home of an advert that was seen by now. */
  homeOf(url: string): string | undefined {
    return this.#truth.get(url)?.propertyId;
  }

  #observation(moment: LifeEvent): Observation {
    const { advert } = moment;
    const observation = { source: advert.portal.source, url: advert.url, observedAt: momentAt(moment.at) };
    if (moment.kind === 'expired') return { ...observation, kind: 'expired', payload: null };
    const { home, agency, ownerPhone } = advert.offer;
    this.#truth.set(advert.url, {
      url: advert.url,
      propertyId: home.id,
      priceCoherent: moment.coherent,
      lookAlike: home.lookAlike,
      publisher: agency?.key ?? ownerPhone,
    });
    const payload = buildPayload(this.#settings, advert, {
      ...moment,
      publishedAt: momentAt(moment.published),
    });
    return { ...observation, kind: 'seen', payload };
  }
}

/** Observations without news, between the events of each advert. */
function addRevisits({ seed }: WorldSettings, moments: LifeEvent[], revisitDays: number): LifeEvent[] {
  if (revisitDays <= 0) return moments;
  const revisits = [...Map.groupBy(moments, ({ advert }) => advert.url)].flatMap(([url, own]) => {
    const chance = createRandom(seed, 'visits', url);
    return own.flatMap((moment, index) => {
      const until = own[index + 1]?.at;
      if (moment.kind === 'expired' || until === undefined) return [];
      const between: LifeEvent[] = [];
      for (
        let at = moment.at + revisitDays * chance.between(0.5, 1.5);
        at < until;
        at += revisitDays * chance.between(0.5, 1.5)
      )
        between.push({ ...moment, at });
      return between;
    });
  });
  return [...moments, ...revisits];
}
