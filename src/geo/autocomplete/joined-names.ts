import { partitionPoint } from '../../lib/lower-bound.ts';

/** Names of several words typed without spaces: "aixenprovence". */
export interface JoinedNames {
  /** The ways to split a word, or a prefix, into the words of a name; the most important names first. */
  partings(text: string): string[][];
}

interface JoinedName {
  /** As typed, word by word. */
  readonly typed: readonly string[];
  /** As in the name. */
  readonly words: readonly string[];
}

/** The words of a name by its number; the most important name has the lowest. */
type WordsOf = (name: number) => readonly string[];

/** Two joined words are split by the vocabulary; names of three or more are looked up here. */
const MIN_WORDS = 3;
/** A shorter prefix matches too many names. */
const MIN_LETTERS = 7;
/** "stg" is a prefix of hundreds of names: only the most important are read. */
const MAX_NAMES = 4;
const SHORT_FORMS: Readonly<Record<string, string>> = { saint: 'st', sainte: 'ste' };

/** Twice the number of a name, and one more for its abbreviated form: by their letters, then by importance. */
export function sortJoinedNames(count: number, wordsOf: WordsOf): Uint32Array {
  const joined: { text: string; form: number }[] = [];
  for (let name = 0; name < count; name += 1) {
    const words = wordsOf(name);
    if (words.length >= MIN_WORDS) joined.push({ text: words.join(''), form: 2 * name });
    const short = abbreviate(words);
    if (short !== undefined) joined.push({ text: short.join(''), form: 2 * name + 1 });
  }
  joined.sort((one, other) =>
    one.text < other.text ? -1 : one.text > other.text ? 1 : one.form - other.form,
  );
  return Uint32Array.from(joined, ({ form }) => form);
}

/** `forms` are those of `sortJoinedNames`. */
export function openJoinedNames(forms: Uint32Array, wordsOf: WordsOf): JoinedNames {
  const nameAt = (at: number): JoinedName => {
    const form = forms[at] ?? 0;
    const words = wordsOf(form >> 1);
    return { words, typed: (form & 1) === 1 ? (abbreviate(words) ?? words) : words };
  };
  const textAt = (at: number): string => nameAt(at).typed.join('');
  return {
    partings(text) {
      if (text.length < MIN_LETTERS) return [];
      const found: number[] = [];
      const first = partitionPoint(0, forms.length, (at) => textAt(at) < text);
      for (let at = first; at < forms.length && textAt(at).startsWith(text); at += 1) found.push(at);
      const best = found
        .sort((one, other) => ((forms[one] ?? 0) >> 1) - ((forms[other] ?? 0) >> 1))
        .slice(0, MAX_NAMES);
      return distinct(best.map((at) => splitJoinedName(nameAt(at), text.length)));
    },
  };
}

/** With the common abbreviation of its first word; undefined where there is none. */
function abbreviate(words: readonly string[]): readonly string[] | undefined {
  const [first = '', ...rest] = words;
  const short = SHORT_FORMS[first];
  return short === undefined || rest.length === 0 ? undefined : [short, ...rest];
}

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
