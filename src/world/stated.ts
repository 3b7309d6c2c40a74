import type { Payload } from '../ingest/payload.ts';
import type { WorldOffer } from './adverts.ts';
import type { WorldHome } from './homes.ts';
import { present } from './present.ts';
import { createRandom, type RandomSource } from './random.ts';
import { statedTicks } from './ticks.ts';

/**
 * How often a feed lacks a fact: shares measured on real feeds (plot 56 %, year 37 %, floor 31 %, rooms 16 %), the rest
 * in proportion.
 */
const MISSING_SHARES = {
  rooms: 0.16,
  bedrooms: 0.3,
  floor: 0.31,
  year: 0.37,
  land: 0.56,
  charges: 0.5,
  tax: 0.62,
  letter: 0.18,
  values: 0.42,
  certificate: 0.95,
  area: 0.02,
};

const LETTERS = [
  ['A', 70],
  ['B', 110],
  ['C', 180],
  ['D', 250],
  ['E', 330],
  ['F', 420],
] as const;
const energyLetter = (kwh: number) => LETTERS.find(([, limit]) => kwh <= limit)?.[0] ?? 'G';

/** The facts that the person behind an offer typed, true or not. The same on every portal. */
export function buildStatedFacts(seed: string, offer: WorldOffer, noise: number): Payload {
  const chance = createRandom(seed, 'stated', offer.seed);
  const { home } = offer;
  const says = (share: number): boolean => !chance.happens(Math.min(0.97, share * (0.6 + 0.4 * noise)));
  const dwelling = home.type === 'FLAT' || home.type === 'HOUSE';
  const flat = home.type === 'FLAT';
  const rooms = home.rooms + (chance.happens(0.03 * noise) ? chance.pick([-1, 1]) : 0);
  const slip = chance.happens(0.007 * noise) ? chance.whole(2, 4) : 0;
  const floor = home.floor + slip + (chance.happens(0.025 * noise) ? chance.pick([-1, 1]) : 0);
  const bedrooms = home.bedrooms + (chance.happens(0.05 * noise) ? chance.pick([-1, 1]) : 0);
  return present<Payload>({
    propertyType: home.type,
    transactionType: home.sell ? 'SELL' : 'RENT',
    constructionStatus:
      home.building.programme === undefined ? (chance.happens(0.4) ? 'OLD' : undefined) : 'NEW',
    area: says(MISSING_SHARES.area) ? stateAreas(chance, offer, says(MISSING_SHARES.land), noise) : undefined,
    rooms: dwelling && says(MISSING_SHARES.rooms) ? Math.max(1, rooms) : undefined,
    bedrooms: dwelling && says(MISSING_SHARES.bedrooms) ? Math.max(0, bedrooms) : undefined,
    floor: flat && says(MISSING_SHARES.floor) ? Math.max(0, floor) : undefined,
    bathrooms:
      dwelling && chance.happens(0.4)
        ? Math.max(1, home.bathrooms + (chance.happens(0.05 * noise) ? chance.pick([-1, 1]) : 0))
        : undefined,
    buildingFloors:
      flat && chance.happens(0.4) ? home.building.floors + (chance.happens(0.08 * noise) ? 1 : 0) : undefined,
    constructionYear:
      dwelling && says(MISSING_SHARES.year)
        ? home.building.year + (chance.happens(0.05 * noise) ? chance.whole(-3, 3) : 0)
        : undefined,
    condominiumFees:
      flat && home.sell && says(MISSING_SHARES.charges)
        ? { total: stateOrOmit(chance, home.charges, noise), currency: 'EUR', frequency: 'YEARLY' }
        : undefined,
    propertyTax:
      home.sell && says(MISSING_SHARES.tax)
        ? { amount: stateOrOmit(chance, home.tax, noise), currency: 'EUR', frequency: 'YEARLY' }
        : undefined,
    diagnostic:
      dwelling && home.building.programme === undefined
        ? stateDiagnostic(chance, home, says, noise)
        : undefined,
    furnished: home.furnished && chance.happens(0.7) ? !chance.happens(0.05 * noise) : undefined,
    ...(dwelling ? statedTicks(chance, { ...home.ticks, ...(flat ? home.building.ticks : {}) }, noise) : {}),
    balcony: stateFlag(chance, home, 'balcon', noise),
    terrace: stateFlag(chance, home, 'terrasse', noise),
    cellar: stateFlag(chance, home, 'une cave', noise),
    elevator:
      flat && chance.happens(0.4)
        ? home.building.floors + (chance.happens(0.08 * noise) ? 1 : 0) > 4
        : undefined,
    parking: chance.happens(0.47)
      ? { total: home.inside.some((part) => /stationnement|garage/.test(part)) ? 1 : 0 }
      : undefined,
  });
}

