import { setImmediate as breathe } from 'node:timers/promises';
import { isWeak } from '../abbreviations.ts';
import { commonNames } from '../common-names.ts';
import { type Division, type DivisionType, depthOf } from '../division.ts';
import { DECADE, FORMER_NAME, OTHER_NAME, TYPE_COSTS } from './costs.ts';
import { type JoinedNames, openJoinedNames, sortJoinedNames } from './joined-names.ts';
import { buildLetterTree, type LetterTree } from './letter-tree.ts';
import { TypoFinder } from './typos.ts';
import { furtherCost, untypedCost } from './untyped-cost.ts';
import { openVocabulary, sortWords, type WordVocabulary } from './vocabulary.ts';
import { nameWords } from './words.ts';

/**
 * Every name of every division in typed arrays. Divisions, names and words are numbers. Names are numbered by
 * importance, so that of two equal matches the lower number ranks first. Plain data, which `place-file.ts` stores.
 */
export interface NameTables {
  readonly divisions: readonly Division[];
  /** The parent of each division, -1 at the top. */
  readonly parents: Int32Array;
  /** Every word once, sorted: the index of a word is its number. */
  readonly vocabularyWords: readonly string[];
  readonly tree: LetterTree;
  /** Of `sortJoinedNames`. */
  readonly joinedForms: Uint32Array;
  /** For each name: its division, and its importance in thousandths of a decade of population. */
  readonly divisionOf: Uint32Array;
  readonly importance: Int32Array;
  /** For each name: 1 when it is that of a municipality merged into its division. */
  readonly isFormer: Uint8Array;
  /** For each division: its own name, which is its most important one. */
  readonly ownName: Uint32Array;
  /** The words of name n: `words` from wordsFrom[n] to wordsFrom[n + 1]. */
  readonly wordsFrom: Uint32Array;
  readonly words: Uint32Array;
  /** A bit for each word of the name that is not weak; all of them when every word is. */
  readonly strong: Uint32Array;
  /** The names that have word w: `names` from namesFrom[w] to namesFrom[w + 1], the most important first. */
  readonly namesFrom: Uint32Array;
  readonly names: Uint32Array;
  /** For each of `names`: the remaining cost when that word alone was typed, in full or as a prefix. */
  readonly aloneWhole: Uint16Array;
  readonly aloneBegun: Uint16Array;
}

/** The tables with what looks things up in them. */
export interface NameIndex extends NameTables {
  readonly vocabulary: WordVocabulary;
  readonly typos: TypoFinder;
  readonly joined: JoinedNames;
}

interface Name {
  readonly division: number;
  readonly words: readonly string[];
  readonly importance: number;
  readonly isFormer: boolean;
}

/** The words of a name are bits of a number. */
const MAX_NAME_WORDS = 31;

/** All of France takes half a second, in steps of at most 80 ms between which the process serves requests. */
export async function buildNameTables(unsorted: readonly Division[]): Promise<NameTables> {
  const divisions = unsorted.toSorted(compareDivisions);
  await breathe();
  const names = (await collectNames(divisions)).sort(compareImportance);
  await breathe();
  const vocabularyWords = sortWords(names.flatMap(({ words }) => words));
  await breathe();
  const tree = buildLetterTree(vocabularyWords);
  await breathe();
  const { wordsFrom, words } = wordsByName(names, openVocabulary(vocabularyWords));
  const strong = Uint32Array.from(names, strongWords);
  await breathe();
  return {
    divisions,
    parents: findParents(divisions),
    vocabularyWords,
    tree,
    joinedForms: sortJoinedNames(names.length, (name) => names[name]?.words ?? []),
    divisionOf: Uint32Array.from(names, ({ division }) => division),
    importance: Int32Array.from(names, ({ importance }) => importance),
    isFormer: Uint8Array.from(names, ({ isFormer }) => Number(isFormer)),
    ownName: ownNames(names, divisions.length),
    wordsFrom,
    words,
    strong,
    ...namesByWord({ wordsFrom, words, strong }, vocabularyWords.length),
  };
}

export const openNameIndex = (tables: NameTables): NameIndex => ({
  ...tables,
  vocabulary: openVocabulary(tables.vocabularyWords),
  typos: new TypoFinder(tables.tree),
  joined: openJoinedNames(tables.joinedForms, (name) => wordsOfName(tables, name)),
});

/** The words of a name by its number. */
export function wordsOfName({ vocabularyWords, wordsFrom, words }: NameTables, name: number): string[] {
  const found: string[] = [];
  const end = wordsFrom[name + 1] ?? 0;
  for (let at = wordsFrom[name] ?? 0; at < end; at += 1) found.push(vocabularyWords[words[at] ?? 0] ?? '');
  return found;
}

