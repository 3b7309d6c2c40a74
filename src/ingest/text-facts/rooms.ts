import { ambiguousFact, CERTAIN, FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import {
  COUNT,
  findMentions,
  isMerelyPossible,
  type PreparedAdvert,
  parseCount,
  type TextMention,
} from './mention.ts';

const TYPED = /\b(?:[tf]|type ?)([1-9])(?: ?bis)?\b(?! ?(?:m2|%|€|20\d\d))/g;
const COUNTED = new RegExp(`(?<![/\\d])\\b(${COUNT})[ -]?(?:pieces?|pces?|pcs)\\b`, 'g');
/** In lists of facts: "nombre de pièces : 4". */
const LABELLED = /\b(?:nombre de |nb (?:de )?)?pieces(?: principales)? ?: ?(\d{1,2})\b(?! ?m2|[.,]\d)/g;
const SHORT = /(?<![/\d.,])\b([1-9]) ?p\b(?!['.])/g;
/** Ranges: "de 2 à 4 pièces", "3/4 pièces", "du T2 au T4", "T3/T4", "2 ou 3 pièces". */
const SEVERAL =
  /\b(?:[tf]?\d|deux|trois|studio) ?(?:\/|a|au|ou|et|-) ?(?:(?:[tf] ?)\d\b|(?:\d|trois|quatre|cinq|six)[ -](?:pieces?|p)\b)|\b(?:du|des) [tf]\d au [tf]\d/;
const STUDIO = /\b(?:studio|studette)\b/g;

/** Tram lines are named T3 too. */
const A_LINE =
  /\b(?:tram(?:way)?s?|lignes?|rer|metros?|bus|stations?|arrets?|terminal|gare|batiment|bat|hall|autoroute|sortie|livraison|livre|trimestre)\b[^.;]{0,25}$|\b(?:minutes?|min|mn|metres?|m|pas|proche|pres|proximite|pied)(?: a pied)?(?: (?:du|des|de la|de|de l'arret))\s*$/;
/** Not main rooms, or not all of them. */
const OTHER_ROOMS =
  /^ ?(?:d'eau|de vie|a vivre|humides?|en enfilade|au sous|en sous|au rdc|supplementaires?|annexes?|attenantes?|de service|independantes?|a amenager|amenageables?|au dessus|au-dessus|a l'etage|en mezzanine|communes?|de reception|ont|sont|donn\w+|avec placards?)\b/;
const PART_OF_IT = /\b(?:dont|plus|et|\+|avec|comprenant|de|ses|ces|les|aux|ainsi que)\s*$/;
/** A studio beside the home, or a workshop. */
const A_SIDE_STUDIO =
  /(?:\b(?:et|avec|plus|dont|ou|ancien|autre|possibilite|independants?|deux|\d) (?:\w+ ){0,3}|\+ ?(?:une? )?)$/;
const A_TRADE =
  /^ (?:de (?:danse|musique|tournage|repetition|yoga|tatouage)|d'enregistrement|photo\w*|independante?|attenante?|locatif|d'ete)\b/;

/** A separate flat of a house. */
const AN_ANNEX = /\b(?:appartements?|gite|annexe|dependance|studio|logement|amis|locatif)\b[^.;]{0,30}$/;

const HOMES: readonly (string | undefined)[] = ['FLAT', 'HOUSE', undefined];
const MAX_ROOMS = 20;

export function roomFacts(advert: PreparedAdvert): TextFact[] {
  if (!HOMES.includes(advert.propertyType)) return [];
  if (SEVERAL.test(advert.text)) return [ambiguousFact('unit.rooms')];
  return [...typed(advert), ...counted(advert), ...studio(advert)].filter(
    ({ value }) => Number(value) >= 1 && Number(value) <= MAX_ROOMS,
  );
}

const typed = ({ text, propertyType }: PreparedAdvert): TextFact[] =>
  findMentions(text, TYPED)
    .filter(({ before, after }) => !A_LINE.test(before) && !isMerelyPossible(before, after))
    .filter(({ before }) => propertyType !== 'HOUSE' || !AN_ANNEX.test(before))
    .map(({ groups: [rooms] }) => textFact('unit.rooms', Number(rooms), CERTAIN));

function counted({ title, text, propertyType }: PreparedAdvert): TextFact[] {
  const inFull = findMentions(text, COUNTED, 'piece', 'pce', 'pcs').filter(
    ({ matched, before, after, groups: [count = ''] }) => {
      if (OTHER_ROOMS.test(after) || isMerelyPossible(before, after)) return false;
      if (propertyType === 'HOUSE' && AN_ANNEX.test(before)) return false;
      // "comprenant deux pièces" is a part; "un deux-pièces" and "appartement deux pièces" are totals.
      return /\d/.test(count) || matched.includes('-') || !PART_OF_IT.test(before);
    },
  );
  return [
    ...findMentions(text, LABELLED, 'pieces').map(({ groups: [count = ''] }) =>
      textFact('unit.rooms', Number(count), LIKELY),
    ),
    ...inFull.map(({ groups: [count = ''] }) => textFact('unit.rooms', parseCount(count), LIKELY)),
    ...findMentions(title, SHORT).map(({ groups: [count = ''] }) =>
      textFact('unit.rooms', Number(count), FAIR),
    ),
  ];
}

/** One room, when the home itself is a studio. */
function studio({ propertyType, title, description }: PreparedAdvert): TextFact[] {
  if (propertyType === 'HOUSE') return [];
  const isTheHome = ({ before, after }: { before: string; after: string }) =>
    !A_SIDE_STUDIO.test(before) && !A_TRADE.test(after) && !isMerelyPossible(before, after);
  if (findMentions(title, STUDIO, 'stud').some(isTheHome)) return [textFact('unit.rooms', 1, CERTAIN)];
  const opening = description.slice(0, 120);
  return findMentions(opening, STUDIO, 'stud').some(isTheHome) ? [textFact('unit.rooms', 1, FAIR)] : [];
}

const BEDROOMS = new RegExp(
  `(?<![/\\d.,])\\b(${COUNT}|une?)(?: (?:belles?|grandes?|vastes?|spacieuses?|jolies?|petites?|vraies?|confortables?|lumineuses?))* ?(?:chambres?|chbres?|ch)\\b`,
  'g',
);
/** In lists of facts: "nombre de chambres : 3". */
const LABELLED_BEDROOMS = /\b(?:nombre de |nb (?:de )?)?chambres ?: ?(\d{1,2})\b(?! ?m2|[.,]\d)/g;
const ANY_BEDROOM = /\bchambres?\b/g;
const SUITE = /\bsuites?\b/;
/** A suite that is included in the count of bedrooms. */
const COUNTED_SUITE = /\bdont (?:une?|\d) (?:\w+ )?suite/;

/** Not a bedroom, or not part of the home. */
const ANOTHER_ROOM =
  /^ ?(?:de (?:bonne|service|commerce|culture)|d'hotes?|d'hotels?|froide|syndicale|a air|funeraire)/;
const SEVERAL_BEDROOMS = /\b\d ?(?:\/|a|ou) ?\d(?: \w+)? (?:chambres?|ch)\b/;

/** A part of the bedrooms: "5 chambres dont 3 chambres à l'étage"; not "4 pièces dont 3 chambres". */
const PART_OF_THEM = /(?<!\bpieces?(?: principales)?,?) dont\s*$/;

/** A total: "4 chambres dont une au rez-de-chaussée". */
const WHOLE = /\bchambres dont\b/;
const FLOOR_BY_FLOOR = /\b(?:etages?|rez[- ]de|rdc|niveaux?|palier)\b/;

const MAX_BEDROOMS = 15;

const isInTheHome = ({ before, after }: TextMention): boolean =>
  !ANOTHER_ROOM.test(after) && !PART_OF_THEM.test(before) && !isMerelyPossible(before, after);

/** Counts of bedrooms in a text, in figures or words. */
const countsIn = (text: string): number[] =>
  [...findMentions(text, BEDROOMS, 'ch'), ...findMentions(text, LABELLED_BEDROOMS, 'chambres')]
    .filter(isInTheHome)
    .map(({ groups: [count = ''] }) => parseCount(count))
    .filter((count) => count >= 1 && count <= MAX_BEDROOMS);

/**
 * A title gives the total; a description often gives parts ("au rez-de-chaussée une chambre, à l'étage deux chambres").
 * So the title counts unless the description has a higher count, and a description only when it has one count.
 */
export function bedroomFacts({ propertyType, title, description, text }: PreparedAdvert): TextFact[] {
  if (!HOMES.includes(propertyType)) return [];
  if (SEVERAL_BEDROOMS.test(text)) return [ambiguousFact('unit.bedrooms')];
  const [named] = countsIn(title);
  // A house is described floor by floor, so a count may be that of one floor.
  const isInParts = propertyType === 'HOUSE' && FLOOR_BY_FLOOR.test(description) && !WHOLE.test(description);
  const parts = isInParts && named === undefined ? [] : countsIn(description);
  if (named !== undefined)
    return parts.some((part) => part > named) ? [] : [textFact('unit.bedrooms', named, LIKELY)];
  const [only, ...others] = parts;
  if (only === undefined || others.length > 0 || isOnlyAPart(description, only)) return [];
  return [textFact('unit.bedrooms', only, FAIR)];
}

/** "une chambre" of several, or "deux chambres" beside a suite that is not counted. */
function isOnlyAPart(description: string, count: number): boolean {
  if (SUITE.test(description) && !COUNTED_SUITE.test(description)) return true;
  const named = findMentions(description, ANY_BEDROOM).filter(isInTheHome).length;
  return count === 1 ? named > 1 : named > 2;
}
