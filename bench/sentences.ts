import { buildNameTables } from '../src/geo/autocomplete/name-index.ts';
import { createPlaceNames } from '../src/geo/place-names.ts';
import { createDivisionRegister } from '../src/geo/register.ts';
import { parseSentence } from '../src/sentences/parse-sentence.ts';
import { packagedDivisions } from '../test/support/france.ts';
import {
  compareTrees,
  readSentences,
  SENTENCE_FILES,
  SENTENCES_NOW,
} from '../test/support/sentence-trees.ts';

export const title = 'Sentences into criteria: exact trees, wider ones, and the time for each';

const PASSES = 10;

export async function run(): Promise<void> {
  const divisions = packagedDivisions('FR');
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const register = createDivisionRegister(divisions, byId);
  const names = createPlaceNames(await buildNameTables(divisions), byId, register);
  const byCode = new Map(divisions.map((division) => [division.uniqueCode, division]));
  const centre = (code: string): readonly [number, number] => byCode.get(code)?.centroid ?? [0, 0];
  const parse = (text: string) => parseSentence(text, { names, now: SENTENCES_NOW });
  const times: number[] = [];
  let cpuMicros = 0;
  for (const name of SENTENCE_FILES) {
    const sentences = readSentences(name, centre);
    const verdicts = sentences.map(({ text, criteria }) => compareTrees(parse(text).criteria, criteria));
    const count = (verdict: string): number => verdicts.filter((one) => one === verdict).length;
    const share = ((100 * count('exact')) / sentences.length).toFixed(1);
    console.log(
      `${name}: ${sentences.length} sentences, exact ${count('exact')} (${share} %), wider ${count('wider')}, narrower ${count('narrower')}`,
    );
    const started = process.cpuUsage();
    for (let pass = 0; pass < PASSES; pass += 1)
      for (const { text } of sentences) {
        const from = performance.now();
        parse(text);
        times.push(performance.now() - from);
      }
    const used = process.cpuUsage(started);
    cpuMicros += used.user + used.system;
  }
  times.sort((one, other) => one - other);
  const at = (share: number): string => (times[Math.floor(share * times.length)] ?? 0).toFixed(2);
  console.log(
    `a sentence: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; ${(cpuMicros / 1_000 / times.length).toFixed(2)} ms of CPU`,
  );
}
