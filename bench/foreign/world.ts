import { type Observation, validateObservation } from '../../src/ingest/observation.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import type { Truth, WorldDay } from '../../src/world/generate.ts';
import { createRandom, type RandomSource } from '../../src/world/random.ts';
import { EXTREMES, type ForeignHabits, pickForeignHabits } from './habits.ts';
import { createForeignHomes, createForeignTowns, type ForeignHome } from './homes.ts';
import { alterShotHash, createMandate, createOffice, type Mandate, type Office } from './statements.ts';

export interface ForeignOptions {
  seed: string;
  properties: number;
  days: number;
  /** One of EXTREMES. */
  habit?: string | undefined;
}

interface DatedObservation {
  day: number;
  draft: Record<string, unknown>;
  truth: Truth;
}

const WORLD_START_MS = Date.UTC(2026, 4, 1);
const timeAt = (day: number): string => new Date(WORLD_START_MS + Math.round(day * DAY_MS)).toISOString();
const OFFICES = 14;
/** A zero too many or too few, a first digit lost, thousands omitted. */
const SLIPS: readonly ((price: number) => number)[] = [
  ...[
    (price: number) => price * 10,
    (price: number) => price / 10,
    (price: number) => Math.round(price / 1000),
  ],
  ...[(price: number) => Number(String(price).slice(1)) || price * 10, (price: number) => price * 100],
];

/** A world made by other rules than ours. Weights are fitted on some seeds and judged on others, whose habits differ. */
export class ForeignWorld {
  readonly #days: DatedObservation[][];
  readonly #truth = new Map<string, Truth>();

  constructor({ seed, properties, days, habit }: ForeignOptions) {
    this.#days = Array.from({ length: days }, () => []);
    const [towns, habits] = [createForeignTowns(seed), pickForeignHabits(seed, extremeOf(habit))];
    const offices = new Map(
      towns.map(({ name }) => [
        name,
        Array.from({ length: OFFICES }, (_, at) => createOffice(seed, name, at)),
      ]),
    );
    for (let [site, left] = [0, properties]; left > 0; site += 1) {
      const place =
        towns[Math.floor(towns.length * createRandom(seed, 'town', site).unit() ** 2)] ?? towns[0];
      if (place === undefined) return;
      const homes = createForeignHomes(seed, place, site, habits).slice(0, left);
      left -= homes.length;
      const near = createRandom(seed, 'near', site).some(offices.get(place.name) ?? [], 4);
      for (const home of homes)
        for (const draft of simulateMandate(seed, home, near, days))
          this.#days[Math.floor(draft.day)]?.push(draft);
    }
  }

  *days(): Generator<WorldDay> {
    for (const [day, drafts] of this.#days.entries()) {
      drafts.sort((one, other) => one.day - other.day);
      const observations: Observation[] = [];
      for (const { draft, truth } of drafts) {
        const judged = validateObservation(draft);
        if (!('observation' in judged)) throw new Error(judged.reason);
        observations.push(judged.observation);
        if (draft['kind'] === 'seen') this.#truth.set(truth.url, truth);
      }
      yield { day, observations };
    }
  }

  homeOf(url: string): string | undefined {
    return this.#truth.get(url)?.propertyId;
  }

  truth(): Iterable<Truth> {
    return this.#truth.values();
  }
}

function extremeOf(habit: string | undefined): Partial<ForeignHabits> {
  const extreme = habit === undefined ? {} : EXTREMES[habit];
  if (extreme === undefined)
    throw new Error(`no habit ${habit}; there are ${Object.keys(EXTREMES).join(', ')}`);
  return extreme;
}

function* simulateMandate(
  seed: string,
  home: ForeignHome,
  near: readonly Office[],
  days: number,
): Generator<DatedObservation> {
  const chance = createRandom(seed, 'life', home.id);
  const from = chance.happens(0.5) ? chance.between(0, 2) : chance.between(0, days);
  const to = from + chance.between(15, 120);
  const sellers: (Office | undefined)[] = near.slice(
    0,
    chance.weighted([
      [1, 45],
      [2, 30],
      [3, 17],
      [4, 8],
    ]),
  );
  if (home.programme === undefined && chance.happens(0.12)) sellers.push(undefined);
  const cuts = chance.happens(0.35)
    ? [{ at: from + chance.between(10, 40), by: 1 - chance.between(0.02, 0.1) }]
    : [];
  for (const [rank, by] of sellers.entries()) {
    const own = createMandate(seed, home, by, rank);
    const start = from + (rank === 0 ? 0 : chance.between(0, 20));
    for (const portal of by?.portals ?? ['annonces-du-coin'])
      yield* simulateAdvert(seed, own, portal, { from: start, to, cuts, days });
  }
}

interface Span {
  from: number;
  to: number;
  cuts: { at: number; by: number }[];
  days: number;
}

