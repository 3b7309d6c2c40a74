import type { Claims, ListingState } from '../properties/listing-state.ts';
import { type Flags, readFlags } from './feature-flags.ts';
import {
  type Advertiser,
  areaInMetres,
  comparisonsFromText,
  isNewBuild,
  normaliseAdvertiser,
  packPhotoHashes,
  restoreDecimalPoint,
  splitAddress,
  toMonthly,
} from './feature-parts.ts';
import type { Comparison } from './levels.ts';
import { buildShingles, hashRareWords } from './words.ts';

/**
 * Moves when the same listing would give another feature or other keys, or a pair another level. Weights fitted for
 * another version are refused, and keys posted by another version are posted again with the listing's next change.
 */
export const FEATURE_VERSION = 12;

/** What identity compares: the facts of one listing, small and plain, so that they can be stored and read back by the dozen. */
export interface ListingFeature extends Advertiser {
  listingId: string;
  source: string;
  transaction: string | undefined;
  type: string | undefined;
  /** The municipality, or the district of one that has them; of a place that no gazetteer knows, its name. */
  zone: string | undefined;
  department: string | undefined;
  neighbourhood: string | undefined;
  street: string | undefined;
  number: string | undefined;
  /** Longitude, latitude, and whether they mean a spot and not a quarter. */
  point: [number, number] | undefined;
  precise: boolean;
  area: number | undefined;
  /** Its other indoor areas, where it states some: the law's and the dweller's differ, and another may display either. */
  otherAreas?: number[] | undefined;
  rooms: number | undefined;
  bedrooms: number | undefined;
  bathrooms: number | undefined;
  floor: number | undefined;
  /** Of the building. */
  floors: number | undefined;
  land: number | undefined;
  year: number | undefined;
  /** Per month. */
  charges: number | undefined;
  tax: number | undefined;
  certificate: string | undefined;
  kwh: number | undefined;
  co2: number | undefined;
  letter: string | undefined;
  lot: string | undefined;
  newBuild: boolean;
  /** Every price it has shown, the newest last. */
  prices: number[];
  /**
   * What the seller receives of its latest price, where it says: agencies put their fees on top of one and the same. Of a
   * rent, the same with or without charges.
   */
  net?: number | undefined;
  /** Two 32-bit halves a photo. */
  photos: number[];
  /** The smallest hashes of its three-word shingles, sorted. */
  shingles: number[];
  /** Hashes of the rare words of its text, sorted. */
  words: number[];
  /** The boxes it ticks or leaves empty on purpose, and what else has few answers: how it is heated, which way it faces. */
  flags: Flags;
  /** The comparisons for which its text had to speak, if any. */
  read?: readonly Comparison[];
  /** Milliseconds: first seen, and gone (undefined while live). */
  from: number;
  to: number | undefined;
}

const MAX_PRICES = 6;
/** "1 €" stands for no price: it would contradict every true one, and meet every other such advert. */
const MAX_PLACEHOLDER_PRICE = 10;

/** Its members are in the order of `packed-feature.ts`: features that are built and those that are read have one shape. */
export function buildFeature(state: ListingState): ListingFeature {
  const { claims } = state;
  const location = locationFeature(state);
  const dwelling = dwellingFeature(claims);
  const energy = energyFeature(claims);
  const advertiser = normaliseAdvertiser(state.publisher);
  const { title = '', description = '' } = claims.body ?? {};
  return {
    listingId: state.id,
    source: state.source.slug,
    transaction: claims.transaction?.type,
    type: claims.propertyType,
    zone: location.zone,
    department: location.department,
    neighbourhood: location.neighbourhood,
    street: location.street,
    number: location.number,
    point: location.point,
    precise: location.precise,
    area: dwelling.area,
    otherAreas: dwelling.otherAreas,
    rooms: dwelling.rooms,
    bedrooms: dwelling.bedrooms,
    bathrooms: dwelling.bathrooms,
    floor: dwelling.floor,
    floors: dwelling.floors,
    land: dwelling.land,
    year: dwelling.year,
    charges: dwelling.charges,
    tax: dwelling.tax,
    certificate: energy.certificate,
    kwh: energy.kwh,
    co2: energy.co2,
    letter: energy.letter,
    lot: state.lot,
    newBuild: isNewBuild(claims, state.createdAt),
    prices: listPrices(state),
    net: deriveNetPrice(claims),
    flags: readFlags(state),
    read: comparisonsReadIn(state),
    from: state.createdAt.getTime(),
    to: state.expiredAt?.getTime(),
    agency: advertiser.agency,
    reference: advertiser.reference,
    privatePhone: advertiser.privatePhone,
    phone: advertiser.phone,
    photos: packPhotoHashes(state.pictures),
    shingles: buildShingles(description),
    words: hashRareWords([title, description], claims.location?.city?.name ?? state.statedCity ?? ''),
  };
}

