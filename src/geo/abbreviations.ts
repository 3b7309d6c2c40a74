/**
 * Abbreviations in place names. Each entry lists the readings of one short form; a reading may have several words. The
 * short form itself is a reading too: "st" may begin Strasbourg.
 */
const SHORT_FORMS: Readonly<Record<string, readonly string[]>> = {
  s: ['sur', 'saint', 'san'],
  st: ['saint', 'sankt'],
  ste: ['sainte'],
  sts: ['saints'],
  stes: ['saintes'],
  sn: ['san'],
  sta: ['santa'],
  sto: ['santo'],
  ss: ['sous'],
  n: ['notre'],
  nd: ['notre dame'],
  mt: ['mont'],
  mts: ['monts'],
  mgne: ['montagne'],
  mtgne: ['montagne'],
  ch: ['chateau', 'champagne'],
  cht: ['chateau'],
  chat: ['chateau'],
  chx: ['chateaux'],
  chap: ['chapelle'],
  chp: ['champ'],
  chps: ['champs'],
  cx: ['croix'],
  crx: ['croix'],
  vx: ['vieux', 'vaulx'],
  vge: ['village'],
  vlle: ['ville', 'vieille'],
  vll: ['ville'],
  vneuve: ['villeneuve'],
  vlneuve: ['villeneuve'],
  villen: ['villeneuve'],
  vfranche: ['villefranche'],
  gd: ['grand'],
  gde: ['grande'],
  gds: ['grands'],
  gdes: ['grandes'],
  pt: ['petit', 'pont'],
  pte: ['petite', 'porte'],
  ht: ['haut'],
  hte: ['haute'],
  hts: ['hauts'],
  htes: ['hautes'],
  bg: ['bourg'],
  brg: ['bourg'],
  fg: ['faubourg'],
  fbg: ['faubourg'],
  fne: ['fontaine'],
  ftne: ['fontaine'],
  mln: ['moulin'],
  mlin: ['moulin'],
  riv: ['riviere'],
  jn: ['jean'],
  gal: ['general'],
  mal: ['marechal'],
  fd: ['ferrand'],
  fer: ['ferrand'],
  pce: ['provence'],
  pvce: ['provence'],
  prov: ['provence'],
  sne: ['seine'],
  mne: ['marne'],
  lre: ['loire'],
  mx: ['moulineaux'],
  l: ['les', 'le', 'la'],
  lez: ['les'],
  arr: ['arrondissement'],
  ard: ['arrondissement'],
  ardt: ['arrondissement'],
  arrt: ['arrondissement'],
  arrdt: ['arrondissement'],
  arrond: ['arrondissement'],
  cdc: ['communaute de communes'],
  comcom: ['communaute de communes'],
  agglo: ['agglomeration'],
  metro: ['metropole'],
  bx: ['bordeaux'],
  bdx: ['bordeaux'],
  tlse: ['toulouse'],
  tls: ['toulouse'],
  mrs: ['marseille'],
  mpl: ['montpellier'],
  mtp: ['montpellier'],
  stbg: ['strasbourg'],
  sxb: ['strasbourg'],
  clt: ['clermont'],
  clfd: ['clermont ferrand'],
  bcn: ['barcelona'],
};

/** The readings of a typed word, without the word itself. */
export const expansionsOf = (word: string): readonly string[] =>
  Object.hasOwn(SHORT_FORMS, word) ? (SHORT_FORMS[word] ?? []) : [];

/** Words that many names share and that people omit, add or exchange. */
const WEAK_WORDS: ReadonlySet<string> = new Set([
  ...['d', 'de', 'des', 'du', 'l', 'la', 'le', 'les', 'lez', 'en', 'et', 'a', 'au', 'aux', 'sur', 'sous'],
  ...['y', 'el', 'los', 'las', 'del', 'i', 'els', 'arrondissement'],
]);

export const isWeak = (word: string): boolean => WEAK_WORDS.has(word);

/** Words around a place name that are not part of it. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...['cedex', 'commune', 'mairie', 'ville', 'departement', 'dept', 'dpt', 'region', 'centre', 'centreville'],
  ...['agglomeration', 'france', 'proche', 'secteur', 'quartier', 'environs', 'alentours', 'autour'],
]);

export const isEmptyWord = (word: string): boolean => EMPTY_WORDS.has(word);

const ORDINAL = /^(\d{1,2})(?:e|er|ere|re|em|eme|me|i|ie|iem|ieme|nd|n|d|de|nde)$/;

/** The number of an ordinal: 15e and 15ème are 15. */
export function ordinalNumber(word: string): string | undefined {
  const figure = ORDINAL.exec(word)?.[1];
  return figure === undefined ? undefined : String(Number(figure));
}

const SPELT_ORDINALS = [
  ...['', 'premier', 'deuxieme', 'troisieme', 'quatrieme', 'cinquieme', 'sixieme', 'septieme', 'huitieme'],
  ...['neuvieme', 'dixieme', 'onzieme', 'douzieme', 'treizieme', 'quatorzieme', 'quinzieme', 'seizieme'],
  ...['dixseptieme', 'dixhuitieme', 'dixneuvieme', 'vingtieme'],
];

const ROMANS = [
  ...[
    '',
    'i',
    'ii',
    'iii',
    'iv',
    'v',
    'vi',
    'vii',
    'viii',
    'ix',
    'x',
    'xi',
    'xii',
    'xiii',
    'xiv',
    'xv',
    'xvi',
  ],
  ...['xvii', 'xviii', 'xix', 'xx'],
];

/**
 * The number of a district in Roman numerals or words: XVe, XV and quinzième are 15, and 05 is 5. Valid only after the
 * name of a city with districts, because Vie and Ivry begin with numerals too.
 */
export function districtNumber(word: string): string | undefined {
  if (/^0[1-9]$/.test(word)) return word.slice(1);
  const ordinal = SPELT_ORDINALS.indexOf(word);
  if (ordinal > 0) return String(ordinal);
  // The longest numeral first: XVIIIème is XVIII and ème, not XVII and ième.
  const figures = ['', 'e', 'er', 'eme', 'ieme'].flatMap((ending) =>
    word.endsWith(ending) ? [word.slice(0, word.length - ending.length)] : [],
  );
  const number = figures.map((figure) => ROMANS.indexOf(figure)).find((found) => found > 0);
  return number === undefined ? undefined : String(number);
}
