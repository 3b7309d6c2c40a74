import { amenityFlags, unitFlags } from '../catalogue/attributes/features.ts';
import { type VocabularyName, vocabularies, type Word } from '../catalogue/vocabularies.ts';
import type { Vocabulary } from '../catalogue/vocabulary.ts';
import { foldText } from '../lib/text.ts';
import { synonyms } from './synonyms.ts';

const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' };

/** One form for all spellings of a value: "Maison/Villa", "maison_villa" and "maisonVilla" are "maison villa". */
export const normaliseWords = (text: string): string =>
  foldText(text.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 '))
    .replace(/[œæß]/g, (ligature) => LIGATURES[ligature] ?? '')
    .replace(/[^a-z0-9+€$£]+/g, ' ')
    .trim();

type SynonymIndex = ReadonlyMap<string, string>;

type SynonymSection = Readonly<Record<string, string>>;

/** The foreign words of a section, each with our value. */
export const splitSynonyms = (section: SynonymSection): [foreign: string, ours: string][] =>
  Object.entries(section).flatMap(([ours, foreign]) =>
    foreign.split(',').map((word): [string, string] => [word.trim(), ours]),
  );

function buildIndex({ name, values, labels }: Vocabulary): SynonymIndex {
  const own = values.flatMap((value): [string, string][] => [
    [normaliseWords(labels[value] ?? value), value],
    [normaliseWords(value), value],
  ]);
  const section = Object.entries(synonyms).find(([of]) => of === name)?.[1] ?? {};
  return new Map([...splitSynonyms(section), ...own]);
}

const indexes: ReadonlyMap<string, SynonymIndex> = new Map(
  Object.values(vocabularies).map((vocabulary) => [vocabulary.name, buildIndex(vocabulary)]),
);

/**
 * A type often has more words: "Appartement T3", "village house". In other vocabularies more words may change the
 * meaning.
 */
const MATCHED_BY_PART: readonly string[] = ['propertyType'];

/** No synonym is longer. A description in the field of a value is not looked up. */
const MAX_WORD_CHARS = 100;

/** Our value for a source's word; undefined when it is ambiguous or unknown. */
export function translateWord<Name extends VocabularyName>(
  name: Name,
  foreign: string,
): Word<Name> | undefined {
  if (foreign.length > MAX_WORD_CHARS) return undefined;
  const vocabulary: Vocabulary = vocabularies[name];
  if (vocabulary.values.includes(foreign)) return foreign as Word<Name>;
  const index = indexes.get(name);
  const plain = normaliseWords(foreign);
  const found =
    index?.get(plain) ?? (MATCHED_BY_PART.includes(name) ? findKnownPart(plain, index) : undefined);
  return found as Word<Name> | undefined;
}

/** The value of the longest known prefix, else of the longest known suffix. */
function findKnownPart(plain: string, index: SynonymIndex | undefined): string | undefined {
  const words = plain.split(' ');
  const shorter = words.slice(1).map((_, cut) => cut + 1);
  const parts = [
    ...shorter.map((cut) => words.slice(0, words.length - cut)),
    ...shorter.map((cut) => words.slice(cut)),
  ];
  return parts.map((part) => index?.get(part.join(' '))).find((ours) => ours !== undefined);
}

const flags = new Map(splitSynonyms(synonyms.flag).map(([word, ours]) => [word, ours === 'true']));

const shared = new Map(splitSynonyms(synonyms.collective).map(([word, ours]) => [word, ours === 'true']));

const floors = new Map(splitSynonyms(synonyms.floor).map(([word, ours]) => [word, Number(ours)]));

const features = new Map(splitSynonyms(synonyms.feature as SynonymSection));

export const translateFlag = (foreign: string): boolean | undefined => flags.get(normaliseWords(foreign));

export const isCollective = (foreign: string): boolean | undefined => shared.get(normaliseWords(foreign));

/** "R+3", "3/5", "3 sur 5", "étage 3". */
const FLOOR_NAMED = /^r ?\+ ?(\d{1,2})$|^(\d{1,2}) ?(?:\/|sur) ?\d{1,2}$|^[ée]tage ?:? ?(\d{1,2})$/i;

/** Parses a floor in words: "RDC", "bajo", "2ème étage", "3. OG". */
export function translateFloor(foreign: string): number | undefined {
  const plain = normaliseWords(foreign);
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

/** A boolean of the catalogue is recognised by its own name, with or without synonyms. */
const featureNames: ReadonlySet<string> = new Set(
  [unitFlags, amenityFlags, synonyms.feature].flatMap((flags) => Object.keys(flags)),
);

/** Our boolean for an entry of a feature list. */
export function translateFeature(foreign: string): string | undefined {
  const plain = normaliseWords(foreign);
  const camel = plain.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase());
  return features.get(plain) ?? (featureNames.has(camel) ? camel : undefined);
}
