import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dirtyAddresses } from '../../test/support/dirty-addresses.ts';
import { packagedDivisions } from '../../test/support/france.ts';
import { createdCountry } from '../../test/support/made-country.ts';
import { createFinder } from './autocomplete/finder.ts';
import { type Division, divisionId } from './division.ts';
import { createGazetteer, type Gazetteer } from './locate/gazetteer.ts';
import { type ContourHit, type LocationHint, locate } from './locate.ts';

async function gazetteerOf(divisions: readonly Division[]): Promise<Gazetteer> {
  return createGazetteer(divisions, await createFinder(divisions));
}

const france = packagedDivisions('FR');
const gazetteer = await gazetteerOf(france);

/** The located codes of city and district, then the confidence. */
function describe(hint: LocationHint, contourHit?: ContourHit): string {
  const { city, district, confidence } = locate(hint, gazetteer, contourHit);
  return [city?.uniqueCode, district?.uniqueCode, confidence].filter((part) => part !== undefined).join(' ');
}

const cases: [what: string, hint: LocationHint, expected: string][] = [
  ['code and name agree', { inseeCode: '33063', city: 'Bordeaux' }, '33063 EXACT'],
  ['a code alone', { inseeCode: '2a004' }, '2A004 HIGH'],
  ['a code that lost its zero in a spreadsheet', { inseeCode: '1053' }, '01053 HIGH'],
  ['the code of a municipality since merged', { inseeCode: '74011' }, '74010 HIGH'],
  ['the code of a district', { inseeCode: '75115' }, '75056 75115 HIGH'],
  ['postal code and name', { city: 'Saint-Denis', postalCode: '93200' }, '93066 HIGH'],
  ['as the post writes it', { city: 'ST RAPHAEL', postalCode: '83700' }, '83118 HIGH'],
  ['as the post writes an article', { city: 'L ABERGEMENT CLEMENCIAT', postalCode: '01400' }, '01001 HIGH'],
  ['a postal code that lost its zero', { city: 'Nice', postalCode: '6000' }, '06088 HIGH'],
  ['a postal code within the city', { city: '33000 Bordeaux' }, '33063 HIGH'],
  ['a name with typos', { city: 'Fontainnebleau', postalCode: '77300' }, '77186 HIGH'],
  ['a name cut short', { city: 'Villefranche', postalCode: '69400' }, '69264 HIGH'],
  ['a sign for a word', { city: 'Neuilly s/ Seine', postalCode: '92200' }, '92051 HIGH'],
  ['a name that is no longer one', { city: 'Annecy-le-Vieux', postalCode: '74940' }, '74010 HIGH'],
  ['a sorting office', { city: 'LYON CEDEX 03', postalCode: '69003' }, '69123 69383 HIGH'],
  ['a district as portals write it', { city: 'Paris 15ème arrondissement' }, '75056 75115 MEDIUM'],
  ['a district in Roman figures', { city: 'Paris XV' }, '75056 75115 MEDIUM'],
  ['a district in Roman figures with an ending', { city: 'Paris XVIIIème' }, '75056 75118 MEDIUM'],
  ['a district in words', { city: 'Paris quinzième' }, '75056 75115 MEDIUM'],
  ['the number of a sorting office', { city: 'PARIS CEDEX 07' }, '75056 75107 MEDIUM'],
  [
    'a sorting office that is no district',
    { city: 'MARSEILLE CEDEX 20', postalCode: '13344' },
    '13055 MEDIUM',
  ],
  ['a district by its number', { city: 'PARIS 15', postalCode: '75015' }, '75056 75115 HIGH'],
  ['a district by its postal code', { city: 'Paris', postalCode: '75116' }, '75056 75116 HIGH'],
  ['a district with a quarter', { city: 'Lyon 3e - Part-Dieu' }, '69123 69383 MEDIUM'],
  ['the code of a whole city', { city: 'Marseille', postalCode: '13000' }, '13055 HIGH'],
  ['a department in brackets', { city: 'Saint-Denis (93)' }, '93066 HIGH'],
  ['a full address', { address: '12 rue de la Paix, 33000 Bordeaux' }, '33063 HIGH'],
  ['letters broken by an encoding', { city: 'Saint-Ã‰tienne', postalCode: '42000' }, '42218 HIGH'],
  ['letters broken by HTML', { city: 'Saint-&Eacute;tienne', postalCode: '42000' }, '42218 HIGH'],
  ['words around the name', { city: 'Commune de Talence', postalCode: '33400' }, '33522 HIGH'],
  ['a postal code where the code belongs', { city: 'Samatan', inseeCode: '32130' }, '32410 HIGH'],
  ['a code where the postal code belongs', { city: 'Bordeaux', postalCode: '33063' }, '33063 EXACT'],
  ['a resort under the postal code of its town', { city: 'Juan-les-Pins', postalCode: '06160' }, '06004 LOW'],
  [
    'a quarter under the postal code of its district',
    { city: 'Beaugrenelle', postalCode: '75015' },
    '75056 75115 LOW',
  ],
  ['a town abroad under half a postal code', { city: 'Tournai', postalCode: '7500' }, 'NONE'],
  ['a city abroad that a village is like', { city: 'Londres' }, 'NONE'],
  ['a city abroad with its postal code', { city: 'Bruxelles', postalCode: '1000' }, 'NONE'],
  ['a letter too many in a long name', { city: 'Fontainnebleau' }, '77186 MEDIUM'],
  ['nothing', {}, 'NONE'],
  ['nothing that is a place', { city: '???', postalCode: 'x' }, 'NONE'],
];

for (const [what, hint, expected] of cases) {
  test(`a listing is located by ${what}`, () => {
    assert.equal(describe(hint), expected);
  });
}

