import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagedDivisions } from '../../test/support/france.ts';
import {
  compareTrees,
  readSentences,
  SENTENCE_FILES,
  SENTENCES_NOW,
} from '../../test/support/sentence-trees.ts';
import { parseCriteria } from '../criteria/parse.ts';
import { buildNameTables } from '../geo/autocomplete/name-index.ts';
import { createPlaceNames } from '../geo/place-names.ts';
import { createDivisionRegister } from '../geo/register.ts';
import { buildLexicon } from './lexicon.ts';
import { parseSentence } from './parse-sentence.ts';

const divisions = packagedDivisions('FR');
const byId = new Map(divisions.map((division) => [division.id, division]));
const register = createDivisionRegister(divisions, byId);
const names = createPlaceNames(await buildNameTables(divisions), byId, register);
const byCode = new Map(divisions.map((division) => [division.uniqueCode, division]));
const centre = (code: string): readonly [number, number] => byCode.get(code)?.centroid ?? [0, 0];
const parse = (text: string) => parseSentence(text, { names, now: SENTENCES_NOW });

/** The sentences are read by several tests: each reading takes a millisecond. */
const readings = new Map<string, ReturnType<typeof parse>>();
const read = (text: string): ReturnType<typeof parse> => {
  const reading = readings.get(text) ?? parse(text);
  readings.set(text, reading);
  return reading;
};

const sentences = SENTENCE_FILES.flatMap((name) => readSentences(name, centre));

/** The share that the issue asks for. */
const MIN_EXACT_SHARE = 0.92;

test('sentences become the trees written for them by hand, and none is wider', () => {
  const verdicts = sentences.map(({ text, criteria }) => ({
    text,
    verdict: compareTrees(read(text).criteria, criteria),
  }));
  assert.equal(verdicts.length, 786);
  const exact = verdicts.filter(({ verdict }) => verdict === 'exact').length;
  assert.ok(exact >= MIN_EXACT_SHARE * verdicts.length, `${exact} of ${verdicts.length}`);
  assert.deepEqual(
    verdicts.filter(({ verdict }) => verdict === 'wider').map(({ text }) => text),
    [],
  );
});

test('the example of the documentation', () => {
  const text = 'T3 à Lyon avec terrasse, moins de 350 000, pas de viager';
  const { criteria, understood, ignored } = parse(text);
  assert.deepEqual(criteria, {
    property: {
      type: { in: ['FLAT'] },
      unit: { rooms: { gte: 3, lte: 3 }, features: { in: ['TERRACE'] } },
      locations: { in: { uniqueCodes: ['69123'] } },
      pricing: { displayed: { lte: 350_000 } },
      transaction: { saleType: { nin: ['LIFE_ANNUITY'] } },
    },
  });
  assert.deepEqual(
    understood.map(({ text: part, path }) => [part, path]),
    [
      ['T3', 'property.type'],
      ['T3', 'property.unit.rooms'],
      ['Lyon', 'property.locations'],
      ['terrasse', 'property.unit.features'],
      ['moins de 350 000', 'property.pricing.displayed'],
      ['pas de viager', 'property.transaction.saleType'],
    ],
  );
  assert.deepEqual(ignored, []);
});

test('every tree is accepted by the parser of criteria', () => {
  const refused = sentences.flatMap(({ text }) => {
    const parsed = parseCriteria(read(text).criteria);
    return 'faults' in parsed ? [[text, parsed.faults]] : [];
  });
  assert.deepEqual(refused, []);
});

test('spans are parts of the text, in order, and none is both understood and ignored', () => {
  for (const { text } of sentences) {
    const { understood, ignored } = read(text);
    for (const span of [...understood, ...ignored]) assert.equal(span.text, text.slice(span.start, span.end));
    for (const span of ignored)
      assert.ok(
        understood.every((one) => one.end <= span.start || one.start >= span.end),
        `${text}: ${span.text}`,
      );
  }
});

test('what no filter expresses is returned, also with its negation', () => {
  const ignoredOf = (text: string): string[] => parse(text).ignored.map((span) => span.text);
  assert.deepEqual(ignoredOf('T3 à Lyon sans vis-à-vis, proche métro'), ['sans vis-à-vis', 'proche métro']);
  assert.deepEqual(ignoredOf('maison à 20 minutes de Lyon'), ['à 20 minutes de Lyon']);
  assert.deepEqual(ignoredOf('Œuvre xyzzy, pas de blorf'), ['Œuvre xyzzy', 'pas de blorf']);
  assert.deepEqual(ignoredOf('flat under £300k'), ['under £300k']);
});

