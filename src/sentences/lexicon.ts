import type { FilterPath } from '../catalogue/filters.ts';
import { filters } from '../catalogue/filters.ts';
import { catalogueFrench } from '../catalogue/french.ts';
import { vocabularies } from '../catalogue/vocabularies.ts';
import { labelOf, type Vocabulary } from '../catalogue/vocabulary.ts';
import { synonyms } from '../ingest/synonyms.ts';
import { normaliseWords, splitSynonyms } from '../ingest/translate.ts';
import type { Condition, DeferredNoun } from './condition.ts';
import {
  ambiguousWords,
  chargeWords,
  deferredNouns,
  deniedFeatures,
  heatingWords,
  opaquePhrases,
  parkingWords,
  spokenWords,
  studioWords,
} from './lexicon-phrases.ts';

/** What a phrase means. */
export interface Meaning {
  readonly conditions: readonly Condition[];
  readonly noun?: DeferredNoun;
  /** Known, and expressed by no filter. */
  readonly opaque?: true;
}

/** By first word, the longest phrases first. Words are without their plural. */
export type Lexicon = ReadonlyMap<string, readonly LexiconEntry[]>;

export interface LexiconEntry {
  readonly words: readonly string[];
  readonly meaning: Meaning;
}

/** Plurals in s and x: "balcons", "bureaux", and words that end so anyway. */
export const singular = (word: string): string =>
  word.length > 3 && (word.endsWith('x') || (word.endsWith('s') && !word.endsWith('ss')))
    ? word.slice(0, -1)
    : word;

const split = (list: string): string[] => list.split(',').map((word) => word.trim());

/** The vocabularies that a sentence may name, with the filter that asks for them. */
const asked: readonly (readonly [vocabulary: keyof typeof vocabularies, path: FilterPath])[] = [
  ['propertyType', 'property.type'],
  ['transactionType', 'property.transaction.type'],
  ['constructionStatus', 'property.constructionStatus'],
  ['saleType', 'property.transaction.saleType'],
  ['condition', 'property.unit.condition'],
  ['constructionType', 'property.building.constructionType'],
  ['publisherType', 'publisher.type'],
  ['mandate', 'publisher.mandate'],
  ['unitFeature', 'property.unit.features'],
  ['amenityFeature', 'property.amenities.features'],
];

/** Only a life annuity is named: every other sale is the usual one. */
const UNNAMED_VALUES: ReadonlySet<string> = new Set([
  'saleType STANDARD',
  'amenityFeature PARKING',
  // Said of a home, not of its building.
  'amenityFeature DISABLED_ACCESS',
]);

/** Most phrases are normal as they are written; the other way to find that out is half of the time to build the lexicon. */
const NORMAL = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

const normalWords = (phrase: string): string => (NORMAL.test(phrase) ? phrase : normaliseWords(phrase));

export function buildLexicon(): Lexicon {
  const phrases = new Map<string, LexiconEntry>();
  const add = (phrase: string, meaning: Meaning): void => {
    const words = normalWords(phrase).split(' ').map(singular);
    phrases.set(words.join(' '), { words, meaning });
  };
  for (const [name, path] of asked) addVocabulary(vocabularies[name], path, add);
  addSpecialWords(add);
  return groupByFirstWord(phrases.values());
}

type Add = (phrase: string, meaning: Meaning) => void;

function addVocabulary(vocabulary: Vocabulary, path: FilterPath, add: Add): void {
  const { name, values } = vocabulary;
  const isFeature = filters.find((filter) => filter.path === path)?.kind === 'features';
  const ambiguous = new Set(split(ambiguousWords[isFeature ? 'feature' : name] ?? ''));
  const foreignWords = groupForeignWords(isFeature ? 'feature' : name);
  for (const value of values) {
    if (UNNAMED_VALUES.has(`${name} ${value}`)) continue;
    const label = labelOf(vocabulary, value);
    const foreign = foreignWords.get(isFeature ? memberName(value) : value) ?? [];
    const words = [label, catalogueFrench.get(label) ?? label, ...foreign.map(([word]) => word)];
    for (const word of words)
      if (!ambiguous.has(normalWords(word))) add(word, withHouse(word, meaningOf(path, value, isFeature)));
  }
  for (const [value, list] of Object.entries(spokenWords[name] ?? {}))
    for (const word of split(list)) add(word, withHouse(word, meaningOf(path, value, isFeature)));
}

/** The words of sources for each of our values. */
function groupForeignWords(
  section: string,
): ReadonlyMap<string, (readonly [foreign: string, ours: string])[]> {
  const words = Object.entries(synonyms).find(([name]) => name === section)?.[1] ?? {};
  return Map.groupBy(splitSynonyms(words as Record<string, string>), ([, ours]) => ours);
}

const memberName = (value: string): string =>
  value.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const meaningOf = (path: FilterPath, value: string, isFeature: boolean): Meaning => ({
  conditions: [{ kind: isFeature ? 'features' : 'set', path, values: [value] }],
});

