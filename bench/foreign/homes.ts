import { france } from '../../src/geo/load/france.ts';
import { createRandom, type RandomSource } from '../../src/world/random.ts';
import type { ForeignHabits } from './habits.ts';

/** An independent model of a market: it shares nothing with src/world, so that what was fitted there cannot help. */
export interface ForeignTown {
  name: string;
  postalCode: string;
  insee: string | undefined;
  longitude: number;
  latitude: number;
  perMetre: number;
  beside: { name: string; postalCode: string };
}

export interface ForeignHome {
  habits: ForeignHabits;
  id: string;
  place: ForeignTown;
  site: number;
  kind: 'FLAT' | 'HOUSE';
  rent: boolean;
  twin: boolean;
  lot: string | undefined;
  programme: string | undefined;
  street: string;
  number: number;
  quarter: string;
  longitude: number;
  latitude: number;
  area: number;
  rooms: number;
  level: number;
  levels: number;
  year: number;
  kwh: number;
  co2: number;
  charges: number;
  tax: number;
  plot: number;
  price: number;
  shots: string[];
  front: string[];
  traits: string[];
  phone: string;
}

const INVENTED = ['Valombreuse-sur-Ource', 'Pont-Mirandol', 'Sainte-Aurette-les-Bains'];
const QUARTERS = ['Hyper-centre', 'Les Aubiers', 'Gare Sud', 'Beau Soleil', 'Croix Verte', 'Port Neuf'];
const STREET_TYPES = ['rue', 'av.', 'Boulevard', 'chemin', 'place'];
const NAMES = [
  ...['des Tanneurs', 'Pierre Loti', 'du Moulin Vert', 'de la Liberté', 'Aristide Briand', 'des Acacias'],
  ...['Louis Aragon', 'du 8 mai 1945', 'Victor Schoelcher', 'de Verdun', 'des Capucins', 'Anatole France'],
];
const TRAITS = [
  ...[
    'lumineux',
    'traversant',
    'au calme',
    'vue dégagée',
    'refait à neuf',
    'parquet ancien',
    'cuisine ouverte',
  ],
  ...['poêle à bois', 'buanderie', 'suite parentale', 'moulures', 'double exposition', 'sans vis-à-vis'],
];

export const randomHash = (chance: RandomSource): string =>
  [chance.bits(), chance.bits()].map((half) => half.toString(16).padStart(8, '0')).join('');

/** Real municipalities of every size, and some that no gazetteer contains. */
export function createForeignTowns(seed: string): ForeignTown[] {
  const known = france
    .read()
    .divisions.filter(
      ({ type, centroid, population }) => type === 'MUNICIPALITY' && centroid && (population ?? 0) > 9_000,
    );
  const chance = createRandom(seed, 'places');
  const chosen = chance.some(known, 45);
  const real = chosen.map((division, at): ForeignTown => {
    const [longitude = 2, latitude = 47] = division.centroid ?? [];
    const beside = chosen[(at + 1) % chosen.length] ?? division;
    return {
      ...{
        name: division.name,
        postalCode: division.postalCodes[0] ?? '',
        insee: division.uniqueCode,
        longitude,
        latitude,
      },
      perMetre: 1_600 * Math.exp(Math.abs(chance.normal()) * 0.6),
      beside: { name: beside.name, postalCode: beside.postalCodes[0] ?? '' },
    };
  });
  const invented = INVENTED.map(
    (name, at): ForeignTown => ({
      ...{ name, postalCode: `2199${at}`, insee: undefined, longitude: 4.5 + at / 10, latitude: 47.3 },
      ...{ perMetre: 1_900, beside: { name: 'Dijon', postalCode: '21000' } },
    }),
  );
  return [...real, ...invented];
}