const listPrices = ({ prices }: ListingState): number[] =>
  [...new Set(prices.map(({ price }) => price))]
    .filter((price) => price > MAX_PLACEHOLDER_PRICE)
    .slice(-MAX_PRICES);

function locationFeature(state: ListingState) {
  const { claims, statedCity } = state;
  const { location } = claims;
  const zone = location?.district ?? location?.city;
  const [longitude, latitude] = location?.geometry?.coordinates ?? [];
  const accuracy = location?.accuracy;
  const known =
    longitude !== undefined && latitude !== undefined && accuracy !== 'CITY' && accuracy !== 'UNKNOWN';
  const neighbourhood = nameNeighbourhood(state) ?? readNeighbourhood(claims.body?.description);
  return {
    zone: zone?.uniqueCode ?? zone?.id ?? (statedCity === undefined ? undefined : normaliseName(statedCity)),
    department: departmentOf(zone?.uniqueCode),
    neighbourhood: neighbourhood === undefined ? undefined : normaliseName(neighbourhood),
    ...splitAddress(location?.address),
    point: known ? ([longitude, latitude] as [number, number]) : undefined,
    precise: accuracy === 'PRECISE' || accuracy === 'STREET',
  };
}

const nameNeighbourhood = ({
  claims,
  statedNeighborhood,
}: Pick<ListingState, 'claims' | 'statedNeighborhood'>): string | undefined =>
  claims.location?.neighborhood?.name ?? statedNeighborhood;

function comparisonsReadIn(state: ListingState): readonly Comparison[] {
  const read = comparisonsFromText(state.readFromText);
  const isQuarterRead =
    nameNeighbourhood(state) === undefined && readNeighbourhood(state.claims.body?.description) !== undefined;
  return isQuarterRead ? [...read, 'neighbourhood'] : read;
}

