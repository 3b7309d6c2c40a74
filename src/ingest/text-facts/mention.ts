import type { Word } from '../../catalogue/vocabularies.ts';

/** A match of a pattern with its context in the same sentence. */
export interface TextMention {
  readonly matched: string;
  readonly groups: readonly (string | undefined)[];
  readonly before: string;
  readonly after: string;
}

/** Words further away rarely refer to each other. */
const CONTEXT_CHARS = 80;
const SENTENCE_END = /[.!?;](?=\s|$)|\n|•|►|✓/;

/**
 * Finds all matches of a global pattern. Every match contains one of `needed`: checking that first saves most of
 * the work. `matchAll` is not used because it copies the pattern, which costs more than the search.
 */
export function findMentions(text: string, pattern: RegExp, ...needed: readonly string[]): TextMention[] {
  const found: TextMention[] = [];
  if (needed.length > 0 && !hasAny(text, needed)) return found;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(buildMention(text, match));
  }
  return found;
}

function hasAny(text: string, needed: readonly string[]): boolean {
  for (const letters of needed) if (text.includes(letters)) return true;
  return false;
}

function buildMention(text: string, match: RegExpExecArray): TextMention {
  const end = match.index + match[0].length;
  const before = text.slice(Math.max(0, match.index - CONTEXT_CHARS), match.index).split(SENTENCE_END);
  const after = text.slice(end, end + CONTEXT_CHARS).split(SENTENCE_END, 1);
  return { matched: match[0], groups: match.slice(1), before: before.at(-1) ?? '', after: after[0] ?? '' };
}

/** Negation before a noun: "sans ascenseur", "pas de balcon", "ni cave". */
const DENIED =
  /(?:\bsans|\bpas|\baucune?s?|\bni|\bnon|\babsence|\bdepourvue? ?s?|\bnon desservie?s? par|\bhors)(?: aucune?)?(?: (?:d'|de |du |un |une |l'|le |la ))?\s*(?:d'|un |une |l')?$/;

/** Negation of both nouns: "absence d'ascenseur et de balcon". */
const DENIED_TOGETHER =
  /\b(?:absence|pas|depourvue?) (?:d'|de )[a-z]+(?:,? (?:d'|de )[a-z]+)? (?:et|ou) (?:d'|de )$/;

/** Negation after a noun, in lists of facts: "balcon : non", "cave : aucune", "parking : 0". */
const DENIED_BEHIND =
  /^(?:s|\(s\))? ?[:=] ?(?:non(?! (?:communiqu|renseign|precis|connu|specifi|compris|inclu))|aucune?s?|neant|0)\b|^ non(?=\s*(?:[,;|)/-]|$))/;

/** Not stated, in lists of facts: "cave : NC", "balcon : non renseigné". */
const NOT_STATED = /^(?:s|\(s\))? ?[:=] ?(?:non (?:communiqu|renseign|precis|connu|specifi)|n\/?c\b|\?)/;

/** Words before a noun that make it a possibility. */
const MAY_COME =
  /\b(?:possibilitee?s?|poss|possible|eventuellement|potentiel\w*|projets?|prevoir|envisag\w*|eventuel\w*|options?|creer|creation|installer|installation|ajouter|ajout|amenager|autorisation|pourra\w*|futur\w*)\b[^,.;:]{0,30}$/;

/** Offered separately: "en option : parking", "en sus : un box". */
const OFFERED_APART = /\b(?:en option|en sus|en supplement|en plus|options?) ?: ?(?:une? |\d )?$/;

/** Of several homes of a development, so not certain for one. */
const OF_SOME_ONLY =
  /\b(?:pour la plupart|pour certaine?s?|certaine?s? (?:lots|logements|appartements)|selon les (?:lots|logements)|la plupart)\b/;

