import type { RandomSource } from '../../src/world/random.ts';
import { createRandom } from '../../src/world/random.ts';
import { inEnglish } from './english.ts';
import type { ForeignHabits } from './habits.ts';
import { type ForeignHome, randomHash } from './homes.ts';

/** An advertiser with habits. */
export interface Office {
  name: string;
  phone: string;
  prefix: string;
  slogan: string;
  team: string[];
  fee: number;
  rounds: boolean;
  portals: readonly string[];
}

const PORTALS = ['maison-cible', 'vitrine-immo', 'clef-en-main', 'toit-et-moi', 'annonces-du-coin'];
const FIRST = ['Cabinet', 'Agence', 'Immo', 'Century', 'L’Adresse', 'Étude'];
const LAST = [
  'Perrin',
  'du Parc',
  'Lemoine',
  'Horizon',
  'Côté Sud',
  'Vidal',
  'Bellevue',
  'Marchand',
  'Atlas',
  'du Lac',
];
const SLOGANS = [
  'Forte de son expérience, notre équipe dynamique saura vous guider du studio au château avec passion et transparence.',
  'Parce que chaque projet est unique, nous mettons à votre service vingt ans de savoir-faire local et humain.',
  'Retrouvez tous nos biens et nos conseils en vitrine ; une question, un doute, nous sommes là du lundi au samedi.',
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques.',
];
const DEFAULT_MAX_FEE = 0.07;
/** What portals show where a photo is missing. */
const STOCK = ['8f3c5a1e77b2904d', 'c1d2e3f405162738', '5a5ac3c39696f00f'];

export function createOffice(seed: string, place: string, index: number): Office {
  const chance = createRandom(seed, 'office', place, index);
  return {
    name: `${chance.pick(FIRST)} ${chance.pick(LAST)}${chance.happens(0.3) ? ` ${place}` : ''}`,
    phone: `0${chance.whole(1, 5)}${String(chance.whole(0, 99_999_999)).padStart(8, '0')}`,
    prefix: chance.pick(['', 'A-', 'VAP', 'ref.', '75-']),
    slogan: chance.some(SLOGANS, chance.whole(1, 3)).join(' '),
    team: Array.from({ length: chance.whole(0, 3) }, () => randomHash(chance)),
    fee: chance.between(0.02, 0.07),
    rounds: chance.happens(0.5),
    portals: chance.some(PORTALS, chance.whole(1, 3)),
  };
}

/** What one advertiser states about one home; the same on every portal. */
export interface Mandate {
  home: ForeignHome;
  office: Office | undefined;
  rank: number;
  reference: string;
  asks: number;
  facts: Record<string, unknown>;
  text: { title: string; description: string };
  shots: string[];
}

export function createMandate(
  seed: string,
  home: ForeignHome,
  by: Office | undefined,
  rank: number,
): Mandate {
  const chance = createRandom(seed, 'mandate', home.id, rank);
  const asks =
    by === undefined || home.rent || home.programme || !chance.happens(home.habits.fees)
      ? home.price
      : Math.round((home.price * (1 + pickFee(by, home.habits))) / 100) * 100;
  return {
    ...{ home, office: by, rank, asks },
    reference: `${by?.prefix ?? ''}${chance.whole(10, 99_999)}`,
    facts: pickFacts(chance, home, by),
    text: writeText(
      chance,
      home,
      by,
      createRandom(seed, 'words', home.id, chance.happens(home.habits.takesWords) ? 0 : rank),
    ),
    shots: pickShots(chance, home, by, rank),
  };
}

/** Fees are drawn from 2 to 7 per cent; where the highest is more, all are scaled. */
const pickFee = ({ fee }: Office, { dearestFee }: ForeignHabits): number =>
  0.02 + ((fee - 0.02) / (DEFAULT_MAX_FEE - 0.02)) * (dearestFee - 0.02);

const flip = (chance: RandomSource, hash: string, most: number): string => {
  const digits = [...hash];
  for (let turns = chance.whole(0, most); turns > 0; turns -= 1) {
    const at = chance.whole(0, 15);
    digits[at] = (Number.parseInt(digits[at] ?? '0', 16) ^ (1 << chance.whole(0, 3))).toString(16);
  }
  return digits.join('');
};
const LETTERS = [70, 110, 180, 250, 330, 420];
const letter = (kwh: number): string => 'ABCDEFG'[LETTERS.findIndex((most) => kwh <= most)] ?? 'G';

