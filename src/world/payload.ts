import type { Payload } from '../ingest/payload.ts';
import type { WorldAdvert } from './adverts.ts';
import { buildAdvertPhotos, type WorldPhoto } from './photos.ts';
import { present } from './present.ts';
import { createRandom, type RandomSource } from './random.ts';
import { buildStatedFacts } from './stated.ts';
import { generateText } from './text.ts';
import { NEIGHBOURHOODS } from './words.ts';

/** The state of an advert on one day. */
export interface AdvertDisplay {
  price: number | undefined;
  photos: boolean;
  /** The text was rewritten. */
  edition: number;
  publishedAt: string;
}

export interface WorldSettings {
  seed: string;
  /** The noise of the statements; 1 is normal. */
  noise: number;
  /** The URLs of photos; by default they lead nowhere. */
  photoUrl?: ((photo: WorldPhoto) => string) | undefined;
}

const COORDINATES = { none: 0.33, blurred: 0.55, precise: 0.08 };
const BLUR_DEGREES = 0.006;

export function buildPayload(
  { seed, noise, photoUrl }: WorldSettings,
  advert: WorldAdvert,
  showing: AdvertDisplay,
): Payload {
  const chance = createRandom(seed, 'payload', advert.seed);
  const { offer, portal } = advert;
  const words = generateText(seed, offer);
  const description = showing.edition > 0 ? `${words.description} Prix révisé.` : words.description;
  const payload = present<Payload>({
    publishedAt: showing.publishedAt,
    title: words.title,
    description: portal.maxChars === undefined ? description : description.slice(0, portal.maxChars),
    ...buildStatedFacts(seed, offer, noise),
    displayedPrice: showing.price,
    currency: 'EUR',
    location: pickLocation(chance, advert, noise),
    publisher: buildPublisher(chance, advert),
    pictures: showing.photos ? buildAdvertPhotos(seed, advert, photoUrl) : [],
  });
  const droppable: Record<string, unknown> = payload;
  for (const member of portal.drops) delete droppable[member];
  return payload;
}

function pickLocation(chance: RandomSource, { offer }: WorldAdvert, noise: number): Payload['location'] {
  const { building } = offer.home;
  const { town } = building;
  const named = createRandom(offer.seed, 'place', town.inseeCode);
  const shownStreet = named.happens(building.programme === undefined ? 0.14 : 0.5);
  const number = shownStreet && named.happens(0.45) ? `${building.number} ` : '';
  const elsewhere =
    named.happens(0.018 * noise) && town.neighbours.length > 0
      ? createRandom(offer.seed, 'elsewhere').pick(town.neighbours)
      : undefined;
  return present<NonNullable<Payload['location']>>({
    countryCode: 'FR',
    city: elsewhere?.name ?? pickCityText(chance, town.cityName),
    postalCode:
      elsewhere?.postalCode ??
      (chance.happens(0.008 * noise) ? `${town.department.slice(0, 2)}000` : town.postalCode),
    inseeCode: chance.happens(0.3) ? (elsewhere?.inseeCode ?? town.inseeCode) : undefined,
    neighborhood: named.happens(0.42) ? pickQuarter(named, building.neighbourhood, noise) : undefined,
    address: shownStreet ? `${number}${building.street}` : undefined,
    ...pickCoordinates(chance, offer.home.building, shownStreet),
  });
}

/** The border between two quarters is the agent's own opinion. */
const pickQuarter = (chance: RandomSource, truly: string, noise: number): string =>
  chance.happens(0.09 * noise) ? chance.pick(NEIGHBOURHOODS) : truly;

const pickCityText = (chance: RandomSource, name: string): string =>
  chance.weighted([
    [name, 80],
    [name.toUpperCase(), 12],
    [name.replaceAll('-', ' ').replace(/^Saint /, 'St '), 8],
  ]);

function pickCoordinates(
  chance: RandomSource,
  { longitude, latitude, town }: WorldAdvert['offer']['home']['building'],
  shownStreet: boolean,
): Pick<NonNullable<Payload['location']>, 'coordinates' | 'accuracy'> {
  const drawn = chance.unit();
  const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
  if (drawn < COORDINATES.none) return {};
  if (drawn < COORDINATES.none + COORDINATES.blurred) {
    const blur = (): number => chance.normal() * BLUR_DEGREES * 0.4;
    return {
      coordinates: [round(longitude + blur()), round(latitude + blur())],
      accuracy: shownStreet ? 'STREET' : 'NEIGHBORHOOD',
    };
  }
  if (drawn < COORDINATES.none + COORDINATES.blurred + COORDINATES.precise)
    return { coordinates: [round(longitude), round(latitude)], accuracy: 'PRECISE' };
  return chance.happens(0.5)
    ? { coordinates: [round(town.longitude), round(town.latitude)], accuracy: 'CITY' }
    : { coordinates: [round(latitude), round(longitude)] };
}

function buildPublisher(chance: RandomSource, { offer, portal }: WorldAdvert): Payload['publisher'] {
  const { agency, reference, ownerPhone } = offer;
  if (agency === undefined) return { publisherType: 'PRIVATE_INDIVIDUAL', contact: { phone: ownerPhone } };
  const spelled = chance.weighted([
    [agency.name, 75],
    [agency.name.toUpperCase(), 15],
    [`SARL ${agency.name}`, 5],
    [agency.name.normalize('NFKD').replace(/\p{Mark}/gu, ''), 5],
  ]);
  return present<NonNullable<Payload['publisher']>>({
    publisherType: 'REAL_ESTATE_AGENCY',
    agencyName: chance.happens(0.95) ? spelled : undefined,
    professionalCardNumber: chance.happens(0.3) ? agency.card : undefined,
    website: chance.happens(0.4) ? agency.website : undefined,
    mandate: offer.exclusive && chance.happens(0.6) ? 'EXCLUSIVE' : undefined,
    reference: portal.drops.includes('reference') || chance.happens(0.16) ? undefined : reference,
    contact: present<NonNullable<NonNullable<Payload['publisher']>['contact']>>({
      phone: chance.happens(0.8) ? agency.phone : undefined,
      email: chance.happens(0.3) ? agency.email : undefined,
    }),
  });
}
