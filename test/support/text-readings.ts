import assert from 'node:assert/strict';
import type { Known } from '../../src/ingest/text-facts/advert.ts';
import { readText } from '../../src/ingest/text-facts/read-text.ts';

/** Sentences of adverts ("title | description", or a description alone), and what is to be read in each. */
export type Readings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Every sentence must give exactly the facts listed below the paths in question: none missed, none made up. */
export function assertReadings(paths: readonly string[], known: Known, readings: Readings): void {
  const read = Object.keys(readings).map((sentence) => {
    const [title = '', description = ''] = sentence.includes(' | ') ? sentence.split(' | ') : ['', sentence];
    const facts = readText(title, description, known).filter(({ path }) =>
      paths.some((wanted) => path === wanted || path.startsWith(`${wanted}.`)),
    );
    return [sentence, Object.fromEntries(facts.map(({ path, value }) => [path, value]))];
  });
  assert.deepEqual(Object.fromEntries(read), readings);
}
