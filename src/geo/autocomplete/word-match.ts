import { isWeak } from '../abbreviations.ts';
import {
  BEGUN,
  BEGUN_BY_FEW,
  BEGUN_LAST,
  BEGUN_WITH_STOP,
  SECOND_TYPO,
  typoCost,
  WHOLE_WITH_STOP,
} from './costs.ts';
import type { NameIndex } from './name-index.ts';
import type { QueryReading } from './readings.ts';
import type { TypedWord } from './words.ts';

/** How well a word of the vocabulary matches a typed one; 0 is no match. */
const SAME = 1;
const STARTED = 2;
const TYPO = 3;
const STARTED_TYPO = 4;
const TYPOS = 5;
const STARTED_TYPOS = 6;
const GRADES = 7;

export const isStarted = (grade: number): boolean => grade > 0 && (grade & 1) === 0;

/** How a typed word is matched: its position in the query and the typos allowed. */
interface Role {
  /** It may be incomplete. */
  readonly last: boolean;
  readonly alone: boolean;
  /** How many typos are allowed; `exact` asks for the word itself, or a prefix for the last word. */
  readonly typos: 0 | 1 | 2 | 'exact';
}

/** A typed word against the whole vocabulary. */
export interface WordMatch {
  /** By word number. */
  readonly grades: Uint8Array;
  /** By grade. */
  readonly costs: Int32Array;
  /** The ranges of numbers of the matching words: start and end alternating, sorted, without overlaps. */
  readonly ranges: readonly number[];
  /** How many names have such a word. */
  readonly names: number;
  /** A name may match without the word. */
  readonly dispensable: boolean;
}

/** The letters of a word, or of all words together, below which a typo would match anything. */
const MIN_TYPO_CHARS = 4;
const MIN_TOTAL_TYPO_CHARS = 6;
/** A shorter prefix with a typo would match anything. */
const MIN_STARTED_TYPO_CHARS = 5;
const MIN_TWO_TYPOS_CHARS = 6;
const FEW_LETTERS = 2;

/** Cached for the next query: while the third word is typed the first two stay the same. 30 kB each for France. */
const MAX_CACHED_MATCHES = 100;

/** Matches typed words. A match is valid until `release`, which returns its tables to be reused. */
export class WordMatcher {
  readonly #index: NameIndex;
  readonly #free: Uint8Array[] = [];
  /** The least recently used first. */
  readonly #matches = new Map<string, WordMatch>();

  constructor(index: NameIndex) {
    this.#index = index;
  }

  matchAll({ words, placeContexts, literal }: QueryReading, typos: 1 | 2): WordMatch[] {
    const letters = words.reduce((sum, { text }) => sum + text.length, 0);
    const supported = words.length > 1 && letters >= MIN_TOTAL_TYPO_CHARS;
    return words.map((word, at) =>
      this.#match(word, {
        last: at === words.length - 1,
        alone: words.length === 1 && placeContexts.length === 0,
        typos: literal ? 'exact' : supported || word.text.length >= MIN_TYPO_CHARS ? typos : 0,
      }),
    );
  }

  #match(typed: TypedWord, role: Role): WordMatch {
    const key = `${typed.text} ${typed.abbreviated} ${role.last} ${role.alone} ${role.typos}`;
    const match = this.#matches.get(key) ?? this.#fill(typed, role);
    this.#matches.delete(key);
    this.#matches.set(key, match);
    return match;
  }

  release(): void {
    for (const [key, { grades }] of this.#matches) {
      if (this.#matches.size <= MAX_CACHED_MATCHES) return;
      this.#matches.delete(key);
      grades.fill(0);
      this.#free.push(grades);
    }
  }

  #fill(typed: TypedWord, role: Role): WordMatch {
    const { vocabulary, namesFrom } = this.#index;
    const grades = this.#free.pop() ?? new Uint8Array(vocabulary.words.length);
    const found: [number, number][] = [];
    this.#findTypos(typed.text, role, grades, found);
    const [from, to] = vocabulary.startingWith(typed.text);
    if (to > from && (role.last || role.typos !== 'exact')) {
      grades.fill(STARTED, from, to);
      found.push([from, to]);
    }
    if (vocabulary.words[from] === typed.text) {
      grades[from] = SAME;
      found.push([from, from + 1]);
    }
    const ranges = mergeRanges(found);
    let names = 0;
    for (let at = 0; at < ranges.length; at += 2) {
      names += (namesFrom[ranges[at + 1] ?? 0] ?? 0) - (namesFrom[ranges[at] ?? 0] ?? 0);
    }
    const dispensable = role.typos !== 'exact' && isWeak(typed.text);
    return { grades, costs: gradeCosts(typed, role), ranges, names, dispensable };
  }

  #findTypos(text: string, { last, typos }: Role, grades: Uint8Array, found: [number, number][]): void {
    if (typos === 0 || typos === 'exact' || isWeak(text) || /\d/.test(text)) return;
    const maxTypos = typos === 2 && text.length >= MIN_TWO_TYPOS_CHARS ? 2 : 1;
    const beginnings = last && text.length >= MIN_STARTED_TYPO_CHARS;
    this.#index.typos.find(text, { maxTypos, beginnings }, (from, to, distance, whole) => {
      if (distance === 0) return;
      const grade = distance === 1 ? (whole ? TYPO : STARTED_TYPO) : whole ? TYPOS : STARTED_TYPOS;
      for (let word = from; word < to; word += 1) {
        const known = grades[word] ?? 0;
        if (known === 0 || grade < known) grades[word] = grade;
      }
      found.push([from, to]);
    });
  }
}

function gradeCosts({ text, abbreviated }: TypedWord, { last, alone }: Role): Int32Array {
  const few = alone && text.length <= FEW_LETTERS ? BEGUN_BY_FEW : 0;
  const begun = abbreviated ? BEGUN_WITH_STOP : (last ? BEGUN_LAST : BEGUN) + few;
  const typo = typoCost(text.length);
  const costs = new Int32Array(GRADES);
  costs[SAME] = abbreviated ? WHOLE_WITH_STOP : 0;
  costs[STARTED] = begun;
  costs[TYPO] = typo;
  costs[STARTED_TYPO] = typo + begun;
  costs[TYPOS] = typo + SECOND_TYPO;
  costs[STARTED_TYPOS] = typo + SECOND_TYPO + begun;
  return costs;
}

/** Ranges may overlap where a word matches both in full and by a prefix. */
function mergeRanges(ranges: [number, number][]): number[] {
  ranges.sort((one, other) => one[0] - other[0]);
  const merged: number[] = [];
  for (const [from, to] of ranges) {
    const end = merged.at(-1);
    if (end !== undefined && from <= end) merged[merged.length - 1] = Math.max(end, to);
    else merged.push(from, to);
  }
  return merged;
}

/** The word of the fewest names among those a name must have. */
export function findRarest(matches: readonly WordMatch[]): WordMatch | undefined {
  let rarest: WordMatch | undefined;
  for (const match of matches) {
    if (match.names === 0 && !match.dispensable) return undefined;
    if (match.names > 0 && (rarest === undefined || match.names < rarest.names)) rarest = match;
  }
  return rarest;
}
