import { foldText } from '../lib/text.ts';
import type { ListingState } from '../properties/listing-state.ts';

/** Who advertises, reduced to what different portals write alike. */
export interface Advertiser {
  agency: string | undefined;
  /** The reference without its letters: portals put prefixes before it. */
  reference: string | undefined;
  /** Of a private person: such a number names one seller. */
  privatePhone: string | undefined;
  phone: string | undefined;
}

const COMPANY_WORDS = /\b(?:sarl|sas|sasu|eurl|sa|sci|scp)\b/g;
const MIN_REFERENCE_DIGITS = 3;
const PHONE_DIGITS = 9;

export function normaliseAdvertiser(publisher: ListingState['publisher']): Advertiser {
  const phone = publisher?.contact?.phone?.replace(/\D/g, '').slice(-PHONE_DIGITS);
  const called = phone !== undefined && phone.length === PHONE_DIGITS ? phone : undefined;
  const own = publisher?.publisherType === 'PRIVATE_INDIVIDUAL';
  return {
    agency: own || publisher?.agencyName === undefined ? undefined : agencyKey(publisher.agencyName),
    reference: referenceDigits(publisher?.reference),
    privatePhone: own ? called : undefined,
    phone: called,
  };
}

export function agencyKey(name: string): string {
  const words = foldText(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const telling = words.replace(COMPANY_WORDS, ' ').replace(/\s+/g, ' ').trim();
  return telling === '' ? words : telling;
}

/** Agents number the re-posts of one mandate: "44030-12" is mandate 44030. A shorter stem may be a year or a branch. */
const REPOST_SUFFIX = /(?<!\d)(\d{5,})[-_/]\d{1,2}$/;

function referenceDigits(reference: string | undefined): string | undefined {
  const digits = reference?.trim().replace(REPOST_SUFFIX, '$1').replace(/\D/g, '').replace(/^0+/, '');
  return digits !== undefined && digits.length >= MIN_REFERENCE_DIGITS ? digits : undefined;
}
