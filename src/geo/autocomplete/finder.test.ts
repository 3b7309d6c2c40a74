import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagedDivisions } from '../../../test/support/france.ts';
import { createdCountry } from '../../../test/support/made-country.ts';
import type { Division } from '../division.ts';
import { createFinder, type Finder } from './finder.ts';

const country = createdCountry('COUNTRY', 'XA', null, { name: 'Atlantis' });
const coast = createdCountry('ADMINISTRATIVE_SUBREGION', '01', 'XA', { name: 'Coast' });
const hills = createdCountry('ADMINISTRATIVE_SUBREGION', '02', 'XA', { name: 'Hills' });
const town = (code: string, parent: string, known: Partial<Division>): Division =>
  createdCountry('MUNICIPALITY', code, parent, { population: 1_000, ...known });

const names = (finder: Finder, query: string, to = 30): string[] =>
  finder.find(query, { from: 0, to }).divisions.map(({ name }) => name);
const codes = (finder: Finder, query: string): string[] =>
  finder.find(query, { from: 0, to: 30 }).divisions.map(({ uniqueCode }) => uniqueCode);

test('an empty index finds nothing', async () => {
  const finder = await createFinder([]);
  for (const query of ['paris', '75', 's', ''])
    assert.deepEqual(finder.find(query, { from: 0, to: 30 }).total, 0);
});

test('a name typed in full ranks before the larger town it is a prefix of, and a typo after both', async () => {
  const finder = await createFinder([
    country,
    town('1', 'XA', { name: 'Nant', population: 900 }),
    town('2', 'XA', { name: 'Nantes', population: 300_000 }),
    town('3', 'XA', { name: 'Nand', population: 200_000 }),
  ]);
  assert.deepEqual(names(finder, 'nant'), ['Nant', 'Nantes', 'Nand']);
});

test('towns of one name rank by population, and a department narrows them', async () => {
  const finder = await createFinder([
    country,
    coast,
    hills,
    town('1', '01', { name: 'Saint-Lieu', population: 500, postalCodes: ['01200'] }),
    town('2', '02', { name: 'Saint-Lieu', population: 5_000, postalCodes: ['02300'] }),
  ]);
  assert.deepEqual(codes(finder, 'st lieu').slice(0, 2), ['2', '1']);
  for (const query of [
    'saint-lieu 01',
    'saint lieu (01)',
    'saint lieu coast',
    'coast saint lieu',
    '01200 saint lieu',
  ]) {
    assert.equal(codes(finder, query)[0], '1', query);
  }
});

test('a neighbourhood is found by its name, alone or with its city', async () => {
  const finder = await createFinder([
    country,
    town('1', 'XA', { name: 'Bigtown', population: 900_000 }),
    town('2', 'XA', { name: 'Othertown', population: 90_000 }),
    createdCountry('NEIGHBORHOOD', '1a', '1', { name: 'Old Harbour' }),
    createdCountry('NEIGHBORHOOD', '2a', '2', { name: 'Old Harbour' }),
  ]);
  assert.deepEqual(codes(finder, 'old harbour').slice(0, 2), ['1a', '2a']);
  assert.equal(codes(finder, 'old harbour othertown')[0], '2a');
  assert.equal(codes(finder, 'othertown old harb')[0], '2a');
  assert.deepEqual(
    finder.find('old', { types: new Set(['MUNICIPALITY']), from: 0, to: 30 }).divisions,
    [],
    'only the requested levels',
  );
});

test('a query does not affect the next one', async () => {
  const finder = await createFinder([
    country,
    town('1', 'XA', { name: 'Alpha' }),
    town('2', 'XA', { name: 'Beta' }),
  ]);
  const alone = names(finder, 'beta');
  for (let round = 0; round < 200; round += 1) names(finder, `alpha ${round} x${round}y`);
  assert.deepEqual(names(finder, 'beta'), alone);
});

test('Spanish places are found beside French ones, in both languages and by abbreviations', async () => {
  const finder = await createFinder([
    ...packagedDivisions('ES'),
    town('75056', 'XA', { name: 'Paris', population: 2e6 }),
  ]);
  for (const [query, code] of [
    ['alicante', '03014'],
    ['alacant', '03014'],
    ['bcn', '08019'],
    ['barcelone', '08019'],
    ['sta coloma de gramenet', '08245'],
    ['hospitalet', '08101'],
    ['san sebastian de los reyes', '28134'],
    ['donostia', '20069'],
    ['valencia', '46250'],
    ['malga', '29067'],
    ['paris', '75056'],
  ] as const) {
    const found = finder.find(query, { types: new Set(['MUNICIPALITY']), from: 0, to: 3 }).divisions;
    assert.equal(found[0]?.uniqueCode, code, `${query}: ${found.map(({ name }) => name)}`);
  }
});

test('words typed without a space are found as separate words', async () => {
  const finder = await createFinder(packagedDivisions('FR'));
  const first = (query: string): string | undefined => names(finder, query, 1)[0];
  const expected: Record<string, string> = {
    aixenprovence: 'Aix-en-Provence',
    AixEnProvence: 'Aix-en-Provence',
    aixenprov: 'Aix-en-Provence',
    neuillysurseine: 'Neuilly-sur-Seine',
    saintgermainenlaye: 'Saint-Germain-en-Laye',
    stgermainenlaye: 'Saint-Germain-en-Laye',
    boulognebillancourt: 'Boulogne-Billancourt',
    saintmaurdesfosses: 'Saint-Maur-des-Fossés',
    stmaurdesfosses: 'Saint-Maur-des-Fossés',
    stdenis: 'Saint-Denis',
    fontenaysousbois: 'Fontenay-sous-Bois',
    Paris16: 'Paris 16e Arrondissement',
    paris16e: 'Paris 16e Arrondissement',
    paris16eme: 'Paris 16e Arrondissement',
    lyon3: 'Lyon 3e Arrondissement',
    marseille8: 'Marseille 8e Arrondissement',
    bordeaux33000: 'Bordeaux',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((query) => [query, first(query)])), expected);
});
