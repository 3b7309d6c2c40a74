import type { Word } from '../../catalogue/vocabularies.ts';

/** Attributes that the source states, which guide the reading of the text. */
export interface StatedAttributes {
  readonly propertyType?: Word<'propertyType'> | undefined;
  readonly transactionType?: Word<'transactionType'> | undefined;
}

/** The text of a listing, normalised for pattern matching. */
export interface PreparedAdvert extends StatedAttributes {
  /** In lower case without accents, with ASCII quotes, hyphens and spaces. */
  readonly title: string;
  readonly description: string;
  /** Title and description, as two paragraphs. */
  readonly text: string;
  /** With capitals: "DPE A" is a rating, "dpe à" is not. */
  readonly cased: string;
  /** In lower case with accents: "meublé" is not "meuble". */
  readonly accented: string;
}

/** Nine adverts in ten have fewer than 3,000 characters. Text after 8,000 is about the agency. */
const MAX_TEXT_CHARS = 8_000;

/** A point after these abbreviations does not end a sentence. */
const SHORT_FORMS =
  /\b(env|poss|appt|appart|apt|ch|chs|pces?|pcs?|sdb|sde|arr|ardt|res|bat|av|bd|min|mn|max|asc|et|ref|surf|hab|m2|no)\.(?=\s)/g;

export function prepareAdvert(title: string, description: string, known: StatedAttributes): PreparedAdvert {
  const given = `${oneLine(title)}\n${description.slice(0, MAX_TEXT_CHARS)}`;
  const cased = plain(given);
  const text = cased.toLowerCase().replace(SHORT_FORMS, '$1');
  const end = text.indexOf('\n');
  return {
    ...known,
    title: text.slice(0, end),
    description: text.slice(end + 1),
    text,
    cased,
    accented: given.normalize('NFC').toLowerCase(),
  };
}

const oneLine = (title: string): string => title.slice(0, 500).replace(/\s+/g, ' ');

/** NFKD maps m² to m2 and narrow spaces to spaces. */
function plain(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐‑‒–—―]/g, '-')
    .replace(/œ/g, 'oe')
    .replace(/Œ/g, 'OE');
  return UNEVEN.test(letters) ? letters.replace(/[^\S\n]+/g, ' ') : letters;
}

/** Most texts have only single spaces, and replacing each of them would be slow. */
const UNEVEN = /[^\S\n ]| {2}/;
