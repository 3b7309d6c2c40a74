import { type Agency, generateAgencies, PORTALS, type Portal, randomPhoneNumber } from './agencies.ts';
import type { WorldHome } from './homes.ts';
import { createRandom, type RandomSource } from './random.ts';
import type { Site } from './sites.ts';
import type { WorldTown } from './towns.ts';

/** A seller of a home: an agency under a mandate, or the owner. */
export interface WorldOffer {
  home: WorldHome;
  agency: Agency | undefined;
  ownerPhone: string;
  exclusive: boolean;
  reference: string;
  /** It reuses the pictures of an earlier offer. */
  sharesPhotos: boolean;
  /** It repeats the text of the first offer. */
  copiesText: boolean;
  /** Its markup on the owner's price, as a factor. */
  markUp: number;
  /** Its position in the order of offers of the home. */
  rank: number;
  seed: string;
}

/** One advert: an offer on one portal under one URL. */
export interface WorldAdvert {
  offer: WorldOffer;
  portal: Portal;
  url: string;
  seed: string;
  /** The number of its repost, when an advert was taken down and put up again. */
  turn: number;
}

const AGENCIES_PER_WEIGHT = 3;
const MIN_AGENCIES = 8;
const agencyCache = new Map<string, Agency[]>();

function loadAgencies(seed: string, town: WorldTown): Agency[] {
  const key = `${seed}|${town.inseeCode}`;
  let known = agencyCache.get(key);
  if (known === undefined) {
    known = generateAgencies(seed, town, MIN_AGENCIES + town.weight * AGENCIES_PER_WEIGHT);
    agencyCache.set(key, known);
  }
  return known;
}

/** The offers of the homes of a site. Neighbours of a building often use the same agency. */
export function generateOffers(seed: string, site: Site): WorldOffer[] {
  const agencies = loadAgencies(seed, site.town);
  const chance = createRandom(seed, 'offers', site.index);
  const usual = chance.some(agencies, 3);
  return site.homes.flatMap((home) => {
    const drawn = createRandom(seed, 'offers', home.id);
    if (site.programme) return programmeOffers(drawn, home, usual);
    return marketOffers(drawn, home, home.lookAlike ? [...usual, ...usual, ...agencies] : agencies);
  });
}

function programmeOffers(chance: RandomSource, home: WorldHome, sellers: readonly Agency[]): WorldOffer[] {
  const count = chance.whole(1, Math.min(3, sellers.length));
  return sellers.slice(0, count).map((agency, rank) => ({
    ...createOffer(chance, home, agency, rank),
    sharesPhotos: true,
    copiesText: chance.happens(0.6),
    markUp: 1,
  }));
}

function marketOffers(chance: RandomSource, home: WorldHome, agencies: readonly Agency[]): WorldOffer[] {
  const exclusive = chance.happens(0.25);
  const count = exclusive
    ? 1
    : chance.weighted([
        [1, 30],
        [2, 32],
        [3, 20],
        [4, 11],
        [6, 7],
      ]);
  const chosen = [...new Set(chance.some(agencies, count * 2))].slice(0, count);
  const offers = chosen.map((agency, rank) => ({ ...createOffer(chance, home, agency, rank), exclusive }));
  return chance.happens(exclusive ? 0.02 : 0.14)
    ? [...offers, createOffer(chance, home, undefined, chosen.length)]
    : offers;
}

function createOffer(
  chance: RandomSource,
  home: WorldHome,
  agency: Agency | undefined,
  rank: number,
): WorldOffer {
  return {
    home,
    agency,
    ownerPhone: chance.happens(0.92) ? home.ownerPhone : randomPhoneNumber(chance, '06'),
    exclusive: false,
    reference: `${agency?.referencePrefix ?? ''}${chance.whole(100, 99_999)}`,
    sharesPhotos: rank > 0 && chance.happens(agency === undefined ? 0.35 : 0.42),
    copiesText: rank > 0 && chance.happens(0.14),
    markUp: agency === undefined ? 1 - chance.between(0, 0.05) : markUp(chance, agency),
    rank,
    seed: `${home.id}/${rank}`,
  };
}

/** Mostly the owner states one price to all; else each agency adds its fee. */
const markUp = (chance: RandomSource, { fee }: Agency): number =>
  chance.happens(0.6) ? 1 : 1 + (fee - 0.04) * chance.between(0.8, 2.4);

/** The adverts of an offer, one a portal. */
export function generateAdverts(seed: string, offer: WorldOffer): WorldAdvert[] {
  const chance = createRandom(seed, 'adverts', offer.seed);
  const owners = PORTALS.filter(({ source }) => source === 'pap-voisin' || source === 'le-bon-toit');
  const portals = offer.agency?.portals ?? chance.some(owners, chance.whole(1, 2));
  const shown = portals.filter((_, index) => index === 0 || chance.happens(0.75));
  return shown.map((portal) => createAdvert(seed, offer, portal, 0));
}

export function createAdvert(seed: string, offer: WorldOffer, portal: Portal, turn: number): WorldAdvert {
  const own = `${offer.seed}/${portal.source}/${turn}`;
  const digits = createRandom(seed, 'url', own);
  const number = `${digits.whole(100_000, 999_999)}${digits.whole(100_000, 999_999)}`;
  const url = `https://www.${portal.source}.example/${portal.path}/${number}`;
  return { offer, portal, url, seed: own, turn };
}
