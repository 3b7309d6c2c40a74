import { type VocabularyName, vocabularies, type Word } from '../catalogue/vocabularies.ts';
import type { Vocabulary } from '../catalogue/vocabulary.ts';
import { folded } from '../lib/text.ts';
import { synonyms } from './synonyms.ts';

const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' };

/** What two spellings of one value have in common: "Maison/Villa", "maison_villa" and "maisonVilla" are "maison villa". */
export const plainWords = (text: string): string =>
  folded(text.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 '))
    .replace(/[œæß]/g, (ligature) => LIGATURES[ligature] ?? '')
    .replace(/[^a-z0-9+€$£]+/g, ' ')
    .trim();

type Index = ReadonlyMap<string, string>;
type Section = Readonly<Record<string, string>>;

/** Each foreign word of a section of the table, and what it is in ours. */
export const foreignWords = (section: Section): [foreign: string, ours: string][] =>
  Object.entries(section).flatMap(([ours, foreign]) =>
    foreign.split(',').map((word): [string, string] => [word.trim(), ours]),
  );

function indexOf({ name, values, labels }: Vocabulary): Index {
  const own = values.flatMap((value): [string, string][] => [
    [plainWords(labels[value] ?? value), value],
    [plainWords(value), value],
  ]);
  const section = Object.entries(synonyms).find(([of]) => of === name)?.[1] ?? {};
  return new Map([...foreignWords(section), ...own]);
}

const indexes: ReadonlyMap<string, Index> = new Map(
  Object.values(vocabularies).map((vocabulary) => [vocabulary.name, indexOf(vocabulary)]),
);

/** A type is often said with more: "Appartement T3", "village house". In other lists more words may turn the meaning. */
const SAID_WITH_MORE: readonly string[] = ['propertyType'];

/** No word of any list is longer: a description put where a value belongs is not looked up. */
const MAX_WORD_CHARS = 100;

/** Our value for what a source says, or undefined when the meaning is not plain. */
export function ourWord<Name extends VocabularyName>(name: Name, foreign: string): Word<Name> | undefined {
  if (foreign.length > MAX_WORD_CHARS) return undefined;
  const vocabulary: Vocabulary = vocabularies[name];
  if (vocabulary.values.includes(foreign)) return foreign as Word<Name>;
  const index = indexes.get(name);
  const plain = plainWords(foreign);
  const found = index?.get(plain) ?? (SAID_WITH_MORE.includes(name) ? partOf(plain, index) : undefined);
  return found as Word<Name> | undefined;
}

/** The longest beginning that is known, else the longest end. */
function partOf(plain: string, index: Index | undefined): string | undefined {
  const words = plain.split(' ');
  const shorter = words.slice(1).map((_, cut) => cut + 1);
  const parts = [
    ...shorter.map((cut) => words.slice(0, words.length - cut)),
    ...shorter.map((cut) => words.slice(cut)),
  ];
  return parts.map((part) => index?.get(part.join(' '))).find((ours) => ours !== undefined);
}

const flags = new Map(foreignWords(synonyms.flag).map(([word, ours]) => [word, ours === 'true']));
const shared = new Map(foreignWords(synonyms.collective).map(([word, ours]) => [word, ours === 'true']));
const floors = new Map(foreignWords(synonyms.floor).map(([word, ours]) => [word, Number(ours)]));
const features = new Map(foreignWords(synonyms.feature as Section));

export const flagOf = (foreign: string): boolean | undefined => flags.get(plainWords(foreign));
export const isCollective = (foreign: string): boolean | undefined => shared.get(plainWords(foreign));

/** "R+3", "3/5", "3 sur 5", "étage 3". */
const FLOOR_NAMED = /^r ?\+ ?(\d{1,2})$|^(\d{1,2}) ?(?:\/|sur) ?\d{1,2}$|^[ée]tage ?:? ?(\d{1,2})$/i;

/** "RDC", "bajo", "2ème étage", "3. OG": the floor said in words. */
export function floorOf(foreign: string): number | undefined {
  const plain = plainWords(foreign);
  const numbered =
    /^(-?\d{1,3}) ?(?:er|e|eme|ieme|nd|st|th|rd|og|o)?(?: (?:etage|floor|planta|stock|og))?$/.exec(
      foreign.trim().startsWith('-') ? `-${plain}` : plain,
    );
  const named = FLOOR_NAMED.exec(foreign.trim())?.slice(1).find(Boolean);
  return (
    floors.get(plain) ??
    (numbered?.[1] === undefined && named === undefined ? undefined : Number(numbered?.[1] ?? named))
  );
}

const featureNames: ReadonlySet<string> = new Set(Object.keys(synonyms.feature));

/** The boolean of ours that a feature named in a list speaks of. */
export function featureOf(foreign: string): string | undefined {
  const plain = plainWords(foreign);
  const camel = plain.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase());
  return features.get(plain) ?? (featureNames.has(camel) ? camel : undefined);
}
