import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packagedDivisions } from '../../test/support/france.ts';
import { createFinder } from '../geo/autocomplete/finder.ts';
import { createSuggestionBuilder } from '../geo/autocomplete/suggestion.ts';
import { createDivisionRegister } from '../geo/register.ts';
import { locateAll, MAX_NAMED_PLACES, type PlaceLookup } from './locations.ts';

const france = packagedDivisions('FR');
const byId = new Map(france.map((division) => [division.id, division]));
const finder = await createFinder(france);
const suggestion = createSuggestionBuilder(({ parentId }) => byId.get(parentId ?? ''));
const register = createDivisionRegister(france, byId);

/** The real place finder over all of France, without a database. */
const places: PlaceLookup = {
  register: async () => register,
  async autocomplete({ query, types, limit }) {
    const wanted = { from: 0, to: limit, ...(types && { types: new Set(types) }) };
    const { total, divisions } = finder.find(query, wanted);
    return { total, rows: divisions.map((division) => suggestion(division, query)) };
  },
};

const codesOf = async (text: string): Promise<(string | undefined)[]> =>
  (await locateAll(places, text)).map(({ best }) => best?.metadata.uniqueCode);

/** Places as people write them, with the expected matches. */
const said: [text: string, codes: (string | undefined)[]][] = [
  ['Paris 15 or Boulogne', ['75115', '92012']],
  ['Paris 15 ou Boulogne-Billancourt', ['75115', '92012']],
  ['Lyon 3; Villeurbanne', ['69383', '69266']],
  ['Lyon, Grenoble and Annecy', ['69123', '38185', '74010']],
  ['Lyon, France', ['69123']],
  ['Saint-Denis, Réunion', ['97411']],
  ['the 15th arrondissement of Paris', ['75115']],
  ['Paris 15e', ['75115']],
  ['69003', ['69383']],
  ['Ile-de-France', ['R11']],
  ['Xyzzyq', [undefined]],
  ['Xyzzyq or Lille', [undefined, '59350']],
  ['   ', []],
];

for (const [text, codes] of said)
  test(`${JSON.stringify(text)} names ${codes.length} place(s)`, async () => {
    assert.deepEqual(await codesOf(text), codes);
  });

test('an ambiguous name lists the other places', async () => {
  const [located] = await locateAll(places, 'Boulogne');
  assert.ok(
    located?.alternatives.some(({ metadata }) => metadata.uniqueCode === '62160'),
    'Boulogne-sur-Mer',
  );
});

test('only places of the levels asked for are found', async () => {
  const [located] = await locateAll(places, 'Paris', ['ADMINISTRATIVE_REGION']);
  assert.notEqual(located?.best?.metadata.uniqueCode, '75056');
});

test('a sentence names no more than so many places', async () => {
  assert.equal((await locateAll(places, Array(60).fill('Lyon').join(';'))).length, MAX_NAMED_PLACES);
});
