import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filters } from '../../catalogue/filters.ts';
import { catalogueFrench } from '../../catalogue/french.ts';
import { labelOf, type Vocabulary } from '../../catalogue/vocabulary.ts';

/** Every vocabulary that a control of the form shows. */
const shown: Vocabulary[] = filters.flatMap((filter) => {
  if (filter.kind === 'scores') return [filter.types];
  return 'vocabulary' in filter && filter.vocabulary ? [filter.vocabulary] : [];
});

test('every label of a filter and of its values has a French word', () => {
  const labels = [
    ...filters.map(({ label }) => label),
    ...shown.flatMap((vocabulary) => vocabulary.values.map((value) => labelOf(vocabulary, value))),
  ];
  assert.deepEqual(
    labels.filter((label) => !catalogueFrench.has(label)),
    [],
  );
});