function* simulateAdvert(
  seed: string,
  own: Mandate,
  portal: string,
  { from, to, cuts, days }: Span,
): Generator<DatedObservation> {
  const chance = createRandom(seed, 'shown', own.home.id, own.rank, portal);
  const end = Math.min(to + chance.between(-3, 5), days + 1);
  const again = chance.happens(0.1) ? from + (end - from) * chance.between(0.3, 0.7) : undefined;
  const spans = (
    again === undefined
      ? [[from, end]]
      : [
          [from, again],
          [again + chance.between(-2, 6), end],
        ]
  ).flatMap(([begin = 0, finish = 0]) => pickReposts(begin, finish, own.home.habits.repostDays));
  for (const [begin = 0, finish = 0] of spans) {
    const url = `https://www.${portal}.example/bien/${chance.whole(1e8, 9e8)}${chance.whole(100, 999)}.html`;
    const slip = chance.happens(0.011) ? chance.pick(SLIPS) : undefined;
    const times = [
      begin,
      ...cuts.map(({ at }) => at + chance.between(0, 6)).filter((at) => at > begin && at < finish),
    ];
    const payload = buildForeignPayload(chance, own, portal);
    for (const [turn, at] of times.entries()) {
      const askingPrice =
        turn === 0 && begin < (cuts[0]?.at ?? days)
          ? own.asks
          : Math.round((own.asks * (cuts[0]?.by ?? 1)) / 10) * 10;
      const price = slip === undefined ? askingPrice : slip(askingPrice);
      const draft = {
        source: portal,
        url,
        observedAt: timeAt(at),
        kind: 'seen',
        payload: { ...payload, displayedPrice: chance.happens(0.1) ? `${price} €` : price },
      };
      if (at < days)
        yield { day: late(chance, at, days), draft, truth: truthOf(own, url, slip === undefined) };
    }
    const gone = { source: portal, url, observedAt: timeAt(finish), kind: 'expired', payload: null };
    if (finish < days && finish > begin)
      yield { day: late(chance, finish, days), draft: gone, truth: truthOf(own, url, true) };
  }
}

function pickReposts(begin: number, finish: number, days: number): [number, number][] {
  const spans: [number, number][] = [];
  for (let at = begin; spans.length === 0 || at < finish; at += days)
    spans.push([at, Math.min(finish, at + days)]);
  return spans;
}

/** Some lines arrive a day late, so that an end may arrive before the beginning. */
const late = (chance: RandomSource, at: number, days: number): number =>
  chance.happens(0.02) ? Math.min(days - 0.01, at + chance.between(0, 1.5)) : at;

const truthOf = ({ home, office: by }: Mandate, url: string, priceCoherent: boolean): Truth => ({
  ...{
    url,
    propertyId: home.id,
    priceCoherent,
    lookAlike: home.twin,
    publisher: by === undefined ? home.phone : `${by.name} ${by.phone}`,
  },
});

function buildForeignPayload(chance: RandomSource, own: Mandate, portal: string): Record<string, unknown> {
  const { home, office: by, text, reference, facts } = own;
  const hashed = createRandom('hashes', portal).unit() < home.habits.hashes;
  const cut = portal === 'clef-en-main' ? 380 : 4_000;
  return {
    ...facts,
    ...{ title: text.title, description: text.description.slice(0, cut), currency: 'EUR' },
    location: location(chance, home, own.rank),
    publisher:
      by === undefined
        ? { publisherType: 'PRIVATE', contact: { phone: home.phone.replace(/^0/, '+33 ') } }
        : {
            ...{
              publisherType: 'REAL_ESTATE_AGENCY',
              agencyName: chance.happens(0.2) ? by.name.toUpperCase() : by.name,
            },
            ...{
              reference: chance.happens(home.habits.reference) ? reference : undefined,
              contact: chance.happens(home.habits.phone) ? { phone: by.phone } : undefined,
            },
          },
    pictures: own.shots.slice(0, chance.happens(0.15) ? 3 : 25).map((hash, at) => ({
      url: `https://img.${portal}.example/${home.id}/${own.rank}/${at}.jpg`,
      phash: hashed ? alterShotHash(chance, hash, 2) : undefined,
    })),
  };
}

function location(chance: RandomSource, home: ForeignHome, rank: number): Record<string, unknown> {
  const { place, street, number, habits } = home;
  const drawn = createRandom('location', home.id, rank);
  const elsewhere = drawn.happens(0.015);
  const street_ = drawn.happens(habits.street)
    ? `${drawn.happens(0.5) ? `${number} ` : ''}${street}`
    : undefined;
  const blur = (): number => chance.normal() * habits.blur;
  return {
    ...{
      countryCode: 'FR',
      city: habits.named === 0 ? undefined : cityOf(chance, place, elsewhere),
    },
    postalCode: elsewhere
      ? place.beside.postalCode
      : chance.happens(0.9) || habits.named === 0
        ? place.postalCode
        : undefined,
    inseeCode: elsewhere || habits.named === 0 || chance.happens(0.8) ? undefined : place.insee,
    neighborhood: drawn.happens(0.3) ? home.quarter : undefined,
    address: street_,
    ...(chance.happens(habits.point)
      ? {
          coordinates: [home.longitude + blur(), home.latitude + blur()],
          accuracy: chance.happens(0.3) ? 'MUNICIPALITY' : undefined,
        }
      : {}),
  };
}

function cityOf(chance: RandomSource, { name, beside }: ForeignHome['place'], elsewhere: boolean): string {
  if (elsewhere) return beside.name;
  return chance.happens(0.15) ? name.toUpperCase() : name;
}
