import { createAdvert, generateAdverts, type WorldAdvert, type WorldOffer } from './adverts.ts';
import type { WorldSettings } from './payload.ts';
import { createRandom, type RandomSource } from './random.ts';

/** An event of an advert, in days since the world began. */
export type LifeEvent =
  | {
      at: number;
      advert: WorldAdvert;
      kind: 'seen';
      price: number | undefined;
      photos: boolean;
      edition: number;
      coherent: boolean;
      /** The day it was published under this URL. */
      published: number;
    }
  | { at: number; advert: WorldAdvert; kind: 'expired' };

interface DaySpan {
  from: number;
  to: number;
}

/** How the owner's price changes: occasional drops, each agency following with a delay. */
interface PriceFactorStep {
  at: number;
  factor: number;
}

const MISPRINTS = [0.001, 0.01, 0.1, 10, 10, 100] as const;

/** All events of the adverts of one offer within the days of the world. */
export function simulateLife(made: WorldSettings, offer: WorldOffer, days: number): LifeEvent[] {
  const { seed } = made;
  const market = pickMarketSpan(seed, offer, days);
  const chance = createRandom(seed, 'life', offer.seed);
  const late = offer.rank === 0 ? 0 : chance.between(0, Math.min(25, (market.to - market.from) * 0.6));
  const span = { from: market.from + late, to: Math.min(market.to + chance.between(0, 4), market.to + 6) };
  const adverts = generateAdverts(seed, offer);
  return adverts
    .flatMap((first) => simulateAdvert(made, first, span))
    .filter(({ at }) => at >= 0 && at < days);
}

/** Forty of a hundred homes are on the market at the start; the others follow day by day. */
function pickMarketSpan(seed: string, { home }: WorldOffer, days: number): DaySpan {
  const chance = createRandom(seed, 'market', home.id);
  const from = chance.happens(0.4) ? chance.between(0, 1) : chance.between(0, days * 0.97);
  return { from, to: from + chance.between(12, 110) };
}

function pickPriceSteps(seed: string, { home, seed: own }: WorldOffer, span: DaySpan): PriceFactorStep[] {
  const market = createRandom(seed, 'price', home.id);
  const steps: PriceFactorStep[] = [];
  let [at, factor] = [span.from + market.between(15, 50), 1];
  while (at < span.to && market.happens(0.55)) {
    factor *= 1 - market.between(0.02, 0.08);
    steps.push({ at, factor });
    at += market.between(15, 45);
  }
  const delay = createRandom(seed, 'hears', own);
  return steps
    .filter(() => delay.happens(0.85))
    .map(({ at: announced, factor: to }) => ({ at: announced + delay.between(0, 8), factor: to }));
}

function simulateAdvert(made: WorldSettings, first: WorldAdvert, span: DaySpan): LifeEvent[] {
  const chance = createRandom(made.seed, 'turns', first.seed);
  const from = span.from + chance.between(0, 3);
  const reposts = chance.happens(0.13);
  if (!reposts) return simulateTurn(made, first, { from, to: span.to });
  const middle = from + (span.to - from) * chance.between(0.25, 0.75);
  const again = createAdvert(made.seed, first.offer, first.portal, 1);
  const gap = chance.happens(0.3) ? -chance.between(0, 5) : chance.between(0, 10);
  return [
    ...simulateTurn(made, first, { from, to: middle }),
    ...simulateTurn(made, again, { from: middle + gap, to: span.to }),
  ];
}

function simulateTurn(made: WorldSettings, shown: WorldAdvert, { from, to }: DaySpan): LifeEvent[] {
  if (from >= to) return [];
  const chance = createRandom(made.seed, 'turn', shown.seed);
  const { offer } = shown;
  const base = roundAskingPrice(offer);
  const misprint = chance.happens(0.012) ? chance.pick(MISPRINTS) : 1;
  const corrected = misprint !== 1 && chance.happens(0.4) ? from + chance.between(2, 12) : undefined;
  const hidden = chance.happens(0.015);
  const seen = (at: number, factor: number, photos: boolean, edition: number): LifeEvent => {
    const wrong = misprint !== 1 && (corrected === undefined || at < corrected) ? misprint : 1;
    const price = hidden ? undefined : pickDisplayedPrice(offer, base * factor, wrong);
    return {
      at,
      advert: shown,
      kind: 'seen',
      price,
      photos,
      edition,
      coherent: wrong === 1,
      published: from,
    };
  };
  const late = chance.happens(0.07) ? from + chance.between(1, 7) : undefined;
  const steps = pickPriceSteps(made.seed, offer, { from, to }).filter(({ at }) => at > from && at < to);
  const factorAt = (at: number): number => steps.filter((step) => step.at <= at).at(-1)?.factor ?? 1;
  const times = [
    from,
    ...(late === undefined ? [] : [late]),
    ...steps.map(({ at }) => at),
    ...(corrected === undefined ? [] : [corrected]),
  ]
    .filter((at) => at < to)
    .sort((one, other) => one - other);
  const events = times.map((at) =>
    seen(
      at,
      factorAt(at),
      late === undefined || at >= late,
      steps.filter((step) => step.at <= at).length > 1 ? 1 : 0,
    ),
  );
  return [...events, ...endAdvert(chance, shown, to, seen, factorAt)];
}

type OnSeen = (at: number, factor: number, photos: boolean, edition: number) => LifeEvent;

/** Adverts end, and one in sixteen returns under its old URL. */
function endAdvert(
  chance: RandomSource,
  shown: WorldAdvert,
  to: number,
  ...[seen, factorAt]: [OnSeen, (at: number) => number]
): LifeEvent[] {
  const gone: LifeEvent = { at: to, advert: shown, kind: 'expired' };
  if (!chance.happens(0.06)) return [gone];
  const back = to + chance.between(3, 25);
  return [
    gone,
    seen(back, factorAt(to), true, 0),
    { at: back + chance.between(10, 40), advert: shown, kind: 'expired' },
  ];
}

/** The first price of an offer, in its rounding. */
function roundAskingPrice({ home, agency, markUp }: WorldOffer): number {
  return home.sell && markUp !== 1 ? factorAtDay(home.price * markUp, agency?.priceStep ?? 1000) : home.price;
}

function pickDisplayedPrice({ home, agency }: WorldOffer, price: number, wrong: number): number {
  const step = home.sell ? Math.max(100, agency?.priceStep ?? 1000) : 1;
  return Math.max(1, Math.round((price === home.price ? price : factorAtDay(price, step)) * wrong));
}

const factorAtDay = (price: number, step: number): number => Math.max(step, Math.round(price / step) * step);
