import { propertyVocabularies } from '../property-vocabularies.ts';
import { columnName, vocabularyAt } from './builders.ts';
import type { FilterPart, ScoresFilter } from './kinds.ts';

const scorePart = (
  type: (typeof propertyVocabularies.scoreType.values)[number],
  member: 'rating' | 'value',
): FilterPart => {
  const path = `property.unit.diagnostic.scores.${type}.${member}` as const;
  const vocabulary = vocabularyAt(path);
  return { reads: [path], columns: [columnName(`${type}.${member}`)], ...(vocabulary && { vocabulary }) };
};

export const scoresFilter: ScoresFilter<'property.unit.diagnostic.scores'> = {
  path: 'property.unit.diagnostic.scores',
  kind: 'scores',
  label: 'Energy scores',
  description: 'Letters and values of the energy diagnostic, by what they measure. All entries must hold.',
  scope: 'property',
  operators: [],
  types: propertyVocabularies.scoreType,
  scores: Object.fromEntries(
    propertyVocabularies.scoreType.values.map((type) => [
      type,
      { rating: scorePart(type, 'rating'), value: scorePart(type, 'value') },
    ]),
  ),
};