/** The homes of one site: mostly one, sometimes a stair of look-alikes, sometimes a programme. */
export function createForeignHomes(
  seed: string,
  place: ForeignTown,
  site: number,
  habits: ForeignHabits,
): ForeignHome[] {
  const chance = createRandom(seed, 'site', site);
  const shape = chance.weighted([
    ['one', 90],
    ['twins', habits.twins],
    ['programme', habits.programmes],
  ] as const);
  const count = shape === 'one' ? 1 : chance.whole(4, habits.mostFlats);
  const kind = shape === 'one' && chance.happens(0.45) ? 'HOUSE' : 'FLAT';
  const rooms =
    kind === 'HOUSE'
      ? chance.whole(3, 8)
      : chance.weighted([
          [1, 2],
          [2, 3],
          [3, 3],
          [4, 2],
          [5, 1],
        ]);
  const plan = {
    rooms,
    area: rooms * chance.between(15, 24) + 6,
    rent: shape !== 'programme' && chance.happens(0.25),
  };
  const common = {
    ...({ habits, place, site, kind, twin: count > 1 } as const),
    street: `${chance.pick(STREET_TYPES)} ${chance.pick(NAMES)}`,
    number: chance.whole(1, 90),
    quarter: chance.pick(QUARTERS),
    longitude: place.longitude + chance.normal() * 0.015,
    latitude: place.latitude + chance.normal() * 0.01,
    levels: chance.whole(3, 8),
    year: shape === 'programme' ? 2027 : chance.whole(1890, 2015),
    front: Array.from({ length: 2 }, () => randomHash(chance)),
    programme: shape === 'programme' ? `Domaine ${chance.pick(NAMES)}` : undefined,
    level: Math.exp(chance.normal() * 0.2),
  };
  return Array.from({ length: count }, (_, index) =>
    createForeignHome(seed, `p${site}-${index}`, { common, plan, index }),
  );
}

type SharedHomeFields = Omit<
  ForeignHome,
  | 'id'
  | 'lot'
  | 'area'
  | 'rooms'
  | 'rent'
  | 'kwh'
  | 'co2'
  | 'charges'
  | 'tax'
  | 'plot'
  | 'price'
  | 'shots'
  | 'traits'
  | 'phone'
>;
interface HomeDraft {
  common: SharedHomeFields;
  plan: { rooms: number; area: number; rent: boolean };
  index: number;
}

function createForeignHome(seed: string, id: string, { common, plan, index }: HomeDraft): ForeignHome {
  const chance = createRandom(seed, 'abode', id);
  const area =
    Math.round((plan.area + (index === 0 || chance.happens(0.4) ? 0 : chance.normal() * 1.5)) * 10) / 10;
  const worth =
    common.place.perMetre * common.level * area * Math.exp(chance.normal() * (common.twin ? 0.05 : 0.16));
  const price = plan.rent ? Math.round((worth * 0.0048 + 120) / 5) * 5 : Math.round(worth / 500) * 500;
  const kwh = chance.whole(45, 480);
  return {
    ...common,
    ...{ id, ...plan, area, price, kwh, co2: Math.round(kwh * chance.between(0.02, 0.3)) },
    level:
      common.kind === 'FLAT' ? (common.twin ? index % common.levels : chance.whole(0, common.levels)) : 0,
    lot:
      common.programme === undefined
        ? undefined
        : `${chance.pick(['A', 'B'])}${String(index + 1).padStart(2, '0')}`,
    charges: chance.whole(20, 380) * 10,
    tax: chance.whole(300, 3200),
    plot: chance.whole(60, 2400),
    shots: pickShots(chance, common),
    traits: chance.some(TRAITS, chance.whole(2, 6)),
    phone: `06${String(chance.whole(0, 99_999_999)).padStart(8, '0')}`,
  };
}

function pickShots(chance: RandomSource, { programme, front, twin, habits }: SharedHomeFields): string[] {
  if (programme !== undefined) return front;
  const own = Array.from({ length: chance.whole(2, 14) }, () => randomHash(chance));
  return twin && habits.sharedShots ? front : own;
}
