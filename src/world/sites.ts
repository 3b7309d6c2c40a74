import {
  createBuilding,
  createHome,
  createPlan,
  createSisterPlan,
  type WorldBuilding,
  type WorldHome,
} from './homes.ts';
import { createRandom, type RandomSource } from './random.ts';
import { loadTowns, type WorldTown } from './towns.ts';

/** One site with homes on offer: a house, a single flat, a building of look-alikes or a new programme. */
export interface Site {
  index: number;
  town: WorldTown;
  homes: WorldHome[];
  programme: boolean;
}

/** Buildings of look-alikes among a hundred sites. */
const DEFAULT_LOOK_ALIKES = 2.5;

type SiteKind = 'flat' | 'house' | 'look-alikes' | 'programme' | 'bare';

const kindsWith = (lookAlikes: number): readonly (readonly [SiteKind, number])[] => [
  ['flat', 52],
  ['house', 36],
  ['look-alikes', lookAlikes],
  ['programme', 1],
  ['bare', 6],
];

export interface SiteOptions {
  /** Buildings of look-alikes among a hundred sites. */
  lookAlikes?: number | undefined;
  /** Only so many of the largest towns: the same homes lie as densely as in a larger world. */
  towns?: number | undefined;
}

/** The sites of a world, up to the number of homes. */
export function* generateSites(
  seed: string,
  properties: number,
  { lookAlikes = DEFAULT_LOOK_ALIKES, towns }: SiteOptions = {},
): Generator<Site> {
  const [kinds, market] = [kindsWith(lookAlikes), marketOf(towns)];
  let left = properties;
  for (let index = 0; left > 0; index += 1) {
    const site = createSite(createRandom(seed, 'site', index), { index, maxHomes: left }, { kinds, market });
    left -= site.homes.length;
    yield site;
  }
}

type Market = readonly (readonly [WorldTown, number])[];

let national: Market | undefined;

/** The towns and their shares; of all towns the same list each time. */
function marketOf(towns: number | undefined): Market {
  national ??= loadTowns().map((known) => [known, known.weight] as const);
  return towns === undefined ? national : national.toSorted((a, b) => b[1] - a[1]).slice(0, towns);
}

function createSite(
  chance: RandomSource,
  { index, maxHomes }: { index: number; maxHomes: number },
  { kinds, market }: { kinds: ReturnType<typeof kindsWith>; market: Market },
): Site {
  const town = chance.weighted(market);
  const kind = chance.weighted(kinds);
  const at = createBuilding(chance, town, kind === 'programme');
  const name = (number: number): string => `home-${index}-${number}`;
  const alone = (type: WorldHome['type']): WorldHome[] => [
    createHome(chance, at, createPlan(chance, type), { id: name(0), lookAlike: false }),
  ];
  const homes = {
    flat: () => alone('FLAT'),
    house: () => alone('HOUSE'),
    bare: () => alone(chance.pick(['LAND', 'PARKING'] as const)),
    'look-alikes': () => lookAlikes(chance, at, name),
    programme: () => createLots(chance, at, name),
  }[kind]();
  return { index, town, homes: homes.slice(0, maxHomes), programme: kind === 'programme' };
}

/** Flats above one another: same plan, same year, close prices. */
function lookAlikes(chance: RandomSource, at: WorldBuilding, name: (number: number) => string): WorldHome[] {
  const first = createPlan(chance, 'FLAT');
  const floors = Array.from({ length: chance.whole(3, 8) }, (_, number) => number);
  return floors.map((number) => {
    const from = number === 0 ? first : createSisterPlan(chance, first);
    const made = createHome(chance, at, from, { id: name(number), lookAlike: true });
    return { ...made, floor: chance.happens(0.85) ? number % (at.floors + 1) : made.floor };
  });
}

/** The lots of a new programme: a few plans repeated, one set of pictures, a lot number each. */
function createLots(chance: RandomSource, at: WorldBuilding, name: (number: number) => string): WorldHome[] {
  const plans = Array.from({ length: chance.whole(2, 4) }, () => ({
    ...createPlan(chance, 'FLAT'),
    sell: true,
  }));
  const pictures = at.facade;
  return Array.from({ length: chance.whole(6, 18) }, (_, number) => {
    const from = createSisterPlan(chance, chance.pick(plans));
    const lot = `${chance.pick(['A', 'B', 'C'])}${(number % 9) + 1}${String(chance.whole(1, 12)).padStart(2, '0')}`;
    return { ...createHome(chance, at, from, { id: name(number), lookAlike: true, lot }), photos: pictures };
  });
}