function pickFacts(chance: RandomSource, home: ForeignHome, by: Office | undefined): Record<string, unknown> {
  const { slips, silence } = home.habits;
  const maybe = <Value>(share: number, value: Value): Value | undefined =>
    chance.happens(1 - Math.min(0.95, (1 - share) * silence)) ? value : undefined;
  const slip = (value: number, share: number): number =>
    chance.happens(share * slips) ? value + chance.pick([-1, 1]) : value;
  const area = by?.rounds
    ? Math.round(home.area / home.habits.areaStep) * home.habits.areaStep
    : chance.happens(0.06 * slips)
      ? home.area + chance.pick([-1, 1.2, 2])
      : home.area;
  const { programme, kind, rent } = home;
  const flat = kind === 'FLAT';
  return {
    propertyType: kind,
    transactionType: rent ? 'RENT' : 'SELL',
    constructionStatus: programme && chance.happens(0.7) ? 'NEW' : undefined,
    area: maybe(0.97, {
      displayed: chance.happens(0.2) ? String(area) : area,
      unit: 'SQM',
      land: flat ? undefined : maybe(0.6, { value: home.plot, unit: 'SQM' }),
    }),
    rooms: maybe(0.85, Math.max(1, slip(home.rooms, 0.03))),
    bedrooms: maybe(0.6, Math.max(0, slip(home.rooms - 1, 0.04))),
    floor: flat ? maybe(0.6, floorOf(home, Math.max(0, slip(home.level, 0.025)))) : undefined,
    buildingFloors: flat ? maybe(0.4, home.levels) : undefined,
    constructionYear: maybe(0.45, home.year),
    condominiumFees:
      flat && !rent ? maybe(0.4, { total: home.charges, currency: 'EUR', frequency: 'YEARLY' }) : undefined,
    propertyTax: rent
      ? undefined
      : maybe(0.3, { amount: slip(home.tax, 0.05), currency: 'EUR', frequency: 'YEARLY' }),
    condition: maybe(0.3, 'EXCELLENT'),
    diagnostic: programme ? undefined : maybe(0.75, diagnostic(chance, home)),
    elevator: flat ? maybe(0.5, home.levels > 4) : undefined,
    balcony: flat ? maybe(0.35, home.kwh % 2 === 0 ? 'oui' : 'non') : undefined,
    cellar: flat ? maybe(0.35, home.tax % 3 === 0) : undefined,
  };
}

const floorOf = ({ habits }: ForeignHome, floor: number): number | string =>
  habits.floorWords ? (NTH[floor] ?? `${floor}e`) : floor;

function diagnostic(chance: RandomSource, { kwh, co2 }: ForeignHome): unknown {
  const old = chance.happens(0.04) ? chance.whole(-60, 60) : 0;
  const value = Math.max(20, kwh + old);
  const rating = letter(value);
  return {
    type: 'DPE',
    scores: {
      ENERGY_CONSUMPTION: chance.happens(0.55) ? { rating, value, unit: 'KWH_EP_PER_SQM_YEAR' } : { rating },
      CARBON_EMISSIONS: chance.happens(0.4)
        ? { value: co2, rating: letter(co2 * 8), unit: 'KG_CO2E_PER_SQM_YEAR' }
        : undefined,
    },
  };
}

const NTH = [
  'rez-de-chaussée',
  '1er étage',
  '2ème étage',
  '3ème étage',
  '4e étage',
  '5ème étage',
  '6ème étage',
  '7e étage',
  '8ème étage',
];

function writeText(
  chance: RandomSource,
  home: ForeignHome,
  by: Office | undefined,
  own: RandomSource,
): Mandate['text'] {
  const { rooms, area, level, kind, programme, place, traits, lot } = home;
  const what =
    kind === 'HOUSE'
      ? own.pick(['Maison', 'Pavillon', 'Villa'])
      : own.pick(['Appartement', 'Appart.', `T${rooms}`, `F${rooms}`]);
  const shownLot = lot !== undefined && own.happens(0.6) ? ` lot n°${lot}` : '';
  if (home.habits.english) return inEnglish(home, by?.slogan, own);
  if (programme !== undefined) {
    const vefa = own.happens(0.6) ? 'Vendu en VEFA. ' : '';
    return {
      title: `${programme} ${what}${shownLot}`,
      description: `${programme} : une adresse rare à ${place.name}, des prestations soignées, de beaux espaces extérieurs et un stationnement privatif. ${vefa}${by?.slogan ?? ''}`,
    };
  }
  const at = kind === 'FLAT' && own.happens(0.4) ? ` au ${NTH[level] ?? NTH[8]}` : '';
  const stated = own.some(traits, own.whole(1, traits.length)).join(', ');
  return {
    title: own.pick([
      `${what} ${Math.round(area)} m2`,
      `${what} ${place.name}`,
      `A saisir ${what} ${home.quarter}`,
    ]),
    description:
      `${own.pick(['Coup de cœur !', 'Rare sur le secteur.', 'À découvrir.', 'Idéal investisseur.'])} ${what}${at}, ${stated}. ` +
      `${own.pick(['Vous apprécierez', 'On aime', 'Atout majeur :'])} ${own.pick(traits)} et ${own.pick(['les écoles à pied', 'le tram à deux pas', 'le marché du dimanche', 'un environnement verdoyant'])}. ` +
      (by === undefined ? 'Vente entre particuliers.' : chance.happens(0.9) ? by.slogan : ''),
  };
}

function pickShots(chance: RandomSource, home: ForeignHome, by: Office | undefined, rank: number): string[] {
  const taken = rank === 0 || home.programme !== undefined || chance.happens(home.habits.takesPictures);
  const own = taken
    ? home.shots.map((hash) => flip(chance, hash, rank === 0 ? 0 : 6))
    : home.shots.map(() => randomHash(chance));
  const front = taken ? home.front.filter(() => chance.happens(home.twin ? 0.5 : 0.2)) : [];
  const team = (by?.team ?? []).filter(() => chance.happens(0.7));
  const stock = chance.happens(home.habits.stock) ? [chance.pick(STOCK)] : [];
  return [...own.filter(() => chance.happens(0.9)), ...front, ...team, ...stock];
}

export const alterShotHash = flip;
