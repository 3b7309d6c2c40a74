import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vocabularies } from '../catalogue/vocabularies.ts';
import type { Vocabulary } from '../catalogue/vocabulary.ts';
import { synonyms } from './synonyms.ts';
import { normaliseWords, splitSynonyms, translateWord } from './translate.ts';

const sections = Object.entries(synonyms) as [string, Record<string, string>][];
const listed = new Map<string, Vocabulary>(Object.values(vocabularies).map((list) => [list.name, list]));

test('every synonym is in normalised form', () => {
  const unfit = sections.flatMap(([name, section]) =>
    splitSynonyms(section).flatMap(([word]) => (normaliseWords(word) === word ? [] : [`${name}: ${word}`])),
  );
  assert.deepEqual(unfit, []);
});

test('no synonym has two meanings in one vocabulary', () => {
  const doubled = sections.flatMap(([name, section]) => {
    const words = splitSynonyms(section).map(([word]) => word);
    return words.filter((word, at) => words.indexOf(word) !== at).map((word) => `${name}: ${word}`);
  });
  assert.deepEqual(doubled, []);
});

test('no synonym is a value of the vocabulary itself', () => {
  const own = sections.flatMap(([name, section]) => {
    const values = new Set(listed.get(name)?.values.map(normaliseWords));
    return splitSynonyms(section).flatMap(([word]) => (values.has(word) ? [`${name}: ${word}`] : []));
  });
  assert.deepEqual(own, []);
});

test('the foreign words of the contract are translated', () => {
  assert.equal(translateWord('locationAccuracy', 'MUNICIPALITY'), 'CITY');
  assert.equal(translateWord('condition', 'EXCELLENT'), 'GOOD');
  assert.equal(translateWord('energyCarrier', 'DISTRICT'), 'DISTRICT_HEATING');
  assert.equal(translateWord('heatingSystem', 'ELECTRIC'), 'ELECTRIC_HEATER');
  assert.equal(translateWord('publisherType', 'PRIVATE'), 'PRIVATE_INDIVIDUAL');
});
