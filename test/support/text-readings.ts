import assert from 'node:assert/strict';
import type { StatedAttributes } from '../../src/ingest/text-facts/mention.ts';
import { readTextFacts } from '../../src/ingest/text-facts/read-text-facts.ts';

/** Sentences of adverts ("title | description", or a description alone), and the facts to read in each. */
export type Readings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Every sentence must give exactly the facts listed below the paths in question: none missed, none invented. */
export function assertReadings(paths: readonly string[], known: StatedAttributes, readings: Readings): void {
  const read = Object.keys(readings).map((sentence) => {
    const [title = '', description = ''] = sentence.includes(' | ') ? sentence.split(' | ') : ['', sentence];
    const facts = readTextFacts(title, description, known).filter(({ path }) =>
      paths.some((wanted) => path === wanted || path.startsWith(`${wanted}.`)),
    );
    return [sentence, Object.fromEntries(facts.map(({ path, value }) => [path, value]))];
  });
  assert.deepEqual(Object.fromEntries(read), readings);
}

/** Sentences by the expected reading of one boolean (or of a count, as none or some). */
export interface LabelledTexts {
  readonly yes: readonly string[];
  readonly no?: readonly string[];
  readonly silent: readonly string[];
}

/** A wrong reading is an error of precision; a missing one, of recall. */
export function assertLabelled(
  path: string | readonly string[],
  known: StatedAttributes,
  labelled: LabelledTexts,
): void {
  const verdictOn = (sentence: string): string => {
    const [title = '', description = ''] = sentence.includes(' | ') ? sentence.split(' | ') : ['', sentence];
    const values = readTextFacts(title, description, known)
      .filter((fact) => [path].flat().includes(fact.path))
      .map(({ value }) => (Array.isArray(value) ? value.length : Number(value)));
    if (values.length === 0) return 'silent';
    return values.some((value) => value > 0) ? 'yes' : 'no';
  };
  const expected = Object.entries(labelled).flatMap(([verdict, sentences]: [string, readonly string[]]) =>
    sentences.map((sentence) => [sentence, verdict] as const),
  );
  assert.deepEqual(
    Object.fromEntries(expected.map(([sentence]) => [sentence, verdictOn(sentence)])),
    Object.fromEntries(expected),
  );
}
