import { foldText } from '../lib/text.ts';

export interface AddressParts {
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
