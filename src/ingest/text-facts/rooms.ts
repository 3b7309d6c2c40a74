import type { PreparedAdvert } from './advert.ts';
import { isMerelyPossible } from './context.ts';
import { ambiguousFact, CERTAIN, FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { COUNT, parseCount } from './figures.ts';
import { findMentions } from './mention.ts';

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
