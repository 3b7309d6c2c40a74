import { districtNumber, expansionsOf, isEmptyWord, isWeak, ordinalNumber } from '../abbreviations.ts';
import type { CodeIndex } from './codes.ts';
import type { ContextIndex } from './contexts.ts';
import {
  ARTICLE_SPLIT,
  EMPTY_WORD_DROPPED,
  MAY_BE_A_DISTRICT,
  NEIGHBOUR_NAMED,
  SHORT_FORM,
  SPLIT_OR_JOINED,
} from './costs.ts';
import type { JoinedNames } from './joined-names.ts';
import { ANY_PLACE, type PlaceContext } from './place-context.ts';
import type { WordVocabulary } from './vocabulary.ts';
import { plainWord, type TypedWord } from './words.ts';

/** One interpretation of the typed text. */
export interface QueryReading {
  readonly words: readonly TypedWord[];
  readonly cost: number;
  /** All of these must hold. */
  readonly placeContexts: readonly PlaceContext[];
  /** Whether a word may match others one typo away. */
  readonly literal: boolean;
}

export interface Knowledge {
  readonly vocabulary: WordVocabulary;
  readonly joined: JoinedNames;
  readonly codes: CodeIndex;
  readonly contexts: ContextIndex;
}

/** Enough for two abbreviations with four readings each. */
const MAX_READINGS = 16;

/** The interpretations of the typed words, the literal one first. */
export function listReadings(typed: readonly TypedWord[], knowledge: Knowledge): QueryReading[] {
  const telling = typed.filter(({ text }) => !isEmptyWord(text));
  const shorter = telling.length > 0 && telling.length < typed.length ? [telling] : [];
  return [typed, ...shorter].flatMap((words) => {
    const dropped = words === typed ? 0 : EMPTY_WORD_DROPPED;
    return withPlaceContexts(normalizeNumbers(words, knowledge.contexts), knowledge).flatMap(
      (placedReading) => {
        const reading = { ...placedReading, cost: placedReading.cost + dropped };
        const { vocabulary } = knowledge;
        return [
          ...expandAbbreviations(reading),
          ...joinWords(reading, vocabulary),
          ...splitWords(reading, vocabulary),
          ...splitJoinedNames(reading, knowledge),
        ];
      },
    );
  });
}

/** Numbers as names contain them: 15 for 15e, and after a city with districts those of XVe and 05. */
function normalizeNumbers(words: readonly TypedWord[], contexts: ContextIndex): TypedWord[] {
  return words.map((word, at) => {
    const behindCity = contexts.hasDistricts(words[at - 1]?.text ?? '');
    const figure = ordinalNumber(word.text) ?? (behindCity ? districtNumber(word.text) : undefined);
    return figure === undefined ? word : plainWord(figure);
  });
}

const POSTAL_CODE = /^\d{5}$/;
const PART_OF_CODE = /^(?:\d{1,4}|2[ab])$/;

/** The words as typed, and with each part that may be a place context read as one. */
function withPlaceContexts(words: readonly TypedWord[], knowledge: Knowledge): QueryReading[] {
  const postal = words.filter(({ text }) => POSTAL_CODE.test(text));
  const rest = words.filter((word) => !postal.includes(word));
  if (rest.length === 0) return [];
  const where = postal.map(({ text }) => ({
    ...ANY_PLACE,
    postalCode: knowledge.codes.knownBeginning(text),
  }));
  const more = rest.length < 2 ? [] : [...byCode(rest, knowledge), ...byNames(rest, knowledge)];
  return [
    { words: rest, cost: 0, placeContexts: where, literal: false },
    ...more.map((reading) => ({ ...reading, where: [...where, ...reading.placeContexts] })),
  ];
}

function byCode(words: readonly TypedWord[], { codes, contexts }: Knowledge): QueryReading[] {
  const at = words.findLastIndex(({ text }) => PART_OF_CODE.test(text));
  if (at < 0) return [];
  const code = words[at]?.text ?? '';
  const postalCode = code.length > 1 && POSTAL_START.test(code) ? codes.knownBeginning(code) : '';
  const mayBeDistrict = contexts.hasDistricts(words[at - 1]?.text ?? '') && words[at]?.bracketed === false;
  const cost = mayBeDistrict ? MAY_BE_A_DISTRICT : 0;
  return [within(words.toSpliced(at, 1), { ...ANY_PLACE, inside: codes.subregions(code), postalCode, cost })];
}

const POSTAL_START = /^\d+$/;