/** Capitalised words, with the small ones between them: "Jardin des Plantes". */
const NAMED_QUARTER =
  /\bquartiers? (?:de |du |des |de la |de l.|d.)?(\p{Lu}[\p{L}’'-]*(?:[ -](?:(?:de|du|des|la|le|les|en|sur|aux?|et)[ -]){0,2}(?:[dl][’'])?\p{Lu}[\p{L}’'-]*)*)/u;

/** The quarter that a text names where no field does: "Quartier Saint-Michel, au calme". */
const readNeighbourhood = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : (NAMED_QUARTER.exec(lowerFirst(text))?.[1] ?? undefined);

/** "Quartier" may begin a sentence. */
const lowerFirst = (text: string): string => text.replaceAll('Quartier', 'quartier');

/** The overseas departments have three digits. */
export const departmentOf = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : code.slice(0, code.startsWith('97') ? 3 : 2);

const normaliseName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

function dwellingFeature({ area, unit, building, pricing, propertyType }: Claims) {
  const flat = propertyType === 'FLAT' || propertyType === undefined;
  return {
    ...areaFeature(area, propertyType === 'FLAT' || propertyType === 'HOUSE' ? countRooms(unit) : undefined),
    rooms: unit?.rooms,
    bedrooms: unit?.bedrooms,
    bathrooms: washrooms(unit?.bathrooms, unit?.showerRooms),
    floor: flat ? statedFloor(unit, building?.floors) : undefined,
    land: areaInMetres(area?.land?.value, area?.land?.unit),
    floors: flat ? building?.floors : undefined,
    year: building?.constructionYear,
    charges: toMonthly(pricing?.sale?.fees?.condominium?.total, pricing?.sale?.fees?.condominium?.frequency),
    tax: toMonthly(
      pricing?.sale?.fees?.taxes?.propertyTax?.amount,
      pricing?.sale?.fees?.taxes?.propertyTax?.frequency,
    ),
  };
}

/** A floor well above the roof of its own building is a slip. */
const MAX_FLOORS_ABOVE_TOP = 1;

function statedFloor(unit: Claims['unit'], floors: number | undefined): number | undefined {
  const floor = unit?.floor ?? (unit?.groundFloor === true ? 0 : undefined);
  const isSlip = floor !== undefined && floors !== undefined && floor > floors + MAX_FLOORS_ABOVE_TOP;
  return isSlip ? undefined : floor;
}

/** At least: a bedroom is one of the rooms. */
const countRooms = (unit: Claims['unit']): number | undefined =>
  unit?.rooms ?? (unit?.bedrooms === undefined ? undefined : unit.bedrooms + 1);

function areaFeature(area: Claims['area'], rooms: number | undefined) {
  const { living, total, legal } = area?.indoor ?? {};
  const [first, ...others] = [
    ...new Set(
      [area?.displayed, living, total, legal?.value]
        .flatMap((value) => areaInMetres(value, area?.unit) ?? [])
        .map((metres) => restoreDecimalPoint(metres, rooms)),
    ),
  ];
  return { area: first, otherAreas: others.length === 0 ? undefined : others };
}

/** A fee in per cent is one of what the seller receives. */
function deriveNetPrice({ pricing, transaction }: Claims): number | undefined {
  if (transaction?.type === 'RENT') return deriveOtherRent(pricing);
  const { netPrice, fees } = pricing?.sale ?? {};
  const { percentage, includedInPrice } = fees?.agency ?? {};
  if (netPrice !== undefined || pricing?.displayed === undefined) return netPrice;
  if (percentage === undefined || includedInPrice !== true) return undefined;
  return Math.round(pricing.displayed / (1 + percentage / 100));
}

/** The same rent without its charges, or with them: another portal may show it so. */
function deriveOtherRent(pricing: Claims['pricing']): number | undefined {
  const { rent, fees } = pricing?.rental ?? {};
  const { amount = 0, frequency = rent?.frequency } = fees?.charges ?? {};
  if (pricing?.displayed === undefined || rent?.includesCharges === undefined) return undefined;
  if (amount <= 0 || frequency !== rent.frequency) return undefined;
  return rent.includesCharges ? pricing.displayed - amount : pricing.displayed + amount;
}

/** A bathroom with a shower is one or the other to different agents. */
const washrooms = (baths: number | undefined, showers: number | undefined): number | undefined =>
  baths === undefined && showers === undefined ? undefined : (baths ?? 0) + (showers ?? 0);

function energyFeature({ unit }: Claims) {
  const scores = unit?.diagnostic?.scores;
  const reference = unit?.diagnostic?.reference?.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  return {
    certificate: reference === undefined || reference.length < 8 ? undefined : reference,
    kwh: scores?.ENERGY_CONSUMPTION?.value,
    co2: scores?.CARBON_EMISSIONS?.value,
    letter: scores?.ENERGY_CONSUMPTION?.rating,
  };
}

export const hasFiguresOnly = ({ photos, shingles, agency, phone, reference }: ListingFeature): boolean =>
  photos.length === 0 &&
  shingles.length === 0 &&
  agency === undefined &&
  phone === undefined &&
  reference === undefined;

/** Whether neither listing has a text, photo or advertiser to compare. */
export const areFiguresOnly = (one: ListingFeature, other: ListingFeature): boolean =>
  hasFiguresOnly(one) && hasFiguresOnly(other);