/** "maison en pierre" names a type too. */
const withHouse = (word: string, meaning: Meaning): Meaning =>
  /^(?:maison|wooden house)/.test(word) && meaning.conditions[0]?.path !== 'property.type'
    ? { conditions: [{ kind: 'set', path: 'property.type', values: ['HOUSE'] }, ...meaning.conditions] }
    : meaning;

const single = (condition: Condition): Meaning => ({ conditions: [condition] });

function addSpecialWords(add: Add): void {
  for (const phrase of split(opaquePhrases)) add(phrase, { conditions: [], opaque: true });
  for (const [noun, list] of Object.entries(deferredNouns))
    for (const word of split(list)) add(word, { conditions: [], noun: noun as DeferredNoun });
  for (const word of split(parkingWords.nouns))
    for (const kind of split(parkingWords.kinds)) add(`${word} ${kind}`, { conditions: [], noun: 'parking' });
  const studio: Condition[] = [
    { kind: 'set', path: 'property.type', values: ['FLAT'] },
    { kind: 'range', path: 'property.unit.rooms', gte: 1, lte: 1 },
  ];
  for (const word of split(studioWords)) add(word, { conditions: studio });
  for (const [value, list] of Object.entries(deniedFeatures))
    for (const word of split(list))
      add(word, single({ kind: 'features', path: 'property.unit.features', values: [value], negated: true }));
  const rent: Condition = { kind: 'set', path: 'property.transaction.type', values: ['RENT'] };
  for (const [value, list] of Object.entries(chargeWords))
    for (const word of split(list)) {
      const path = 'property.pricing.rental.rent.includesCharges';
      add(word, { conditions: [{ kind: 'switch', path, value: value === 'true' }, rent] });
    }
  const urgent: Meaning = single({ kind: 'switch', path: 'listings.marketing.urgent', value: true });
  for (const word of ['urgent', 'urgente', 'annonce urgente', 'urgent listing']) add(word, urgent);
  addHeating(add);
  addOrientations(add);
}

/** "chauffage au gaz", "chauffage individuel gaz", "gas heating". */
function addHeating(add: Add): void {
  const base = 'property.unit.energy.heating';
  const leads = [
    'chauffage',
    'chauffage au',
    'chauffage a l',
    'chauffage a la',
    'chauffage a',
    'chauffe au',
    'heating by',
  ];
  const around = (word: string): string[] => [
    ...leads.map((lead) => `${lead} ${word}`),
    `${word} heating`,
    `${word} central heating`,
  ];
  const carrier = (value: string): Condition => ({
    kind: 'set',
    path: `${base}.energyCarrier`,
    values: [value],
  });
  const shared = (value: string): Condition => ({
    kind: 'switch',
    path: `${base}.collective`,
    value: value === 'true',
  });
  for (const [value, list] of Object.entries(heatingWords.system))
    for (const word of split(list))
      add(word, single({ kind: 'set', path: `${base}.system`, values: [value] }));
  for (const [value, list] of Object.entries(heatingWords.alone))
    for (const word of split(list)) add(word, single(carrier(value)));
  for (const [value, list] of Object.entries(heatingWords.collective))
    for (const word of split(list)) for (const phrase of around(word)) add(phrase, single(shared(value)));
  for (const [value, list] of Object.entries(heatingWords.energyCarrier))
    for (const word of split(list)) {
      for (const phrase of around(word)) add(phrase, single(carrier(value)));
      const boiler: Condition = { kind: 'set', path: `${base}.system`, values: ['BOILER'] };
      for (const phrase of [
        `chaudiere ${word}`,
        `chaudiere a ${word}`,
        `chaudiere au ${word}`,
        `${word} boiler`,
      ])
        add(phrase, { conditions: [boiler, carrier(value)] });
      for (const [together, kinds] of Object.entries(heatingWords.collective))
        for (const kind of split(kinds))
          for (const phrase of [
            `chauffage ${kind} ${word}`,
            `chauffage ${kind} au ${word}`,
            `chauffage ${word} ${kind}`,
          ])
            add(phrase, { conditions: [shared(together), carrier(value)] });
    }
}

/** A direction alone may be a place: "dans le Nord". */
function addOrientations(add: Add): void {
  const leads = [
    'expose',
    'exposee',
    'exposition',
    'oriente',
    'orientee',
    'orientation',
    'plein',
    'facing',
    'expose plein',
  ];
  for (const value of vocabularies.orientation.values) {
    const label = labelOf(vocabularies.orientation, value);
    const words = [label, catalogueFrench.get(label) ?? label].map(normaliseWords);
    const meaning = single({ kind: 'set', path: 'property.unit.orientation', values: [value] });
    for (const word of words) {
      for (const lead of [
        ...leads,
        'exposition plein',
        'expose au',
        'exposition au',
        'exposee au',
        'exposee plein',
      ])
        add(`${lead} ${word}`, meaning);
      add(`${word} facing`, meaning);
      add(`${word} exposure`, meaning);
    }
  }
}

function groupByFirstWord(phrases: Iterable<LexiconEntry>): Lexicon {
  const lexicon = Map.groupBy(phrases, ({ words }) => words[0] ?? '');
  for (const entries of lexicon.values()) entries.sort((one, other) => other.words.length - one.words.length);
  return lexicon;
}
