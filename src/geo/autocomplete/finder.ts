import { setImmediate as breathe } from 'node:timers/promises';
import type { Division, DivisionType } from '../division.ts';
import type { CodeIndex } from './codes.ts';
import { openCodeIndex } from './codes.ts';
import type { ContextIndex } from './contexts.ts';
import { openContextIndex } from './contexts.ts';
import {
  BEGUN_CODE,
  NO_ANSWER,
  NO_SUCH_POSTAL_CODE,
  POOR_MATCH,
  SUBREGION_CODE,
  UNIQUE_CODE,
  UNPADDED_CODE,
  WORD_PASSED_OVER,
} from './costs.ts';
import { Hits } from './hits.ts';
import { NO_MATCH, nameCost } from './name-cost.ts';
import { buildNameTables, type NameIndex, type NameTables, openNameIndex } from './name-index.ts';
import { cityCost, OUTSIDE, placeContextCost } from './place-context.ts';
import { type Knowledge, listReadings, type QueryReading } from './readings.ts';
import { findRarest, isStarted, type WordMatch, WordMatcher } from './word-match.ts';
import { type TypedWord, typedWords } from './words.ts';

export interface FindOptions {
  /** Every type when absent. */
  readonly types?: ReadonlySet<DivisionType>;
  /** The range of ranks; `to` is excluded. */
  readonly from: number;
  readonly to: number;
}

export interface DivisionHits {
  readonly total: number;
  /** Best first. */
  readonly divisions: readonly Division[];
}

/**
 * The maximum number of word comparisons of one query, at about 0.1 µs each. The hardest real query needs 19,000; only
 * nonsense reaches the limit ("l l l l l l", 5 ms). A count and not a time limit, so that every process stops at the
 * same point.
 */
const MAX_EFFORT = 40_000;

/** Finds divisions by typed text. Synchronous: its tables are reused, so only one query runs at a time. */
export class Finder {
  readonly tables: NameTables;
  readonly #index: NameIndex;
  readonly #knowledge: Knowledge;
  readonly #words: WordMatcher;
  readonly #hits: Hits;
  #types: FindOptions['types'];
  #cheapest = Number.POSITIVE_INFINITY;
  #effort = 0;

