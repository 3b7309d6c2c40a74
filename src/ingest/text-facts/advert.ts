import type { Word } from '../../catalogue/vocabularies.ts';

/** What is known of a listing before its text is read. */
export interface StatedAttributes {
  readonly propertyType?: Word<'propertyType'> | undefined;
  readonly transactionType?: Word<'transactionType'> | undefined;
}

/** The text of a listing, made ready to be searched. */
export interface PreparedAdvert extends StatedAttributes {
  /** Without accents, in small letters, with plain quotes, hyphens and spaces. */
  readonly title: string;
  readonly description: string;
  /** Title and description, as two paragraphs. */
  readonly text: string;
  /** The same with its capitals: "DPE A" is a letter, "dpe à" is a word. */
  readonly cased: string;
  /** In small letters with its accents: "meublé" is not "meuble". */
  readonly accented: string;
}

/** Nine adverts in ten are shorter than 3,000 characters; what follows 8,000 is the agency speaking of itself. */
const MAX_TEXT_CHARS = 8_000;

/** A point behind these ends no sentence. */
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

/** NFKD makes m² of the same letters as m2, and a narrow space a space. */
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

/** Nearly every text has been set with single spaces already, and replacing each of those by itself takes a while. */
const UNEVEN = /[^\S\n ]| {2}/;
