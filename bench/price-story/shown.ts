import { createRandom, type RandomSource } from '../../src/world/random.ts';
import type { SellerHabits } from './habits.ts';
import { roundPrice, type SellerPrice } from './seller.ts';

/** An advert showing a price from a day on. `level` is the entry of the seller's path it is of; -1 for a misprint. */
export interface ShownPricePoint {
  day: number;
  price: number;
  level: number;
}

/** One URL: what it showed and when it left; the URLs of one advert follow each other. */
export interface ShownUrl {
  turn: number;
  shown: ShownPricePoint[];
  goneDay: number;
}

interface Span {
  from: number;
  to: number;
}

/** All that one advert shows, under one URL after the other, as a crawler finds it. */
export function simulateShownPrices(
  habits: SellerHabits,
  key: string,
  path: readonly SellerPrice[],
  span: Span,
): ShownUrl[] {
  const chance = createRandom('shown', key);
  const look = pickVisitDays(chance, habits, path[0]?.price ?? 0);
  const levels = levelsOf(chance, habits, path, span);
  const isWandering = chance.happens(habits.wandering);
  const priceAt = (day: number): ShownPricePoint => {
    const level = levels.findLast((one) => one.day <= day)?.level ?? 0;
    return { day, level, price: look(path[level]?.price ?? 0) };
  };
  return turnsOf(chance, habits, levels, span).map(({ from, to }, turn) => {
    const days = [from, ...levels.map(({ day }) => day).filter((day) => day > from && day < to)];
    const shown = isWandering ? wandering(key, days.map(priceAt), to) : days.map(priceAt);
    const wrong = turn === 0 ? withMistakes(chance, habits, shown, to) : shown;
    const seen = found(habits, key, wrong).filter(({ day }, at) => at === 0 || day < to);
    return { turn, shown: distinct(seen), goneDay: to };
  });
}

/** How this advert writes a price of the seller. */
function pickVisitDays(chance: RandomSource, habits: SellerHabits, first: number): (price: number) => number {
  const fee = chance.happens(habits.withFees) ? chance.between(0.025, 0.08) : 0;
  const isFixed = chance.happens(0.25);
  const step = first > 30_000 && chance.happens(habits.thousands) ? 1_000 : chance.pick([1, 1, 10, 100]);
  return (price) => roundPrice(price + (isFixed ? first : price) * fee, first < 5_000 ? 1 : step);
}

/** When the advert shows which level; the first is what it begins with. */
function levelsOf(
  chance: RandomSource,
  habits: SellerHabits,
  path: readonly SellerPrice[],
  { from, to }: Span,
): { day: number; level: number }[] {
  const lag = chance.happens(0.5) ? habits.quickLagDays : habits.slowLagDays;
  const begins = habits.staleAtFirst ? from - lag : from;
  const first = path.findLastIndex(({ day }) => day <= begins);
  const levels = [{ day: from, level: Math.max(0, first) }];
  if (chance.happens(habits.never)) return levels;
  for (let level = first + 1; level < path.length; level++) {
    const day = Math.max(from, path[level]?.day ?? 0) - Math.log(1 - chance.unit()) * lag;
    if (chance.happens(habits.skipped) || day >= to || day <= (levels.at(-1)?.day ?? 0)) continue;
    levels.push({ day, level });
  }
  return levels;
}

/** One URL for all of its time, or several: a re-post often comes with a move. */
function turnsOf(
  chance: RandomSource,
  habits: SellerHabits,
  levels: readonly { day: number }[],
  { from, to }: Span,
): Span[] {
  if (!chance.happens(habits.reposts) || to - from < 20) return [{ from, to }];
  const moved = levels.slice(1).find(({ day }) => day > from + 5 && day < to - 5);
  const middle =
    moved !== undefined && chance.happens(habits.repostsWithMove)
      ? moved.day
      : from + (to - from) * chance.between(0.3, 0.7);
  const gap = chance.happens(0.3) ? -chance.between(0, 3) : chance.between(0, 12);
  const again = Math.max(middle, middle + gap);
  return again >= to
    ? [{ from, to }]
    : [
        { from, to: gap < 0 ? middle - gap : middle },
        { from: again, to },
      ];
}

/** A price converted at the rate of the day: it never stands still, and never moves by half a per cent. */
function wandering(key: string, shown: ShownPricePoint[], to: number): ShownPricePoint[] {
  const rate = createRandom('rate', key);
  const often = shown.flatMap((one, at) => {
    const until = shown[at + 1]?.day ?? to;
    const days = Array.from(
      { length: Math.max(0, Math.floor((until - one.day) / 4)) },
      (_, n) => one.day + n * 4,
    );
    return (days.length === 0 ? [one.day] : days).map((day) => ({ ...one, day }));
  });
  return often.map((one) => {
    // A rent in whole euros would move by more than that.
    const parts = one.price < 5_000 ? 100 : 1;
    return { ...one, price: Math.round(one.price * (1 + rate.between(-0.002, 0.002)) * parts) / parts };
  });
}

const MISPRINTS: readonly ((price: number) => number)[] = [
  (price) => price * 10,
  (price) => Math.round(price / 10),
  (price) => Math.round(price / 100),
  (price) => Math.round(price / 1_000) || 1,
];

function withMistakes(
  chance: RandomSource,
  habits: SellerHabits,
  shown: ShownPricePoint[],
  to: number,
): ShownPricePoint[] {
  const isMisprint = chance.happens(habits.misprints);
  if (!isMisprint && !chance.happens(habits.slips)) return shown;
  const begin = shown[0]?.day ?? 0;
  const day = isMisprint && chance.happens(0.4) ? begin : chance.between(begin, to);
  const until = Math.min(to - 0.01, day + (isMisprint ? chance.between(1, 15) : chance.between(0.2, 2)));
  const wrong = isMisprint
    ? chance.pick(MISPRINTS)
    : (price: number) => Math.round(price * chance.between(1.05, 1.4));
  const right = shown.findLast((one) => one.day <= day);
  const after = shown.findLast((one) => one.day <= until);
  if (right === undefined || after === undefined || until <= day) return shown;
  return [
    ...shown.filter((one) => one.day < day),
    { day, price: wrong(right.price), level: -1 },
    { ...after, day: until },
    ...shown.filter((one) => one.day > until),
  ];
}

/** Each change is found by the first visit after it; what was there between two visits is never seen. */
function found(habits: SellerHabits, key: string, shown: ShownPricePoint[]): ShownPricePoint[] {
  const offset = createRandom('visits', key).unit() * habits.visitDays;
  const visits = shown.map((one, at) => {
    if (at === 0) return one;
    const day = Math.ceil((one.day - offset) / habits.visitDays) * habits.visitDays + offset;
    return { ...one, day };
  });
  return visits.filter(({ day }, at) => day !== visits[at + 1]?.day);
}

const distinct = (shown: ShownPricePoint[]): ShownPricePoint[] =>
  shown.filter(({ price }, at) => price !== shown[at - 1]?.price);
