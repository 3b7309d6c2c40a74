import { foldText } from '../lib/text.ts';
import type { Claims, ListingState } from '../properties/listing-state.ts';
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
  (constructionStatus === undefined &&
    NEW.test(foldText(`${body?.title ?? ''}. ${body?.description ?? ''}`)));

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
