import type { PreparedAdvert } from './advert.ts';
import { CERTAIN, FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { ORDINAL, parseOrdinal } from './figures.ts';
import { findMentions, type TextMention } from './mention.ts';

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
