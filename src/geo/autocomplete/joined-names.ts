import { partitionPoint } from '../../lib/lower-bound.ts';

/** Names of several words typed without spaces: "aixenprovence". */
export interface JoinedNames {
  /** The ways to split a word, or a prefix, into the words of a name; the most important names first. */
  partings(text: string): string[][];
}

interface JoinedName {
  /** As typed, without spaces. */
  readonly text: string;
  /** As typed, word by word. */
  readonly typed: readonly string[];
  /** As in the name. */
  readonly words: readonly string[];
  /** Lower ranks first. */
  readonly rank: number;
}

/** Two joined words are split by the vocabulary; names of three or more are looked up here. */
const MIN_WORDS = 3;
/** A shorter prefix matches too many names. */
const MIN_LETTERS = 7;
/** "stg" is a prefix of hundreds of names: only the most important are read. */
const MAX_NAMES = 4;
const SHORT_FORMS: Readonly<Record<string, string>> = { saint: 'st', sainte: 'ste' };

/** `names` are the words of each name, the most important name first. */
export function indexJoinedNames(names: Iterable<readonly string[]>): JoinedNames {
  const joined: JoinedName[] = [];
  let rank = 0;
  for (const words of names) {
    for (const typed of spellingVariants(words)) joined.push({ text: typed.join(''), typed, words, rank });
    rank += 1;
  }
  joined.sort((one, other) =>
    one.text < other.text ? -1 : one.text > other.text ? 1 : one.rank - other.rank,
  );
  return {
    partings(text) {
      if (text.length < MIN_LETTERS) return [];
      const found: JoinedName[] = [];
      for (let at = firstMatchFrom(joined, text); joined[at]?.text.startsWith(text); at += 1)
        found.push(joined[at] as JoinedName);
      const best = found.sort((one, other) => one.rank - other.rank).slice(0, MAX_NAMES);
      return distinct(best.map((name) => splitJoinedName(name, text.length)));
    },
  };
}

/** In full, and with the common abbreviation. */
function* spellingVariants(words: readonly string[]): Generator<readonly string[]> {
  if (words.length >= MIN_WORDS) yield words;
  const [first = '', ...rest] = words;
  const short = SHORT_FORMS[first];
  if (short !== undefined && rest.length > 0) yield [short, ...rest];
}

const firstMatchFrom = (joined: readonly JoinedName[], text: string): number =>
  partitionPoint(0, joined.length, (at) => (joined[at]?.text ?? '') < text);

/** The typed words; the last may be a prefix. */
function splitJoinedName({ typed, words }: JoinedName, letters: number): string[] {
  const parts: string[] = [];
  let left = letters;
  for (const [at, word] of typed.entries()) {
    if (left <= 0) break;
    parts.push(left >= word.length ? (words[at] ?? word) : word.slice(0, left));
    left -= word.length;
  }
  return parts;
}

const distinct = (partings: readonly string[][]): string[][] => [
  ...new Map(partings.map((parts) => [parts.join(' '), parts])).values(),
];
