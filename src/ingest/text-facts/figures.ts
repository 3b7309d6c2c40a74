const WORDS = [
  ...['zero', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
  ...['treize', 'quatorze', 'quinze'],
];

const ORDINALS = [
  ...['', 'premier', 'deuxieme', 'troisieme', 'quatrieme', 'cinquieme', 'sixieme', 'septieme', 'huitieme'],
  ...['neuvieme', 'dixieme', 'onzieme', 'douzieme'],
];

/** A count in figures or in words; "un" and "une" are left out, since they are articles far more often. */
export const COUNT = `\\d{1,2}|${WORDS.slice(2).join('|')}`;

export function parseCount(said: string): number {
  const word = WORDS.indexOf(said === 'une' ? 'un' : said);
  return word >= 0 ? word : Number(said);
}

export const ORDINAL = `\\d{1,2} ?(?:ers?|ere|eme|ieme|iem|em|e|nde|nd|me)\\b|${ORDINALS.slice(1).join('|')}|second`;

export function parseOrdinal(said: string): number {
  if (said === 'second') return 2;
  const word = ORDINALS.indexOf(said);
  return word > 0 ? word : Number.parseInt(said, 10);
}

const GROUPED = '\\d{1,3}(?:[ .]\\d{3})+(?!\\d)|\\d{1,7}';

/** An amount of euros; its one group is the amount. */
export const EUROS = `(?<![a-z\\d.,])((?:${GROUPED})(?:[.,]\\d{1,2})?) ?(?:€|euros?\\b|eur\\b)`;

/** An area in square metres; its one group is the figure. */
export const SQUARE_METRES = `(?<![a-z\\d.,])((?:${GROUPED})(?:[.,]\\d{1,2})?) ?(?:m2\\b|metres? carres?\\b)`;

/** "1 200", "1.200,50" and "65,2" as numbers: a point or a space before three digits parts thousands. */
export const parseFigure = (said: string): number =>
  Number(said.replace(/[ .](?=\d{3}(?!\d))/g, '').replace(',', '.'));
