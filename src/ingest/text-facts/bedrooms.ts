import type { PreparedAdvert } from './advert.ts';
import { isMerelyPossible } from './context.ts';
import { ambiguousFact, FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { COUNT, parseCount } from './figures.ts';
import { findMentions, type TextMention } from './mention.ts';

const BEDROOMS = new RegExp(
  `(?<![/\\d.,])\\b(${COUNT}|une?)(?: (?:belles?|grandes?|vastes?|spacieuses?|jolies?|petites?|vraies?|confortables?|lumineuses?))* ?(?:chambres?|chbres?|ch)\\b`,
  'g',
);
/** As lists of facts have it: "nombre de chambres : 3". */
const LABELLED = /\b(?:nombre de |nb (?:de )?)?chambres ?: ?(\d{1,2})\b(?! ?m2|[.,]\d)/g;
const ANY_BEDROOM = /\bchambres?\b/g;
const SUITE = /\bsuites?\b/;
/** A suite that is counted among the bedrooms already. */
const COUNTED_SUITE = /\bdont (?:une?|\d) (?:\w+ )?suite/;

/** Not a room one sleeps in, or not part of the home. */
const ANOTHER_ROOM =
  /^ ?(?:de (?:bonne|service|commerce|culture)|d'hotes?|d'hotels?|froide|syndicale|a air|funeraire)/;
const SEVERAL = /\b\d ?(?:\/|a|ou) ?\d(?: \w+)? (?:chambres?|ch)\b/;

/** "5 chambres dont 3 chambres à l'étage"; in "4 pièces dont 3 chambres" they are all there are. */
const PART_OF_THEM = /(?<!\bpieces?(?: principales)?,?) dont\s*$/;

/** "4 chambres dont une au rez-de-chaussée" are all there are. */
const WHOLE = /\bchambres dont\b/;
const FLOOR_BY_FLOOR = /\b(?:etages?|rez[- ]de|rdc|niveaux?|palier)\b/;

const HOMES: readonly (string | undefined)[] = ['FLAT', 'HOUSE', undefined];
const MAX_BEDROOMS = 15;

const isInTheHome = ({ before, after }: TextMention): boolean =>
  !ANOTHER_ROOM.test(after) && !PART_OF_THEM.test(before) && !isMerelyPossible(before, after);

/** The counts of a text, of its bedrooms in figures or words. */
const countsIn = (text: string): number[] =>
  [...findMentions(text, BEDROOMS, 'ch'), ...findMentions(text, LABELLED, 'chambres')]
    .filter(isInTheHome)
    .map(({ groups: [count = ''] }) => parseCount(count))
    .filter((count) => count >= 1 && count <= MAX_BEDROOMS);

/**
 * The title gives the whole; a description often gives the parts ("au rez-de-chaussée une chambre, à l'étage deux chambres").
 * So a title is believed unless the description counts more, and a description only when it counts once.
 */
export function bedroomFacts({ propertyType, title, description, text }: PreparedAdvert): TextFact[] {
  if (!HOMES.includes(propertyType)) return [];
  if (SEVERAL.test(text)) return [ambiguousFact('unit.bedrooms')];
  const [named] = countsIn(title);
  // A house is described floor by floor: what is counted there is one floor's.
  const isInParts = propertyType === 'HOUSE' && FLOOR_BY_FLOOR.test(description) && !WHOLE.test(description);
  const parts = isInParts && named === undefined ? [] : countsIn(description);
  if (named !== undefined)
    return parts.some((part) => part > named) ? [] : [textFact('unit.bedrooms', named, LIKELY)];
  const [only, ...others] = parts;
  if (only === undefined || others.length > 0 || isOnlyAPart(description, only)) return [];
  return [textFact('unit.bedrooms', only, FAIR)];
}

/** "une chambre" of several, or "deux chambres" beside a suite that nobody counted. */
function isOnlyAPart(description: string, count: number): boolean {
  if (SUITE.test(description) && !COUNTED_SUITE.test(description)) return true;
  const named = findMentions(description, ANY_BEDROOM).filter(isInTheHome).length;
  return count === 1 ? named > 1 : named > 2;
}