  constructor(tables: NameTables) {
    this.tables = tables;
    this.#index = openNameIndex(tables);
    const { divisions, parents, vocabulary, joined } = this.#index;
    this.#knowledge = {
      vocabulary,
      joined,
      codes: openCodeIndex(divisions),
      contexts: openContextIndex(divisions, parents),
    };
    this.#words = new WordMatcher(this.#index);
    this.#hits = new Hits(divisions.length);
  }

  find(query: string, { types, from, to }: FindOptions): DivisionHits {
    const words = typedWords(query);
    if (words.length === 0) return { total: 0, divisions: [] };
    this.#types = types;
    this.#cheapest = Number.POSITIVE_INFINITY;
    this.#effort = MAX_EFFORT;
    try {
      this.#findCode(words.map(({ text }) => text).join(''));
      this.#findNames(words);
      const numbers = this.#hits.ranked(from, to);
      return { total: this.#hits.count, divisions: numbers.map((number) => this.#divisionAt(number)) };
    } finally {
      this.#hits.clear();
      this.#words.release();
    }
  }

  #divisionAt(number: number): Division {
    return this.#index.divisions[number] as Division;
  }

  #findCode(typed: string): void {
    const { codes, contexts } = this.#knowledge;
    for (const [division, cost] of codeMatches(typed, codes, contexts)) {
      this.#offer(division, this.#index.ownName[division] ?? 0, cost);
    }
  }

  /** Relaxes the match step by step until something matches. */
  #findNames(words: readonly TypedWord[]): void {
    const understood = listReadings(words, this.#knowledge);
    for (const reading of understood) this.#read(reading, 1);
    if (this.#cheapest <= POOR_MATCH) return;
    for (const reading of understood) this.#read(reading, 2);
    if (this.#cheapest <= NO_ANSWER || words.length < 2) return;
    for (const word of words) {
      if (this.#effort <= 0) return;
      const others = words.filter((other) => other !== word);
      for (const reading of listReadings(others, this.#knowledge)) {
        this.#read({ ...reading, cost: reading.cost + WORD_PASSED_OVER }, 1);
      }
    }
  }

  /** Scores every name that has the rarest word of the reading; when these are too many, the most important first. */
  #read(reading: QueryReading, typos: 1 | 2): void {
    if (this.#effort <= 0) return;
    const matches = this.#words.matchAll(reading, typos);
    const [first] = matches;
    if (matches.length === 1 && first !== undefined && reading.placeContexts.length === 0) {
      this.#readAlone(first, reading.cost);
      return;
    }
    const rarest = findRarest(matches);
    if (rarest === undefined) return;
    const { names, namesFrom, importance } = this.#index;
    const judge = (name: number): void => {
      this.#effort -= matches.length;
      this.#judge(name, matches, reading);
    };
    if (rarest.names * matches.length > this.#effort) {
      for (let name = 0; name < importance.length && this.#effort > 0; name += 1) judge(name);
      return;
    }
    for (let at = 0; at < rarest.ranges.length; at += 2) {
      const end = namesFrom[rarest.ranges[at + 1] ?? 0] ?? 0;
      for (let place = namesFrom[rarest.ranges[at] ?? 0] ?? 0; place < end; place += 1)
        judge(names[place] ?? 0);
    }
  }

  /** Fast path for a single word, which most keystrokes are: 0.6 ms for an "s" instead of 2.9. */
  #readAlone({ ranges, grades, costs }: WordMatch, cost: number): void {
    const { names, namesFrom, divisionOf, aloneWhole, aloneBegun } = this.#index;
    for (let at = 0; at < ranges.length; at += 2) {
      const lastWord = ranges[at + 1] as number;
      for (let word = ranges[at] as number; word < lastWord; word += 1) {
        const grade = grades[word] as number;
        const own = cost + (costs[grade] as number);
        const rest = isStarted(grade) ? aloneBegun : aloneWhole;
        const end = namesFrom[word + 1] as number;
        for (let place = namesFrom[word] as number; place < end; place += 1) {
          const name = names[place] as number;
          this.#offer(divisionOf[name] as number, name, own + (rest[place] as number));
        }
      }
    }
  }

  #judge(name: number, matches: readonly WordMatch[], reading: QueryReading): void {
    const division = this.#index.divisionOf[name] ?? 0;
    let cost = reading.cost;
    for (const where of reading.placeContexts) {
      const added = placeContextCost(this.#index, this.#knowledge.contexts, division, where);
      if (added === OUTSIDE) return;
      cost += added;
    }
    const own = nameCost(this.#index, name, matches, reading.placeContexts.length > 0);
    if (own !== NO_MATCH) this.#offer(division, name, cost + own);
  }

  #offer(division: number, name: number, cost: number): void {
    if (this.#types !== undefined && !this.#types.has(this.#divisionAt(division).type)) return;
    if (cost < this.#cheapest) this.#cheapest = cost;
    this.#hits.offer(division, name, (this.#index.importance[name] as number) - cost);
  }
}

/** Yields to other requests while the index is built. */
export async function createFinder(divisions: readonly Division[]): Promise<Finder> {
  const tables = await buildNameTables(divisions);
  await breathe();
  return new Finder(tables);
}

const CODE = /^(?:\d{1,5}|2[ab])$/;
/** One digit says nothing about a postal code that does not exist. */
const MIN_CODE_DIGITS = 2;

/** The divisions that a typed code matches, each with its cost; a division may occur more than once. */
export function* codeMatches(
  typed: string,
  codes: CodeIndex,
  contexts: ContextIndex,
): Generator<[division: number, cost: number]> {
  if (!CODE.test(typed)) return;
  for (const division of codes.subregions(typed)) yield [division, SUBREGION_CODE];
  for (const division of codes.subregions(`0${typed}`)) yield [division, UNPADDED_CODE];
  for (const division of codes.subregionsStarting(typed)) yield [division, BEGUN_CODE];
  for (const division of codes.byUniqueCode(typed)) yield [division, UNIQUE_CODE];
  const known = codes.knownBeginning(typed);
  if (known !== typed && known.length < MIN_CODE_DIGITS) return;
  for (const division of codes.withPostalCode(known)) {
    yield [division, cityCost(contexts, division, known) + (known === typed ? 0 : NO_SUCH_POSTAL_CODE)];
  }
}
