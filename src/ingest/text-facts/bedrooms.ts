import type { PreparedAdvert } from './advert.ts';
import { isMerelyPossible } from './context.ts';
import { ambiguousFact, FAIR, LIKELY, type TextFact, textFact } from './fact.ts';
import { COUNT, parseCount } from './figures.ts';
import { findMentions, type TextMention } from './mention.ts';

const BEDROOMS = new RegExp(
  `(?<![/\\d.,])\\b(${COUNT}|une?)(?: (?:belles?|grandes?|vastes?|spacieuses?|jolies?|petites?|vraies?|confortables?|lumineuses?))* ?(?:chambres?|chbres?|ch)\\b`,
  'g',
);
/** In lists of facts: "nombre de chambres : 3". */
const LABELLED = /\b(?:nombre de |nb (?:de )?)?chambres ?: ?(\d{1,2})\b(?! ?m2|[.,]\d)/g;
const ANY_BEDROOM = /\bchambres?\b/g;
const SUITE = /\bsuites?\b/;
/** A suite that is included in the count of bedrooms. */
const COUNTED_SUITE = /\bdont (?:une?|\d) (?:\w+ )?suite/;

/** Not a bedroom, or not part of the home. */
const ANOTHER_ROOM =
  /^ ?(?:de (?:bonne|service|commerce|culture)|d'hotes?|d'hotels?|froide|syndicale|a air|funeraire)/;
const SEVERAL = /\b\d ?(?:\/|a|ou) ?\d(?: \w+)? (?:chambres?|ch)\b/;

/** A part of the bedrooms: "5 chambres dont 3 chambres à l'étage"; not "4 pièces dont 3 chambres". */
const PART_OF_THEM = /(?<!\bpieces?(?: principales)?,?) dont\s*$/;

/** A total: "4 chambres dont une au rez-de-chaussée". */
const WHOLE = /\bchambres dont\b/;
const FLOOR_BY_FLOOR = /\b(?:etages?|rez[- ]de|rdc|niveaux?|palier)\b/;

const HOMES: readonly (string | undefined)[] = ['FLAT', 'HOUSE', undefined];
const MAX_BEDROOMS = 15;

const isInTheHome = ({ before, after }: TextMention): boolean =>
  !ANOTHER_ROOM.test(after) && !PART_OF_THEM.test(before) && !isMerelyPossible(before, after);

/** Counts of bedrooms in a text, in figures or words. */
const countsIn = (text: string): number[] =>
  [...findMentions(text, BEDROOMS, 'ch'), ...findMentions(text, LABELLED, 'chambres')]
    .filter(isInTheHome)
    .map(({ groups: [count = ''] }) => parseCount(count))
    .filter((count) => count >= 1 && count <= MAX_BEDROOMS);

/**
 * A title gives the total; a description often gives parts ("au rez-de-chaussée une chambre, à l'étage deux chambres").
 * So the title counts unless the description has a higher count, and a description only when it has one count.
 */
export function bedroomFacts({ propertyType, title, description, text }: PreparedAdvert): TextFact[] {
  if (!HOMES.includes(propertyType)) return [];
  if (SEVERAL.test(text)) return [ambiguousFact('unit.bedrooms')];
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
