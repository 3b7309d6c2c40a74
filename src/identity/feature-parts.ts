import { countBits } from '../lib/count-bits.ts';
import { foldText } from '../lib/text.ts';
import type { ClaimedPicture, Claims, ListingState } from '../properties/listing-state.ts';
import { normalizeAgencyName } from '../properties/publishers/identity.ts';
import type { Comparison } from './levels.ts';

interface AddressParts {
  street: string | undefined;
  number: string | undefined;
}

const NUMBERED = /^\s*(\d{1,4})\s*(bis|ter|quater|[a-d](?=[\s,]))?[\s,]+(.+)$/;
const STREET_KINDS =
  /\b(?:rue|r|avenue|av|ave|boulevard|bd|bld|blvd|place|pl|allee|all|impasse|imp|cours|chemin|ch|route|rte|quai|square|sq|passage|faubourg|fg|residence)\b\.?/g;
const LINKING = /\b(?:de|du|des|la|le|les|l|d|et)\b/g;
const MIN_STREET_CHARS = 3;

/** The street by its telling words and the number with its repetition: "12 bis, av. du Gal de Gaulle" and "12bis avenue Gal De Gaulle" agree. */
export function splitAddress(address: string | undefined): AddressParts {
  if (address === undefined) return { street: undefined, number: undefined };
  const text = foldText(address);
  const [, digits, repetition, rest] = NUMBERED.exec(text) ?? [];
  const line = (rest ?? text).replace(/\b\d{5}\b.*$/, '').split(',')[0] ?? '';
  const street = line
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(STREET_KINDS, ' ')
    .replace(LINKING, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const known = street.length >= MIN_STREET_CHARS;
  return {
    street: known ? street : undefined,
    number: known && digits !== undefined ? `${digits}${repetition?.charAt(0) ?? ''}` : undefined,
  };
}

/** Who advertises, reduced to what different portals write alike. */
export interface Advertiser {
  agency: string | undefined;
  /** The reference without its letters: portals put prefixes before it. */
  reference: string | undefined;
  /** Of a private person: such a number names one seller. */
  privatePhone: string | undefined;
  phone: string | undefined;
}

const MIN_REFERENCE_DIGITS = 3;
const PHONE_DIGITS = 9;

export function normaliseAdvertiser(publisher: ListingState['publisher']): Advertiser {
  const phone = publisher?.contact?.phone?.replace(/\D/g, '').slice(-PHONE_DIGITS);
  const called = phone !== undefined && phone.length === PHONE_DIGITS ? phone : undefined;
  const own = publisher?.publisherType === 'PRIVATE_INDIVIDUAL';
  return {
    agency:
      own || publisher?.agencyName === undefined ? undefined : normalizeAgencyName(publisher.agencyName),
    reference: referenceDigits(publisher?.reference),
    privatePhone: own ? called : undefined,
    phone: called,
  };
}

interface Contact extends Pick<Advertiser, 'agency' | 'phone'> {
  listingId: string;
}

/**
 * Who advertises each of these listings. A portal may leave out the name of an office or its phone: what the others of
 * its adverts state completes it, so that one office is never counted as two. Offices of one name with two phones are two.
 */
export function identifyAdvertisers(listings: readonly Contact[]): string[] {
  const phonesByAgency = new Map<string, Set<string>>();
  for (const { agency, phone } of listings) {
    if (agency === undefined || phone === undefined) continue;
    phonesByAgency.set(agency, (phonesByAgency.get(agency) ?? new Set()).add(phone));
  }
  return listings.map(({ listingId, agency, phone }) => {
    if (phone !== undefined) return phone;
    const [only, another] = phonesByAgency.get(agency ?? '') ?? [];
    return (another === undefined ? only : undefined) ?? agency ?? listingId;
  });
}

/** Agents number the re-posts of one mandate: "44030-12" is mandate 44030. A shorter stem may be a year or a branch. */
const REPOST_SUFFIX = /(?<!\d)(\d{5,})[-_/]\d{1,2}$/;

function referenceDigits(reference: string | undefined): string | undefined {
  const digits = reference?.trim().replace(REPOST_SUFFIX, '$1').replace(/\D/g, '').replace(/^0+/, '');
  return digits !== undefined && digits.length >= MIN_REFERENCE_DIGITS ? digits : undefined;
}

const NEW =
  /\b(?:programme (?:immobilier )?neuf|residence neuve|vefa|livraison (?:prevue|au|en|\dt|\d(?:er|e|eme) trimestre)|frais de notaire reduits|re ?2020)\b/;

/** A lot of a new programme, by what the source states, by a year that was still to come, else by the words that only programmes use. */
export const isNewBuild = ({ constructionStatus, building, body }: Claims, firstSeen: Date): boolean =>
  (building?.constructionYear ?? 0) >= firstSeen.getUTCFullYear() ||
  constructionStatus === 'NEW' ||
  constructionStatus === 'UNDER_CONSTRUCTION' ||
  (constructionStatus === undefined && (namesNewBuild(body?.title) || namesNewBuild(body?.description)));

/** Each match of `NEW` contains one of them: few texts do, and to look for them takes a tenth of the time. */
const NEEDED = ['programme', 'residence neuve', 'vefa', 'livraison', 'frais de notaire', '2020'];

function namesNewBuild(text = ''): boolean {
  const folded = foldText(text);
  for (const letters of NEEDED) if (folded.includes(letters)) return NEW.test(folded);
  return false;
}

/** Which comparison a claim enters, by the beginning of its path. */
const COMPARISON_BY_PATH: readonly (readonly [path: string, name: Comparison])[] = [
  ['propertyType', 'type'],
  ['area.displayed', 'area'],
  ['area.indoor', 'area'],
  ['area.land', 'land'],
  ['unit.rooms', 'rooms'],
  ['unit.bedrooms', 'bedrooms'],
  ['unit.bathrooms', 'bathrooms'],
  ['unit.showerRooms', 'bathrooms'],
  ['unit.floor', 'floor'],
  ['unit.groundFloor', 'floor'],
  ['unit.diagnostic', 'energy'],
  ['unit.diagnostic', 'letter'],
  ['building.floors', 'floors'],
  ['building.constructionYear', 'year'],
  ['pricing.sale.fees.condominium', 'charges'],
  ['pricing.sale.fees.taxes', 'tax'],
];

/** The comparisons that rest on what a listing's text says and its source does not state: they count for less. */
export function comparisonsFromText(
  readFromText: Readonly<Record<string, number>> | undefined,
): Comparison[] {
  const paths = Object.keys(readFromText ?? {});
  const names = COMPARISON_BY_PATH.filter(([begin]) => paths.some((path) => path.startsWith(begin))).map(
    ([, name]) => name,
  );
  return [...new Set(names)];
}

const SQUARE_METRES: Readonly<Record<string, number>> = {
  SQM: 1,
  SQFT: 0.092903,
  HECTARE: 10_000,
  ACRE: 4_046.86,
};
const MONTHS: Readonly<Record<string, number>> = { WEEKLY: 12 / 52, MONTHLY: 1, YEARLY: 12 };

export function areaInMetres(value: number | undefined, unit: string | undefined): number | undefined {
  if (value === undefined || value <= 0) return undefined;
  return Math.round(value * (SQUARE_METRES[unit ?? 'SQM'] ?? 1) * 100) / 100;
}

/** No home has more square metres a room; with a lost decimal point even cramped ones do. */
const MAX_METRES_PER_ROOM = 120;
const MIN_HOME_METRES = 9;

/** "572" of a flat of four rooms is 57.2 m²: the decimal point was lost. */
export function restoreDecimalPoint(metres: number, rooms: number | undefined): number {
  const isLost =
    rooms !== undefined &&
    rooms >= 1 &&
    metres > rooms * MAX_METRES_PER_ROOM &&
    metres / 10 >= MIN_HOME_METRES;
  return isLost ? Math.round(metres * 10) / 100 : metres;
}

/** An amount that falls due each period, per month; without a period it is taken for a year, as French agents write it. */
export function toMonthly(amount: number | undefined, frequency: string | undefined): number | undefined {
  return amount === undefined || amount <= 0 ? undefined : amount / (MONTHS[frequency ?? 'YEARLY'] ?? 12);
}

/** How far apart two positive figures are, as a share of the greater. */
export const relativeGap = (one: number, other: number): number =>
  Math.abs(one - other) / Math.max(one, other);

/** Two photos closer than this are one photo, cropped, marked or encoded again. */
export const MAX_SAME_PHOTO_BITS = 10;
const MAX_PHOTOS = 24;
/** Hashes of plain pictures: nearly all bits alike. Any blank picture has them. */
const MIN_MIXED_BITS = 8;

/** The hashes as pairs of 32-bit halves: small in storage and quick to compare. */
export function packPhotoHashes(pictures: readonly ClaimedPicture[]): number[] {
  const hashes = new Set(pictures.flatMap(({ phash }) => (phash === undefined ? [] : [phash.toLowerCase()])));
  return [...hashes]
    .filter((hash) => /^[0-9a-f]{16}$/.test(hash))
    .map((hash) => [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)] as const)
    .filter(([high, low]) => {
      const ones = countBits(high) + countBits(low);
      return ones >= MIN_MIXED_BITS && ones <= 64 - MIN_MIXED_BITS;
    })
    .slice(0, MAX_PHOTOS)
    .flat();
}

/** How many photos of the first have a twin in the second. */
export function countSharedPhotos(one: readonly number[], other: readonly number[]): number {
  let shared = 0;
  for (let at = 0; at < one.length; at += 2) {
    if (hasTwin(one[at] ?? 0, one[at + 1] ?? 0, other)) shared += 1;
  }
  return shared;
}

function hasTwin(high: number, low: number, other: readonly number[]): boolean {
  for (let at = 0; at < other.length; at += 2) {
    if (countBits(high ^ (other[at] ?? 0)) + countBits(low ^ (other[at + 1] ?? 0)) <= MAX_SAME_PHOTO_BITS)
      return true;
  }
  return false;
}