const BORDEAUX = [-0.58, 44.84] as const;

test('one wrong hint is outvoted and reported', () => {
  const wrongCode = locate({ city: 'Bordeaux', postalCode: '69003', coordinates: BORDEAUX }, gazetteer);
  assert.equal(wrongCode.city?.uniqueCode, '33063');
  assert.deepEqual(wrongCode.contradictions, [{ hint: 'postalCode', statedValue: '69003' }]);
  const wrongPoint = locate({ city: 'Lille', postalCode: '59000', coordinates: BORDEAUX }, gazetteer);
  assert.equal(wrongPoint.city?.uniqueCode, '59350');
  assert.deepEqual(wrongPoint.contradictions, [{ hint: 'coordinates', statedValue: '-0.58,44.84' }]);
  const wrongInsee = locate({ city: 'Lille', postalCode: '59000', inseeCode: '33063' }, gazetteer);
  assert.equal(wrongInsee.city?.uniqueCode, '59350');
  assert.deepEqual(wrongInsee.contradictions, [{ hint: 'inseeCode', statedValue: '33063' }]);
});

test('of places with one name, the one near the point or the postal code is chosen', () => {
  assert.match(describe({ city: 'Saint-Denis', coordinates: [55.45, -20.88] }), /^97411 /);
  assert.match(describe({ city: 'Saint-Denis', coordinates: [2.36, 48.93] }), /^93066 /);
  // 82270 is next to the Valence of Tarn-et-Garonne, and far from that of the Drôme, eighty times as big.
  assert.match(describe({ city: 'Valence', postalCode: '82270' }), /^82186 /);
});

test('a point alone gives the nearest centre with low confidence; swapped axes are tolerated', () => {
  assert.equal(describe({ coordinates: BORDEAUX }), '33063 LOW');
  assert.equal(describe({ coordinates: [44.84, -0.58] }), 'NONE', 'in Kenya');
  assert.match(describe({ city: 'Bordeaux', coordinates: [44.84, -0.58] }), /^33063 /);
  assert.equal(describe({ coordinates: [0, 0] }), 'NONE');
});

test('a contour outweighs centres', () => {
  const id = (code: string): string => divisionId('FR', code);
  const contourHit: ContourHit = {
    containingIds: [id('33522')],
    hasContour: (each) => each === id('33522') || each === id('33063'),
  };
  const located = locate({ coordinates: [-0.585, 44.81], postalCode: '33400' }, gazetteer, contourHit);
  assert.deepEqual(
    [located.city?.uniqueCode, located.confidence, located.agreeingSources],
    ['33522', 'HIGH', ['postal-code', 'contour']],
  );
  const district: ContourHit = { containingIds: [id('75056'), id('75104')], hasContour: () => true };
  assert.equal(describe({ city: 'Paris', coordinates: [2.355, 48.855] }, district), '75056 75104 HIGH');
});

test('neighbourhoods are found by name, or by their contour', async () => {
  const divisions = [
    createdCountry('COUNTRY', 'XA', null),
    createdCountry('MUNICIPALITY', '001', 'XA', { name: 'Bourgville', postalCodes: ['10000'] }),
    createdCountry('NEIGHBORHOOD', '0011', '001', { name: 'La Part-Dieu' }),
    createdCountry('NEIGHBORHOOD', '0012', '001', { name: 'Les Chartrons' }),
    createdCountry('SUB_NEIGHBORHOOD', '00121', '0012', { name: 'Quai Nord' }),
  ];
  const small = await gazetteerOf(divisions);
  const parts = (hint: LocationHint, contourHit?: ContourHit): (string | undefined)[] => {
    const { city, neighborhood, subNeighborhood } = locate(hint, small, contourHit);
    return [city, neighborhood, subNeighborhood].map((part) => part?.uniqueCode);
  };
  const city = { city: 'Bourgville', postalCode: '10000' };
  assert.deepEqual(parts({ ...city, neighborhood: 'PART DIEU' }), ['001', '0011', undefined]);
  assert.deepEqual(parts({ postalCode: '10000', city: 'Bourgville - Les Chartrons' }), [
    '001',
    '0012',
    undefined,
  ]);
  const contourHit: ContourHit = {
    containingIds: ['001', '0012', '00121'].map((code) => divisionId('XA', code)),
    hasContour: () => true,
  };
  assert.deepEqual(parts({ coordinates: [1, 1] }, contourHit), ['001', '0012', '00121']);
  assert.deepEqual(parts({ ...city, neighborhood: 'Somewhere else' }), ['001', undefined, undefined]);
});

test('Spain is located by the same code', async () => {
  const spain = await gazetteerOf(packagedDivisions('ES'));
  for (const [hint, code] of [
    [{ city: 'ALICANTE' }, '03014'],
    [{ city: 'Alacant' }, '03014'],
    [{ inseeCode: '8019' }, '08019'],
    [{ city: 'Sta. Coloma de Gramenet', coordinates: [2.21, 41.45] }, '08245'],
    [{ coordinates: [-3.7, 40.42] }, '28079'],
  ] as const) {
    assert.equal(locate(hint, spain).city?.uniqueCode, code, JSON.stringify(hint));
  }
});

test('99 % of postal addresses with the errors of real feeds are located', (t) => {
  // `npm run bench -- locate` tries 100,000.
  const COUNT = 10_000;
  let right = 0;
  for (const { truth, hint } of dirtyAddresses(france, 2026).take(COUNT)) {
    right += Number(locate(hint, gazetteer).city === truth);
  }
  t.diagnostic(`${((100 * right) / COUNT).toFixed(2)} %`);
  assert.ok(right >= 0.99 * COUNT, String(right));
});
