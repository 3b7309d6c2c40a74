import { ambiguousFact, CERTAIN, FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { findMentions, ORDINAL, type PreparedAdvert, parseOrdinal, type TextMention } from './mention.ts';

const LOTS = [
  /\b(?:copropriete|copro|residence|immeuble)\b[^.;\d]{0,35}?(\d{1,4}) lots?\b/g,
  /\bnombre de lots(?: principaux)?(?: de la copropriete)? ?:? ?(\d{1,4})\b/g,
  /\b(\d{1,4}) lots? (?:principaux|de copropriete|d'habitation|dans la copropriete|au total)\b/g,
];

const NO_PROCEEDINGS =
  /\b(?:pas de|aucune|sans|hors) procedures?\b|\bne fait (?:pas |l'objet )?(?:pas )?(?:l'objet )?(?:d'aucune|de|d'une|d') ?procedure|\bprocedures?(?: en cours)? ?: ?(?:non|neant|aucune)\b/g;
const PROCEEDINGS =
  /\b(?:fait l'objet d'une|sous|avec une) procedure\b|\bprocedures?(?: en cours)? ?: ?oui\b/g;

const MAX_LOTS = 3_000;

/** Reads lots and legal proceedings of the building. */
export function buildingFacts({ text }: PreparedAdvert): TextFact[] {
  return [
    ...LOTS.flatMap((pattern) => findMentions(text, pattern, 'lot'))
      .filter(({ before, matched }) => !/\bdont(?: \w+)?\s*$/.test(before) && !/\bdont\b/.test(matched))
      .map(({ groups: [count] }) => Number(count))
      .filter((count) => count > 0 && count <= MAX_LOTS)
      .map((count) => textFact('building.numberOfLots', count, LIKELY)),
    ...findMentions(text, NO_PROCEEDINGS, 'procedure').map(() => proceedings(false)),
    ...findMentions(text, PROCEEDINGS, 'procedure').map(() => proceedings(true)),
  ];
}

const proceedings = (under: boolean): TextFact =>
  textFact('building.legalStatus.underLegalProceedings', under, LIKELY);

const STOREY = new RegExp(`\\b(${ORDINAL})(?: et (?:avant[- ])?dernier)? (?:etages?|etg)\\b`, 'g');
const NUMBERED = /\betage ?:? ?(?:n° ?)?(\d{1,2})\b(?! ?(?:m2|€|%|er|e|eme|nd|ch|p)\b)/g;
const LEVEL = /\b(?:au|en|niveau) r ?\+ ?(\d{1,2})\b/g;
/** Without the word "étage": "au 3e et dernier", "au 2e sans ascenseur", "au 4ème sur 6". */
const UNDERSTOOD =
  /\bau (\d{1,2}) ?(?:er|eme|ieme|e|nd) (?:et dernier\b(?! arr)|sur \d|avec asc|sans asc)|\b(?:situe|sis)e? au (\d{1,2}) ?(?:er|eme|ieme|e|nd)(?=\s*(?:[,;)]|\.(?:\s|$)|$))/g;
const GROUND = /\b(?:rdc|rez[- ]de[- ]chauss?ee?)\b/g;
const GARDEN = /\brez[- ]de[- ]jardin\b/g;
const LAST = /\b(avant[- ])?dernier (?:etage|niveau)\b/g;

/**
 * The floor of something else: "chambre de bonne au 6ème étage", "ascenseur jusqu'au 4ème", "aux 4ème et 5ème
 * étages".
 */
const OF_ANOTHER =
  /(?:\b(?:du|le|les|aux|des|chaque|jusqu'au|jusqu'a|depuis|son|leur|l')\s*|(?:\d ?(?:eme|ieme|e|er|nd)|\b(?:etages?|premier|deuxieme|second|troisieme|quatrieme|cinquieme)) (?:et|ou|a|-|\/) (?:au )?)$|\b(?:commune?s?|partagee?s?|collecti\w+|ascenseur|caves?|parkings?|garages?|box|locaux|local|commerces?|boutiques?|cabinets?|velos?|poussettes|laverie|buanderie|rooftop|toit[- ]terrasse|chambres? de (?:bonne|service)|piece de service|gardien\w*|loge|voisin\w*|piscine|salle de sport|combles?|grenier|desservi\w*|dessert|jusqu'au|une (?:\w+ )?chambre|(?:avec|plus|et|\+) une? (?:\w+ )?(?:studio|studette|chambre|piece))\b[^,;]{0,28}$/;
/** A floor inside the home, or of the house itself: "au 1er étage : deux chambres". */
const INSIDE =
  /^\s*:|^,? (?:du (?:duplex|triplex|souplex|logement)|de (?:l'appartement|la maison|l'habitation)|commercial|se trouvent?|on trouve|vous trouverez|dessert|offre|comprend|compose)\b/;
/** A floor that is shared by all residents. */
const FOR_ALL =
  /^[^.;]{0,40}\b(?:commune?s?|partagee?s?|mutualisee?s?|collecti\w+|(?:accessibles?|ouverte?s?) a tous)\b/;
const DENIED = /\b(?:pas|ni|non|sans|jamais|hors)(?: (?:au|en|de|du))?\s*$/;

const MAX_FLOOR = 60;

const WITH_FLOORS: readonly (string | undefined)[] = ['FLAT', 'OFFICE', 'SHOP', 'COMMERCIAL_PREMISES'];
const FLAT_WORDS = /\b(?:appartement|appart|appt|studio|studette|duplex|loft|[tf][1-9])\b/;
const HOUSE_WORDS = /\b(?:maison|villa|pavillon|longere|fermette|chalet|terrain)\b/;

/** Whether the home is on a floor. In a house "au 1er étage" is a part of it. */
function isOnAFloor({ propertyType, text }: PreparedAdvert): boolean {
  if (propertyType !== undefined) return WITH_FLOORS.includes(propertyType);
  return FLAT_WORDS.test(text) && !HOUSE_WORDS.test(text);
}

const isOfTheHome = ({ before, after }: TextMention): boolean =>
  !OF_ANOTHER.test(before) && !INSIDE.test(after) && !DENIED.test(before);

export function floorFacts(advert: PreparedAdvert): TextFact[] {
  if (!isOnAFloor(advert)) return [];
  const mentions = (pattern: RegExp, ...needed: string[]) =>
    findMentions(advert.text, pattern, ...needed).filter(isOfTheHome);
  const floors = [
    ...mentions(STOREY, 'etage', 'etg').map(({ groups: [storey = ''] }) =>
      textFact('unit.floor', parseOrdinal(storey), CERTAIN),
    ),
    ...mentions(NUMBERED, 'etage').map(({ groups: [storey] }) =>
      textFact('unit.floor', Number(storey), LIKELY),
    ),
    ...mentions(LEVEL, '+').map(({ groups: [storey] }) => textFact('unit.floor', Number(storey), LIKELY)),
    ...mentions(UNDERSTOOD, 'au ').map(({ groups: [one, other] }) =>
      textFact('unit.floor', Number(one ?? other), FAIR),
    ),
  ];
  return [
    ...floors.filter(({ value }) => Number(value) <= MAX_FLOOR),
    ...mentions(GROUND, 'rdc', 'rez').flatMap(() => [
      textFact('unit.floor', 0, LIKELY),
      textFact('unit.groundFloor', true, LIKELY),
    ]),
    ...mentions(GARDEN, 'rez').flatMap(() => [
      textFact('unit.floor', 0, FAIR),
      textFact('unit.gardenFloor', true, LIKELY),
    ]),
    ...lastFloor(advert),
  ];
}

function lastFloor({ text }: PreparedAdvert): TextFact[] {
  return findMentions(text, LAST, 'dernier')
    .filter(
      ({ before, after }) =>
        !OF_ANOTHER.test(before.replace(/(?:^|\s)(?:\d\S*|\p{L}+eme|premier|second) et $/u, ' ')) &&
        !INSIDE.test(after) &&
        !FOR_ALL.test(after),
    )
    .map(({ before, groups: [but] }) =>
      textFact('unit.lastFloor', but === undefined && !DENIED.test(before), LIKELY),
    );
}

/** A marked or lettered lot: "lot n° 12", "lot B304", "lot : A-12". */
const LOT =
  /\blot (?:(?:de copropriete )?(n° ?|no |numero |: ?|# ?)([a-z]{0,2}[- ]?\d{1,4}[a-z]?)|([a-z]{1,2}-?\d{1,4}[a-z]?))\b(?! ?(?:m2|€|ha\b|%))/g;
const BARE = /\blot (\d{1,4})\b(?! ?(?:m2|€|ha\b|%|pieces|lots|appartements|maisons|terrains|-et-))/g;
const SEVERAL_LOTS = /\blots (?:n° ?|numeros? )?[a-z]{0,2}\d{1,4}(?:,| et | a |-)/;

/** "Lot T2" and "lot : F3" name the type of a flat, which many lots of a programme share. */
const FLAT_TYPE = /^[tf][- ]?[1-9][a-z]?$/;
const isNumberMarker = (marker: string | undefined): boolean => marker !== undefined && /^n|^#/.test(marker);

/** The lot of a cellar or parking space: "cave lot n° 52", "parking (lot 14)". */
const OF_AN_ANNEX = /\b(?:caves?|celliers?|parkings?|garages?|box|stationnement|emplacement)\b[^,;]{0,20}$/;

/** The department of the Lot is number 46, Lot-et-Garonne 47. */
const DEPARTMENT = /^(?:46|47)(?:\d{3})?$/;

/** Reads the lot of a development or subdivision, reduced to letters and digits. */
export function lotFacts({ text }: PreparedAdvert): TextFact[] {
  if (!text.includes('lot')) return [];
  if (SEVERAL_LOTS.test(text)) return [ambiguousFact('lot')];
  const marked = findMentions(text, LOT)
    .filter(({ before }) => !OF_AN_ANNEX.test(before))
    .map(({ groups: [marker, numbered, lettered] }) => ({ marker, number: numbered ?? lettered ?? '' }))
    .filter(({ marker, number }) => isNumberMarker(marker) || !FLAT_TYPE.test(number))
    .map(({ number }) => number);
  const bare = findMentions(text, BARE)
    .filter(({ before }) => !OF_AN_ANNEX.test(before) && !/\b(?:le|du|dans|departement)\s*$/.test(before))
    .map(({ groups: [number = ''] }) => number)
    .filter((number) => !DEPARTMENT.test(number));
  return [...marked, ...bare].map((number) =>
    textFact('lot', number.replace(/[- ]/g, '').toUpperCase(), LIKELY),
  );
}

const ENERGY = 'unit.diagnostic.scores.ENERGY_CONSUMPTION';
const CARBON = 'unit.diagnostic.scores.CARBON_EMISSIONS';

const LEAD = '(?: (?:est|en|note|lettre|classe|categorie))?\\s*[:=(\\-]?\\s*"?(?:classe |lettre )?';
/** A single letter: not "D'un", "C'est", nor the A of "A VENIR". */
const LETTER = "([A-G])(?![\\w'])(?! ?(?:venir|faire|realiser|refaire|prevoir|jour|l')\\b)";
const ENERGY_NAMES =
  "(?:d\\.?p\\.?e\\b\\.?|(?:classe|etiquette)s? (?:d')?energ(?:ie|etique)|performance energetique|bilan energetique|energie ?:|consommations? energetiques?)";
const CARBON_NAMES =
  '(?:g\\.?e\\.?s\\b\\.?|(?:classe|etiquette)s? (?:climat(?:ique)?|carbone|ges)|climat ?:|gaz a effet de serre|emissions?(?: de (?:ges|co2))?)';

const ENERGY_LETTER = new RegExp(`\\b${ENERGY_NAMES}${LEAD}${LETTER}`, 'gi');
const CARBON_LETTER = new RegExp(`\\b${CARBON_NAMES}${LEAD}${LETTER}`, 'gi');
/** "DPE/GES : D/B" and "DPE : D/B". */
const BOTH_LETTERS = new RegExp(
  `\\bd\\.?p\\.?e\\b\\.?(?: ?(?:\\/|et|-|&) ?ges)?${LEAD}([A-G]) ?(?:\\/|et|&) ?([A-G])(?![\\w'])`,
  'gi',
);

/** A planned or former score. */
const ANOTHER_TIME =
  /\b(?:projete|potentiel\w*|vise|futur|objectif|ancien|avant|apres|simule|atteindre|passer|passant|passage)\b[^.;,]{0,30}$/i;
const WITH_WORKS =
  /^[^.;,]{0,12}\b(?:apres|avant|possible|projete|vise|potentiel\w*|ancien\w*|au (?:dpe )?[A-G]\b)/i;

/** "DPE/GES : C/A": the first letter is not the score of the name next to it. */
const ONE_OF_TWO = /^ ?\/ ?[A-G]\b/;

/** Every mention of a class contains one of these. Its names may be written with points. */
const NEEDED = {
  [ENERGY]: ['dp', 'd.p', 'energ'],
  [CARBON]: ['ges', 'ge.s', 'g.e', 'climat', 'carbone', 'gaz a', 'emission'],
};

/** Only capital letters count: "DPE à venir" has no rating. */
const isCapital = (letter: string | undefined): letter is string =>
  letter !== undefined && letter === letter.toUpperCase();

export function diagnosticFacts({ cased, text }: PreparedAdvert): TextFact[] {
  const currentMentions = (pattern: RegExp, needed: readonly string[]) =>
    needed.some((letters) => text.includes(letters))
      ? findMentions(cased, pattern).filter(
          ({ before, after }) => !ANOTHER_TIME.test(before) && !WITH_WORKS.test(after),
        )
      : [];
  const letters = (pattern: RegExp, score: typeof ENERGY | typeof CARBON) =>
    currentMentions(pattern, NEEDED[score])
      .filter(({ after }) => !ONE_OF_TWO.test(after))
      .map(({ groups: [letter] }) => letter)
      .filter(isCapital)
      .map((letter) => textFact(`${score}.rating`, letter, LIKELY));
  return [
    ...letters(ENERGY_LETTER, ENERGY),
    ...letters(CARBON_LETTER, CARBON),
    ...currentMentions(BOTH_LETTERS, ['dp', 'd.p']).flatMap(({ groups: [energy, carbon] }) =>
      isCapital(energy) && isCapital(carbon)
        ? [textFact(`${ENERGY}.rating`, energy, FAIR), textFact(`${CARBON}.rating`, carbon, FAIR)]
        : [],
    ),
  ];
}
