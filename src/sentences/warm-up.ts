import type { PlaceNames } from '../geo/place-names.ts';
import { readDate, readPriceDrop, readYear } from './dates.ts';
import { readDeviation } from './deviation.ts';
import { readEnergy } from './energy.ts';
import { readFloor } from './floors.ts';
import { foldSentence } from './folded-text.ts';
import { readHomeType } from './home-types.ts';
import { readMeasure } from './measures.ts';
import { readNear } from './near.ts';
import { parseSentence, sentenceLexicon } from './parse-sentence.ts';

/** V8 compiles a pattern with its first use, once more with its second, and no function before its first call. */
const USES = 2;
const ANY_TEXT = foldSentence('xyz');
const EXAMPLES = ['T3 avec balcon', '300 000 €', 'flat with garden under 300k'];

const NO_NAMES: PlaceNames = {
  named: () => [],
  townsStarting: () => [],
  subregion: () => undefined,
  hasPostalCode: () => false,
  district: () => undefined,
  isInside: () => false,
  countOfCode: () => 0,
};

/** What the first sentence would wait for: its lexicon and 110 patterns, in steps of some milliseconds. */
export function sentenceSteps(now: Date): (() => void)[] {
  const readers = [
    ...[readFloor, readHomeType, readEnergy, readPriceDrop, readDeviation, readYear, readMeasure],
    (text: typeof ANY_TEXT, at: number) => readNear(text, at, () => undefined),
    (text: typeof ANY_TEXT, at: number) => readDate(text, at, now),
  ];
  return [
    () => void sentenceLexicon(),
    ...readers.map((read) => () => {
      for (let use = 0; use < USES; use += 1) read(ANY_TEXT, 0);
    }),
    ...EXAMPLES.map((text) => () => void parseSentence(text, { names: NO_NAMES, now })),
  ];
}
