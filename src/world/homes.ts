import { randomPhotoHash } from './agencies.ts';
import type { RandomSource } from './random.ts';
import { drawBuildingTicks, drawHomeTicks, type Ticks } from './ticks.ts';
import type { WorldTown } from './towns.ts';
import {
  HOUSE_EXTRAS,
  INSIDE_PHRASES,
  NEARBY,
  NEIGHBOURHOODS,
  QUALITIES,
  STREET_KINDS,
  STREETS,
} from './words.ts';

/** The facts that the flats of one building share. */
export interface WorldBuilding {
  town: WorldTown;
  neighbourhood: string;
  street: string;
  number: number;
  longitude: number;
  latitude: number;
  year: number;
  floors: number;
  /** The price factor of the location within its town. */
  level: number;
  facade: string[];
  nearby: string;
  ticks: Ticks;
  /** A new programme, with its marketing name. */
  programme?: string;
}

/** A home as it truly is. Adverts state some of it, with errors. */
export interface WorldHome {
  id: string;
  building: WorldBuilding;
  lookAlike: boolean;
  lot?: string;
  sell: boolean;
  type: 'FLAT' | 'HOUSE' | 'LAND' | 'PARKING';
  /** With two decimals, as surveyed. */
  area: number;
  legalArea: number;
  rooms: number;
  bedrooms: number;
  bathrooms: number;
  floor: number;
  land: number | undefined;
  charges: number;
  tax: number;
  kwh: number;
  co2: number;
  certificate: string;
  price: number;
  photos: string[];
  inside: string[];
  quality: string;
  furnished: boolean;
  ticks: Ticks;
  ownerPhone: string;
}

const METRES_PER_DEGREE = 111_000;
const roundToCents = (value: number): number => Math.round(value * 100) / 100;

export function createBuilding(chance: RandomSource, town: WorldTown, programme: boolean): WorldBuilding {
  const own = NEIGHBOURHOODS.slice(Number(town.inseeCode.replace(/\D/g, '')) % 8).slice(0, 9);
  const neighbourhood = chance.pick(own);
  const spread = 2_500 / METRES_PER_DEGREE;
  return {
    town,
    neighbourhood,
    street: `${chance.pick(STREET_KINDS)} ${chance.pick(STREETS)}`,
    number: chance.whole(1, 140),
    longitude: town.longitude + chance.normal() * spread,
    latitude: town.latitude + chance.normal() * spread * 0.7,
    year: programme
      ? chance.whole(2025, 2027)
      : chance.pick([chance.whole(1850, 1945), chance.whole(1946, 1980), chance.whole(1981, 2020)]),
    floors: chance.whole(2, 9),
    level: Math.exp(chance.normal() * 0.14),
    facade: Array.from({ length: chance.whole(1, 3) }, () => randomPhotoHash(chance)),
    nearby: chance.pick(NEARBY),
    ticks: drawBuildingTicks(chance),
    ...(programme
      ? {
          programme: `Résidence ${chance.pick(['Les Terrasses', 'L’Orée', 'Carré', 'Les Jardins', 'Le Clos', 'Villa'])} ${chance.pick(STREETS)}`,
        }
      : {}),
  };
}

/** The facts of a flat of a building; its look-alikes share the plan. */
export interface HomePlan {
  type: WorldHome['type'];
  area: number;
  rooms: number;
  sell: boolean;
  kwh: number;
  inside: string[];
}

export function createPlan(chance: RandomSource, type: WorldHome['type']): HomePlan {
  const house = type === 'HOUSE';
  const rooms = house
    ? chance.weighted([
        [3, 12],
        [4, 28],
        [5, 30],
        [6, 18],
        [7, 12],
      ])
    : chance.weighted([
        [1, 20],
        [2, 28],
        [3, 28],
        [4, 17],
        [5, 7],
      ]);
  const area =
    type === 'LAND' || type === 'PARKING'
      ? chance.between(11, 18)
      : house
        ? rooms * chance.between(18, 27)
        : 9 + rooms * chance.between(13, 21);
  return {
    type,
    area: roundToCents(area),
    rooms,
    sell: chance.happens(house ? 0.92 : 0.72),
    kwh: chance.whole(60, 420),
    inside: chance.some(house ? [...INSIDE_PHRASES, ...HOUSE_EXTRAS] : INSIDE_PHRASES, chance.whole(4, 8)),
  };
}

export function createHome(
  chance: RandomSource,
  at: WorldBuilding,
  from: HomePlan,
  identity: Pick<WorldHome, 'id' | 'lookAlike' | 'lot'>,
): WorldHome {
  const { type, area, rooms, sell } = from;
  const flat = type === 'FLAT';
  const kwh = from.kwh;
  return {
    ...identity,
    building: at,
    sell,
    type,
    area,
    legalArea: roundToCents(area * (chance.happens(0.7) ? 1 : chance.between(0.95, 0.999))),
    rooms,
    bedrooms: Math.max(0, rooms - 1 - (chance.happens(0.1) ? 1 : 0)),
    bathrooms: rooms > 4 ? chance.whole(1, 3) : rooms > 3 ? chance.whole(1, 2) : 1,
    floor: flat ? chance.whole(0, at.floors) : 0,
    land: type === 'HOUSE' ? chance.whole(80, 1800) : type === 'LAND' ? chance.whole(300, 3000) : undefined,
    charges: chance.whole(25, 320) * 12,
    tax: chance.whole(450, 2600),
    kwh,
    co2: Math.max(1, Math.round(kwh * chance.between(0.03, 0.22))),
    certificate: `${at.town.department}${chance.pick(['19', '20', '21'])}E${String(chance.whole(0, 9_999_999)).padStart(7, '0')}${chance.pick(['A', 'B', 'C', 'D'])}`,
    price: computePrice(chance, at, from),
    photos: Array.from({ length: chance.whole(3, 16) }, () => randomPhotoHash(chance)),
    inside: from.inside,
    quality: chance.pick(QUALITIES),
    furnished: !sell && chance.happens(0.35),
    ticks: drawHomeTicks(chance),
    ownerPhone: `0${chance.pick(['6', '7'])}${String(chance.whole(0, 99_999_999)).padStart(8, '0')}`,
  };
}

function computePrice(
  chance: RandomSource,
  { town, level, programme }: WorldBuilding,
  { type, sell, area }: HomePlan,
): number {
  const small = area < 30 ? 1.15 : area > 90 ? 0.93 : 1;
  const kind = type === 'HOUSE' ? 0.9 : type === 'FLAT' ? 1 : 0.25;
  const perMetre =
    (sell ? town.salePrice : town.rentPrice) * level * small * kind * (programme === undefined ? 1 : 1.2);
  const price = perMetre * area * Math.exp(chance.normal() * 0.12);
  const step = sell
    ? chance.weighted([
        [500, 15],
        [1000, 45],
        [5000, 40],
      ])
    : chance.weighted([
        [1, 25],
        [5, 25],
        [10, 50],
      ]);
  return Math.max(step, Math.round(price / step) * step);
}

/** The next flat of a building with one plan: another floor, nearly the same figures, rarely identical. */
export function createSisterPlan(chance: RandomSource, first: HomePlan): HomePlan {
  const same = chance.happens(0.35);
  return {
    ...first,
    area: same ? first.area : roundToCents(first.area * (1 + chance.normal() * 0.02)),
    kwh: chance.happens(0.15)
      ? first.kwh
      : Math.max(40, Math.round(first.kwh * (1 + chance.normal() * 0.12))),
    inside: chance.happens(0.5) ? first.inside : chance.some(INSIDE_PHRASES, chance.whole(4, 8)),
  };
}