const YIELD_INTERVAL_ROWS = 4_000;

async function collectNames(divisions: readonly Division[]): Promise<Name[]> {
  const names: Name[] = [];
  for (const [number, division] of divisions.entries()) {
    names.push(...namesOf(division, number));
    if (number % YIELD_INTERVAL_ROWS === 0) await breathe();
  }
  return names;
}

function findParents(divisions: readonly Division[]): Int32Array {
  const numbers = new Map(divisions.map(({ id }, number) => [id, number]));
  return Int32Array.from(divisions, ({ parentId }) => numbers.get(parentId ?? '') ?? -1);
}

function ownNames(names: readonly Name[], divisions: number): Uint32Array {
  const own = new Uint32Array(divisions);
  for (let name = names.length - 1; name >= 0; name -= 1) own[names[name]?.division ?? 0] = name;
  return own;
}

/** A total order without language rules: the widest level first, then codes. */
const compareDivisions = (one: Division, other: Division): number =>
  depthOf(one.type) - depthOf(other.type) ||
  compareText(one.countryCode, other.countryCode) ||
  compareText(one.uniqueCode, other.uniqueCode);

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const compareImportance = (one: Name, other: Name): number =>
  other.importance - one.importance ||
  one.division - other.division ||
  compareText(one.words.join(' '), other.words.join(' '));

function namesOf(division: Division, number: number): Name[] {
  const importance = importanceOf(division);
  const usual = commonNames[division.countryCode]?.[division.uniqueCode] ?? [];
  const indexed = (name: string, cost: number, isFormer = false): Name => ({
    division: number,
    words: nameWords(name).slice(0, MAX_NAME_WORDS),
    importance: importance - cost,
    isFormer,
  });
  return [
    indexed(division.name, 0),
    ...[...division.otherNames, ...usual].map((name) => indexed(name, OTHER_NAME)),
    ...division.formerNames.map((name) => indexed(name, FORMER_NAME, true)),
  ].filter(({ words }) => words.length > 0);
}

/** For divisions without a population, as most neighbourhoods. */
const DEFAULT_POPULATION: Partial<Record<DivisionType, number>> = {
  NEIGHBORHOOD: 2_000,
  SUB_NEIGHBORHOOD: 1_000,
};

function importanceOf({ type, population }: Division): number {
  const people = population ?? DEFAULT_POPULATION[type] ?? 0;
  return Math.round(DECADE * Math.log10(people + 10)) - TYPE_COSTS[type];
}

function wordsByName(
  names: readonly Name[],
  vocabulary: WordVocabulary,
): Pick<NameTables, 'wordsFrom' | 'words'> {
  const wordsFrom = new Uint32Array(names.length + 1);
  for (const [name, { words }] of names.entries())
    wordsFrom[name + 1] = (wordsFrom[name] ?? 0) + words.length;
  const words = Uint32Array.from(
    names.flatMap((name) => name.words),
    (word) => vocabulary.numberOf(word),
  );
  return { wordsFrom, words };
}

function strongWords({ words }: Name): number {
  let bits = 0;
  for (const [at, word] of words.entries()) if (!isWeak(word)) bits |= 1 << at;
  return bits === 0 ? (1 << words.length) - 1 : bits;
}

function namesByWord(
  { wordsFrom, words, strong }: Pick<NameTables, 'wordsFrom' | 'words' | 'strong'>,
  vocabulary: number,
): Pick<NameTables, 'namesFrom' | 'names' | 'aloneWhole' | 'aloneBegun'> {
  const namesFrom = startsOf(words, vocabulary);
  const next = namesFrom.slice();
  const names = new Uint32Array(words.length);
  const aloneWhole = new Uint16Array(words.length);
  const aloneBegun = new Uint16Array(words.length);
  for (let name = 0; name < strong.length; name += 1) {
    const [start, end] = [wordsFrom[name] ?? 0, wordsFrom[name + 1] ?? 0];
    for (let at = 0; at < end - start; at += 1) {
      const word = words[start + at] ?? 0;
      const place = next[word] ?? 0;
      next[word] = place + 1;
      names[place] = name;
      const alone = (further: number) => untypedCost(strong[name] ?? 0, 1 << at, end - start, further);
      aloneWhole[place] = alone(furtherCost(false, false));
      aloneBegun[place] = alone(furtherCost(true, false));
    }
  }
  return { namesFrom, names, aloneWhole, aloneBegun };
}

/** The start of the names of each word, when they are stored word by word. */
function startsOf(words: Uint32Array, vocabulary: number): Uint32Array {
  const starts = new Uint32Array(vocabulary + 1);
  for (const word of words) starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  for (let word = 0; word < vocabulary; word += 1) {
    starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  }
  return starts;
}
