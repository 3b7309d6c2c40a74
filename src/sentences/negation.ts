import { propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import type { Condition, Finding } from './condition.ts';

export const NEGATION =
  /(?:(?:mais )?(?:surtout )?pas(?: (?:de|d'|du|des|au|aux|a|en|dans|sur|trop|un|une|le|la|les|the))*|sans(?: (?:aucune?|la|le|les|de|d'|du|des))*|aucune?s?|ni(?: (?:de|d'|en|a|au|le|la|les))*|hors(?: (?:de|d'|du|des|le|la|les))*|sauf(?: (?:a|au|en|dans|le|la|les|l'|si|un|une|sur))*|excepte(?: (?:a|au|en|le|la|les))*|exclure(?: (?:le|la|les|les?))*|a l'exception (?:de la|de l'|de|du|des|d')|non[ -]|without(?: (?:a|an|any|the))*|no(?! ?\d)|not(?: (?:in|on|at|a|an|the|any))*|except(?: (?:for|in|the))*|excluding(?: the)?|but not(?: (?:in|on|the|a))*|nor(?: (?:in|on|the|a))*|avoid)(?=[ '"]|$|(?<=[ '-]))/y;

/** After what they exclude: "viager exclu", "no X" said the other way round. */
export const NEGATION_AFTER =
  /(?:est |is )?(?:exclue?s?|excluded|interdite?s?|refusee?s?|a exclure|a eviter)\b/y;

const RATINGS: readonly string[] = propertyVocabularies.scoreRating.values;

/** The opposite of a condition; undefined when no filter expresses it. */
function negateCondition(condition: Condition): Condition | undefined {
  switch (condition.kind) {
    case 'set':
      if (condition.path === 'property.transaction.type' || condition.path.startsWith('changes.'))
        return undefined;
      return { ...condition, negated: condition.negated !== true };
    case 'features':
    case 'phrases':
    case 'places':
      return { ...condition, negated: condition.negated !== true };
    case 'switch':
      return { ...condition, value: !condition.value };
    case 'scores':
      return { ...condition, ratings: RATINGS.filter((rating) => !condition.ratings.includes(rating)) };
    default:
      return undefined;
  }
}

/** "pas de studio": at least two rooms. */
function negateSingleRoom({ conditions }: Finding): Condition[] | undefined {
  const rooms = conditions.find(({ path }) => path === 'property.unit.rooms');
  const isSingle = rooms?.kind === 'range' && rooms.gte === 1 && rooms.lte === 1;
  return isSingle ? [{ kind: 'range', path: 'property.unit.rooms', gte: 2 }] : undefined;
}

export function negate(finding: Finding, start: number): Finding | undefined {
  const single = negateSingleRoom(finding);
  if (single !== undefined) return { ...finding, start, conditions: single };
  // What two conditions say together has no simple opposite.
  const [condition, ...others] = finding.conditions;
  if (finding.noun === 'parking' && condition === undefined) {
    const path = 'property.amenities.features';
    return {
      start,
      end: finding.end,
      conditions: [{ kind: 'features', path, values: ['PARKING'], negated: true }],
    };
  }
  const negated = condition === undefined || others.length > 0 ? undefined : negateCondition(condition);
  return negated && { ...finding, start, conditions: [negated] };
}

export const isNegated = ({ conditions }: Finding): boolean =>
  conditions.some((condition) => 'negated' in condition && condition.negated === true);