/** Words after a noun that make it possible, extra or not part of the home. */
const NOT_INCLUDED =
  /^(?:\(s\))?[^,.;:+]{0,18}\b(?:possibles?|en option|en projet|a creer|a prevoir|a venir|prevue?s?|votee?s?|envisageables?|en sus|en supplement|non inclu\w*|non compris\w*|a proximite|a cote|a louer|a vendre|en vente|a la vente|a l'achat|en location|en loc|en plus|moyennant|facultati\w+|negociables?|propose\w*|disponibles?|du voisin|des voisins|de l'hotel|de la ville|publics?|publique|municipa\w*|pour visiteurs?|visiteurs?)\b/;

/** The same with a verb: "un parking au sous-sol est également disponible". */
const IS_OFFERED =
  /^[^,.;:+]{0,40}\b(?:est|sont|reste|restent|peut|peuvent) (?:\w+ ){0,2}(?:disponibles?|possibles?|proposee?s?|achetee?s?|louee?s?|vendue?s?|acquise?s?)\b/;

/** Alternatives, in the text of a development: "balcon ou terrasse". */
const EITHER = {
  before: /\b(?:balcon|terrasse|loggia|jardin|jardinet|cave|garage|parking|box)s? ou (?:d'un |un |une )?$/,
  after:
    /^[^.;:]{0,25}\bou (?:d'un |un |une )?(?:balcon|terrasse|loggia|jardin|jardinet|cave|garage|parking|box)/,
};

/** Shared by the residents, so not part of the unit. */
const SHARED =
  /^[^,.;:+]{0,12}\b(?:commune?s?|partagee?s?|collecti\w+|de la residence|de l'immeuble|de la copropriete|des coproprietaires)\b/;

/** A view, a distance or a street name, not part of the home. */
const ELSEWHERE =
  /\b(?:vues?|face|proche|pres|proximite|metres?|minutes?|min|mn|pas|rue|avenue|boulevard|place|square|allee|impasse|chemin|quartier|secteur|residence|parc|domaine|cours?|jouxtant|longeant|cafes?|restaurants?)(?: (?:[a-z]+ )?(?:sur|a|au|aux|du|des|de|d'|les?|la|l'|un|une)){0,3} ?(?:l'|d')?$/;

export const isDenied = (before: string, after = ''): boolean =>
  DENIED.test(before) || DENIED_TOGETHER.test(before) || DENIED_BEHIND.test(after);

export const isUncertain = (before: string, after: string): boolean =>
  NOT_STATED.test(after) ||
  MAY_COME.test(before) ||
  OFFERED_APART.test(before) ||
  OF_SOME_ONLY.test(before) ||
  IS_OFFERED.test(after) ||
  NOT_INCLUDED.test(after) ||
  EITHER.before.test(before) ||
  EITHER.after.test(after);

/** For nouns that mean the home itself, which may be "à louer" or "disponible". */
export const isMerelyPossible = (before: string, after: string): boolean =>
  MAY_COME.test(before) || /^[^,.;:]{0,12}\b(?:possibles?|envisageables?|a creer|en projet)\b/.test(after);

export const isShared = (after: string): boolean => SHARED.test(after);

export const isElsewhere = (before: string): boolean => ELSEWHERE.test(before);

/** Words that begin a list of the surroundings: "à proximité : écoles, piscine et jardins". */
const AROUND =
  /\b(?:proches?|proximite|pres|pas|minutes?|min|mn|metres?|km|pied|pieds|environnement|quartier|voisinage|accessibles?)\b/g;
/** Words of the home itself, which end a list of the surroundings. */
const OF_THE_HOME =
  /\b(?:avec|dispos\w+|offr\w+|compren\w+|compos\w+|possed\w+|benefici\w+|residence|copropriete|immeuble|vend\w*|loue\w*|complet\w+|appartement|maison|villa|studio|duplex|pieces?|propriete|bien)\b/;

export function isAround(before: string): boolean {
  const last = [...before.matchAll(AROUND)].at(-1);
  return last !== undefined && !OF_THE_HOME.test(before.slice(last.index + last[0].length));
}

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