test('conditions that contradict each other: the first stands, the second is returned', () => {
  const { criteria, ignored } = parse('au moins 5 chambres, 3 chambres maximum');
  assert.deepEqual(criteria, { property: { unit: { bedrooms: { gte: 5 } } } });
  assert.deepEqual(
    ignored.map(({ text }) => text),
    ['3 chambres maximum'],
  );
});

const treeOf = (text: string): object => parse(text).criteria;

test('numbers in words are those in figures', () => {
  const pairs = [
    ['deux cent cinquante mille euros', '250 000 €'],
    ['trois cent quatre-vingt-dix-neuf mille euros', '399 000 €'],
    ['un million deux', '1,2 M€'],
    ['un million et demi', '1,5 M€'],
    ['three hundred and twenty thousand euros', '320,000 euros'],
    ['half a million', '500k'],
    ['soixante-quinze mètres carrés', '75 m²'],
    ['au moins cent vingt m2', 'au moins 120 m2'],
    ['three or four bedrooms', '3 to 4 bedrooms'],
  ];
  for (const [words = '', figures = ''] of pairs) assert.deepEqual(treeOf(words), treeOf(figures), words);
  assert.deepEqual(treeOf('T3 neuf'), treeOf('T3 new build'));
});

test('what cannot be both is not joined, and a number after a town is its own code or a price', () => {
  assert.deepEqual(treeOf('achat T2, location'), treeOf('achat T2'));
  assert.deepEqual(treeOf('garage Bordeaux 25000'), treeOf('garage Bordeaux 25 000 €'));
  assert.deepEqual(treeOf('garage Bordeaux 33000'), treeOf('garage 33000'));
  assert.deepEqual(treeOf('immeuble, 4 appartements'), treeOf('immeuble'));
  const { ignored, criteria } = parse('immeuble années 60 exclu, T3');
  assert.deepEqual(criteria, treeOf('T3'));
  assert.deepEqual(
    ignored.map(({ text }) => text),
    ['immeuble', 'années 60 exclu'],
  );
});

test('a language that is given decides what a word means', () => {
  const rent = { property: { transaction: { type: 'RENT' } } };
  const options = { names, now: SENTENCES_NOW };
  assert.deepEqual(parseSentence('location', { ...options, language: 'fr' }).criteria, rent);
  assert.deepEqual(parseSentence('location', { ...options, language: 'en' }).criteria, {});
});

/** Two words with a meaning each, and one of their own together. */
const COMPOUNDS = ['acce pmr', 'garage ferme', 'box ferme', 'parquet ancien', 'immeuble haussmannien'];

test('a phrase of two meanings keeps both: "location meublée" is no mere rent', () => {
  const lexicon = buildLexicon();
  const entries = [...lexicon.values()].flat();
  const meanings = new Map(entries.map(({ words, meaning }) => [words.join(' '), meaning]));
  const pathsOf = (phrase: string) => (meanings.get(phrase)?.conditions ?? []).map(({ path }) => path);
  const lost = entries.flatMap(({ words, meaning }) => {
    const own = new Set(meaning.conditions.map(({ path }) => path));
    return words.slice(0, -1).flatMap((_, cut) => {
      const halves = [words.slice(0, cut + 1), words.slice(cut + 1)].map((half) => pathsOf(half.join(' ')));
      const isDouble = meaning.opaque !== true && halves.every((half) => half.length > 0);
      return isDouble && halves.flat().some((path) => !own.has(path)) ? [words.join(' ')] : [];
    });
  });
  assert.deepEqual(
    lost.filter((phrase) => !COMPOUNDS.includes(phrase)),
    [],
  );
});

test('a long or hostile text is read in linear time', () => {
  const seconds = (text: string): number => {
    const started = process.cpuUsage();
    parse(text);
    return process.cpuUsage(started).user;
  };
  for (const piece of ['a ', '1 000 ', 'saint ', '"', 'pas de ', 'entre 1 et ', 'T3/', '9'.repeat(50)]) {
    parse(piece.repeat(20));
    const [short, long] = [seconds(piece.repeat(125)), seconds(piece.repeat(500))];
    assert.ok(long < 60_000 + 40 * short, `${piece}: ${short} and ${long} µs`);
  }
});
