const WORDS = [
  ...['zero', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
  ...['treize', 'quatorze', 'quinze'],
];

const ORDINALS = [
  ...['', 'premier', 'deuxieme', 'troisieme', 'quatrieme', 'cinquieme', 'sixieme', 'septieme', 'huitieme'],
  ...['neuvieme', 'dixieme', 'onzieme', 'douzieme'],
];

/** A count in figures or words, without "un" and "une", which are mostly articles. */
export const COUNT = `\\d{1,2}|${WORDS.slice(2).join('|')}`;

export function parseCount(text: string): number {
  const word = WORDS.indexOf(text === 'une' ? 'un' : text);
  return word >= 0 ? word : Number(text);
}

export const ORDINAL = `\\d{1,2} ?(?:ers?|ere|eme|ieme|iem|em|e|nde|nd|me)\\b|${ORDINALS.slice(1).join('|')}|second`;

export function parseOrdinal(text: string): number {
  if (text === 'second') return 2;
  const word = ORDINALS.indexOf(text);
  return word > 0 ? word : Number.parseInt(text, 10);
}

const GROUPED = '\\d{1,3}(?:[ .]\\d{3})+(?!\\d)|\\d{1,7}';

/** An amount in euros, in one capture group. */
export const EUROS = `(?<![a-z\\d.,])((?:${GROUPED})(?:[.,]\\d{1,2})?) ?(?:€|euros?\\b|eur\\b)`;

/** An area in square metres, in one capture group. */
export const SQUARE_METRES = `(?<![a-z\\d.,])((?:${GROUPED})(?:[.,]\\d{1,2})?) ?(?:m2\\b|metres? carres?\\b)`;

/** Parses "1 200", "1.200,50" and "65,2": a point or space before three digits separates thousands. */
export const parseFigure = (text: string): number =>
  Number(text.replace(/[ .](?=\d{3}(?!\d))/g, '').replace(',', '.'));