const stateOrOmit = (chance: RandomSource, amount: number, noise: number): number =>
  chance.happens(0.15 * noise) ? Math.round((amount * chance.between(0.9, 1.1)) / 10) * 10 : amount;

/** Agents forget to tick existing features more often than they tick missing ones. */
function stateFlag(
  chance: RandomSource,
  { inside }: WorldHome,
  ...[word, noise]: [string, number]
): boolean | undefined {
  if (!chance.happens(0.5)) return undefined;
  const there = inside.some((part) => part.includes(word));
  return chance.happens((there ? 0.2 : 0.03) * noise) ? !there : there;
}

function stateAreas(
  chance: RandomSource,
  { home, agency }: WorldOffer,
  saysLand: boolean,
  noise: number,
): Payload['area'] {
  const measured = chance.happens(0.85) ? home.area : home.legalArea;
  const faulty = chance.happens(0.03 * noise) ? measured * (1 + chance.normal() * 0.03) : measured;
  const typed = {
    exact: Math.round(faulty * 100) / 100,
    rounded: Math.round(faulty),
    down: Math.floor(faulty),
  }[agency?.area ?? 'rounded'];
  const displayed = chance.happens(0.004 * noise) ? Math.round(typed * 10) : typed;
  const land = home.land !== undefined && saysLand ? { value: home.land, unit: 'SQM' as const } : undefined;
  if (home.type === 'LAND')
    return present<NonNullable<Payload['area']>>({ land: { value: home.land ?? 0, unit: 'SQM' } });
  return present<NonNullable<Payload['area']>>({
    displayed,
    unit: 'SQM',
    living: chance.happens(0.6) ? displayed : undefined,
    land,
  });
}

function stateDiagnostic(
  chance: RandomSource,
  home: WorldHome,
  says: (share: number) => boolean,
  noise: number,
): Payload['diagnostic'] {
  if (!says(MISSING_SHARES.letter)) return undefined;
  const values = says(MISSING_SHARES.values);
  const [kwh, co2] = stateCertificate(chance, home, noise);
  const rating = energyLetter(kwh);
  return present<NonNullable<Payload['diagnostic']>>({
    type: 'DPE',
    reference: says(MISSING_SHARES.certificate) ? home.certificate : undefined,
    scores: {
      ENERGY_CONSUMPTION: values ? { rating, value: kwh, unit: 'KWH_EP_PER_SQM_YEAR' } : { rating },
      ...(values || chance.happens(0.6)
        ? {
            CARBON_EMISSIONS: values
              ? { rating: energyLetter(co2 * 8), value: co2, unit: 'KG_CO2E_PER_SQM_YEAR' }
              : { rating: energyLetter(co2 * 8) },
          }
        : {}),
    },
  });
}

/** Mostly the figures of the certificate; sometimes those of the previous one, or a slip. */
function stateCertificate(chance: RandomSource, { kwh, co2 }: WorldHome, noise: number): [number, number] {
  if (chance.happens(0.035 * noise))
    return [
      Math.round(kwh * chance.between(0.7, 1.4)),
      Math.max(1, Math.round(co2 * chance.between(0.6, 1.5))),
    ];
  return chance.happens(0.02 * noise) ? [kwh, Math.max(1, co2 + chance.whole(-3, 3))] : [kwh, co2];
}