function byNames(words: readonly TypedWord[], { contexts }: Knowledge): QueryReading[] {
  const texts = words.map(({ text }) => text);
  const found: QueryReading[] = [];
  for (let cut = 1; cut < words.length; cut += 1) {
    const [before, behind] = [texts.slice(0, cut), texts.slice(cut)];
    const [wordsBefore, wordsBehind] = [words.slice(0, cut), words.slice(cut)];
    const begun = contexts.startingWith(behind);
    if (begun.length > 0) found.push({ ...within(wordsBefore, named(begun)), literal: true });
    const wider = contexts.named(behind);
    if (wider.length > 0) found.push(within(wordsBefore, named(wider)));
    const widerBefore = contexts.named(before);
    if (widerBefore.length > 0) found.push(within(wordsBehind, named(widerBefore)));
    const groupIds = contexts.groupsOfTown(behind);
    if (groupIds.length > 0) {
      found.push(within(wordsBefore, { ...ANY_PLACE, groupIds, cost: NEIGHBOUR_NAMED }));
    }
  }
  return found;
}

const named = (inside: readonly number[]): PlaceContext => ({ ...ANY_PLACE, inside });

const within = (words: readonly TypedWord[], where: PlaceContext): QueryReading => ({
  words,
  cost: 0,
  placeContexts: [where],
  literal: false,
});

/** Every combination of expanded abbreviations. */
function expandAbbreviations(reading: QueryReading): QueryReading[] {
  let found: QueryReading[] = [{ ...reading, words: [] }];
  for (const word of reading.words) {
    const forms = expansionsOf(word.text).map((form) => form.split(' ').map(plainWord));
    found = found
      .flatMap((begun) => [
        { ...begun, words: [...begun.words, word] },
        ...forms.map((form) => ({
          ...begun,
          words: [...begun.words, ...form],
          cost: begun.cost + SHORT_FORM,
        })),
      ])
      .slice(0, MAX_READINGS);
  }
  return found;
}

/** "mont reuil" */
function joinWords(reading: QueryReading, vocabulary: WordVocabulary): QueryReading[] {
  const { words } = reading;
  return words.slice(0, -1).flatMap((word, at) => {
    const text = word.text + (words[at + 1]?.text ?? '');
    const [from, to] = vocabulary.startingWith(text);
    if (to === from || (vocabulary.words[from] !== text && at + 2 < words.length)) return [];
    return [replaceWords(reading, { at, count: 2, cost: SPLIT_OR_JOINED }, [text])];
  });
}

/** "saintdenis" */
function splitWords(reading: QueryReading, vocabulary: WordVocabulary): QueryReading[] {
  return reading.words.flatMap(({ text }, at) => {
    const last = at === reading.words.length - 1;
    return [...wordSplits(text, vocabulary, last)].map((parts) =>
      replaceWords(
        reading,
        { at, count: 1, cost: isWeak(parts[0]) ? ARTICLE_SPLIT : SPLIT_OR_JOINED },
        parts,
      ),
    );
  });
}

/** "aixenprovence": three or more words of one name. A word of the vocabulary is not split. */
function splitJoinedNames(reading: QueryReading, { joined: names, vocabulary }: Knowledge): QueryReading[] {
  return reading.words.flatMap(({ text }, at) => {
    const [from, to] = vocabulary.startingWith(text);
    if (to > from) return [];
    return names
      .partings(text)
      .map((parts) => replaceWords(reading, { at, count: 1, cost: SPLIT_OR_JOINED }, parts));
  });
}

const MIN_PART_CHARS = 3;
const MIN_STARTED_PART_CHARS = 4;

/**
 * The ways to split a word into two words of the vocabulary; for the last word, the second may be a prefix. A wrong
 * letter may replace the space.
 */
function* wordSplits(text: string, vocabulary: WordVocabulary, last: boolean): Generator<[string, string]> {
  for (let at = 1; at < text.length; at += 1) {
    const first = text.slice(0, at);
    if ((at < MIN_PART_CHARS && !isWeak(first)) || vocabulary.numberOf(first) < 0) continue;
    for (const second of [text.slice(at), text.slice(at + 1)]) {
      const [from, to] = vocabulary.startingWith(second);
      const begun = last && to > from && second.length >= MIN_STARTED_PART_CHARS;
      const whole = vocabulary.words[from] === second && (second.length >= MIN_PART_CHARS || isWeak(second));
      if (begun || whole) yield [first, second];
    }
  }
}

interface Change {
  readonly at: number;
  readonly count: number;
  readonly cost: number;
}

const replaceWords = (
  reading: QueryReading,
  { at, count, cost }: Change,
  texts: readonly string[],
): QueryReading => ({
  ...reading,
  words: reading.words.toSpliced(at, count, ...texts.map(plainWord)),
  cost: reading.cost + cost,
  literal: true,
});
