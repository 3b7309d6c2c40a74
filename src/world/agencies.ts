import { createRandom, type RandomSource } from './random.ts';
import type { WorldTown } from './towns.ts';
import { AGENCY_FORMS, CLOSINGS, LEGAL, NEIGHBOURHOODS, NETWORKS, SURNAMES } from './words.ts';

/** A site with adverts, and its habits. */
export interface Portal {
  source: string;
  /** The URL of an advert there. */
  path: string;
  /** Shares of members it omits entirely. */
  drops: readonly string[];
  hashesPhotos: boolean;
  /** It truncates descriptions after so many letters. */
  maxChars?: number;
}

export const PORTALS: readonly Portal[] = [
  { source: 'figures-immo', path: 'annonces', drops: [], hashesPhotos: true },
  {
    source: 'le-bon-toit',
    path: 'ventes_immobilieres',
    drops: ['propertyTax', 'condominiumFees'],
    hashesPhotos: true,
    maxChars: 700,
  },
  { source: 'logis-direct', path: 'bien', drops: ['constructionYear'], hashesPhotos: true },
  {
    source: 'toitures-online',
    path: 'detail',
    drops: ['bedrooms', 'propertyTax'],
    hashesPhotos: true,
    maxChars: 420,
  },
  { source: 'pap-voisin', path: 'a', drops: [], hashesPhotos: true },
  { source: 'agences-reunies', path: 'offre', drops: ['reference'], hashesPhotos: false },
];

export interface Agency {
  key: string;
  name: string;
  phone: string;
  email: string;
  website: string;
  card: string;
  portals: readonly Portal[];
  /** Its share of the price, when it adds its fee to the owner's price. */
  fee: number;
  /** How it writes areas and prices. */
  area: 'exact' | 'rounded' | 'down';
  priceStep: number;
  referencePrefix: string;
  /** The sentences it appends to every advert. */
  boilerplate: string;
  genericPhotos: string[];
  style: number;
}

export const randomPhoneNumber = (chance: RandomSource, first: string): string =>
  `${first}${Array.from({ length: 4 }, () => String(chance.whole(0, 99)).padStart(2, '0')).join('')}`;

export const randomPhotoHash = (chance: RandomSource): string =>
  [chance.bits(), chance.bits()].map((half) => half.toString(16).padStart(8, '0')).join('');

/** The agencies of a town: the same for the same seed, whatever else is in the world. */
export function generateAgencies(seed: string, town: WorldTown, count: number): Agency[] {
  return Array.from({ length: count }, (_, index) =>
    createAgency(createRandom(seed, 'agency', town.inseeCode, index), town, index),
  );
}

function createAgency(chance: RandomSource, town: WorldTown, index: number): Agency {
  const surname = chance.pick(SURNAMES);
  const name = chance
    .pick(AGENCY_FORMS)
    .replace('{name}', surname)
    .replace('{network}', chance.pick(NETWORKS))
    .replace('{town}', `${town.cityName} ${chance.pick(NEIGHBOURHOODS)}`);
  const slug = `${surname
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z]/g, '')}-${town.inseeCode}-${index}`;
  const own: Portal = {
    source: `agence-${slug}`,
    path: 'nos-biens',
    drops: [],
    hashesPhotos: chance.happens(0.7),
  };
  return {
    key: slug,
    name,
    phone: randomPhoneNumber(chance, chance.pick(['01', '04', '05', '09'])),
    email: `contact@${slug}.example`,
    website: `https://www.${slug}.example`,
    card: `CPI ${town.department}01 20${chance.whole(15, 24)} 000 ${String(chance.whole(0, 999_999)).padStart(6, '0')}`,
    portals: [...chance.some(PORTALS, chance.whole(1, 3)), ...(chance.happens(0.3) ? [own] : [])],
    fee: chance.between(0.03, 0.06),
    area: chance.weighted([
      ['exact', 55],
      ['rounded', 30],
      ['down', 15],
    ] as const),
    priceStep: chance.weighted([
      [1, 15],
      [100, 10],
      [500, 15],
      [1000, 40],
      [5000, 20],
    ]),
    referencePrefix: chance.pick(['', 'VA', 'VM', 'REF-', `${surname.slice(0, 2).toUpperCase()}`, 'M']),
    boilerplate: pickBoilerplate(chance, name),
    genericPhotos: Array.from({ length: chance.whole(0, 2) }, () => randomPhotoHash(chance)),
    style: chance.whole(0, 4),
  };
}

function pickBoilerplate(chance: RandomSource, name: string): string {
  const own = [
    `${name} vous accompagne dans tous vos projets immobiliers depuis ${chance.whole(1970, 2015)}.`,
    chance.pick(CLOSINGS),
    chance.happens(0.5) ? 'Honoraires à la charge du vendeur, barème consultable en agence.' : '',
    chance.happens(0.6) ? LEGAL : '',
  ];
  return own.filter((sentence) => sentence !== '').join(' ');
}
