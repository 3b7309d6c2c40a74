import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Suggestion } from '../../src/geo/autocomplete/suggestion.ts';
import type { FlatDivision } from '../../src/geo/division.ts';
import { divisionId } from '../../src/geo/division.ts';
import { buildCountryRows } from '../../src/geo/load/rows.ts';
import { loadCountry } from '../../src/geo/load.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Geometry } from '../../src/lib/polygon.ts';
import { startApi } from '../support/api.ts';
import { type CollectionDocument, fetchAllPages, readBoth } from '../support/both-formats.ts';
import { createdCountry } from '../support/made-country.ts';
import { findProblemErrors } from '../support/problem-referee.ts';

const api = await startApi({ after }, { france: true });
const idOf = (code: string): string => divisionId('FR', code);
const flat = async <Body>(path: string): Promise<Body> =>
  (await api.call({ path, accept: 'application/json' })).body as Body;
const autocomplete = (query: string): Promise<Suggestion[]> =>
  readBoth<Suggestion[]>(api, `/geo/autocomplete?${query}`);

const square: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
  ],
};

before(async () => {
  const divisions = [
    createdCountry('COUNTRY', 'XA', null),
    createdCountry('MUNICIPALITY', '001', 'XA', { name: 'Squareville' }),
  ];
  await loadCountry(api.db, systemClock, {
    code: 'XA',
    version: '1',
    read: async (imports) =>
      buildCountryRows({ divisions, contours: new Map([[divisionId('XA', '001'), square]]) }, imports),
  });
});

test('autocomplete answers places in the shape of the contract', async () => {
  const [first] = await autocomplete('query=lyon+3eme');
  assert.ok(first);
  const { centroid, metadata, ...rest } = first;
  assert.deepEqual(rest, {
    id: idOf('69383'),
    name: 'Lyon 3e Arrondissement',
    locationType: 'MUNICIPAL_DISTRICT',
    parentName: 'Lyon',
    regionName: 'Auvergne-Rhône-Alpes',
    countryCode: 'FR',
    postalCode: '69003',
  });
  assert.equal(centroid?.type, 'Point');
  const { population, ...others } = metadata;
  assert.ok((population ?? 0) > 90_000);
  assert.deepEqual(others, { depth: 5, postalCodes: ['69003'], uniqueCode: '69383' });
});

test('homonyms are distinguished by the division that contains them', async () => {
  const found = await autocomplete('query=saint-denis&type=MUNICIPALITY');
  const names = found
    .filter(({ name }) => name === 'Saint-Denis')
    .map(({ parentName, regionName }) => `${parentName}, ${regionName}`);
  assert.deepEqual(names.toSorted(), [
    'Aude, Occitanie',
    'Gard, Occitanie',
    'La Réunion, La Réunion',
    'Seine-Saint-Denis, Île-de-France',
  ]);
});

test('a country and a region have fewer ancestors than a town', async () => {
  const [region] = await autocomplete('query=bretagne&type=ADMINISTRATIVE_REGION');
  assert.deepEqual([region?.parentName, region?.regionName, region?.postalCode], ['France', null, null]);
  const [country] = await autocomplete('query=france&type=COUNTRY');
  assert.deepEqual([country?.parentName, country?.regionName, country?.metadata.depth], [null, null, 0]);
});

test('the postal code shown is the one that was typed', async () => {
  const [nice] = await autocomplete('query=06300');
  assert.deepEqual([nice?.name, nice?.postalCode], ['Nice', '06300']);
  assert.equal((await autocomplete('query=nice'))[0]?.postalCode, '06000');
});

test('a type may be one or several, written either way', async () => {
  const types = async (query: string): Promise<Set<string>> =>
    new Set((await autocomplete(`query=paris&${query}`)).map(({ locationType }) => locationType));
  assert.deepEqual(await types('type=MUNICIPALITY'), new Set(['MUNICIPALITY']));
  const two = new Set(['MUNICIPALITY', 'MUNICIPAL_DISTRICT']);
  assert.deepEqual(await types('type[]=MUNICIPALITY&type[]=MUNICIPAL_DISTRICT'), two);
  assert.deepEqual(await types('type=MUNICIPALITY&type=MUNICIPAL_DISTRICT'), two);
});

test('limit and page iterate over all matches, each once', async () => {
  const pages = await fetchAllPages(api, '/geo/autocomplete?query=saint-germain&limit=7&type=MUNICIPALITY');
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
  assert.ok(pages.length > 10);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(pages[0]?.meta, { totalItems: ids.length, itemsPerPage: 7, currentPage: 1 });
  const whole = await autocomplete('query=saint-germain&type=MUNICIPALITY');
  assert.deepEqual(
    whole.map(({ id }) => id),
    ids.slice(0, 30),
  );
});

test('a limit of 0 asks for the count alone, and a page past the end is empty', async () => {
  assert.deepEqual(await autocomplete('query=paris&limit=0'), []);
  const { body } = await api.call({ path: '/geo/autocomplete?query=paris&limit=0' });
  const { meta, links } = body as CollectionDocument;
  assert.ok(meta.totalItems > 20);
  assert.equal(links.last, '/geo/autocomplete?query=paris&limit=0&page=1');
  assert.deepEqual(await autocomplete('query=paris&page=999999999999999'), []);
});

const refused: [query: string, faults: string[]][] = [
  ['', ['422 required query']],
  ['query=', ['422 too_short query']],
  ['query=paris&limit=31', ['422 out_of_range limit']],
  ['query=paris&limit=-1', ['422 out_of_range limit']],
  ['query=paris&limit=x', ['400 wrong_type limit']],
  ['query=paris&page=0', ['422 out_of_range page']],
  ['query=paris&type=TOWN', ['400 unknown_value type[0]']],
  ['query=paris&type[]=MUNICIPALITY&type[]=x', ['400 unknown_value type[1]']],
  ['query=paris&type=', ['400 unknown_value type[0]']],
  ['query=a&query=b', ['400 duplicate_member query']],
  ['query=a%00b', ['422 not_storable query']],
  [`query=${'x'.repeat(10_240)}`, ['422 too_long query']],
];

for (const [query, faults] of refused) {
  test(`autocomplete answers ?${query.slice(0, 40)} with ${faults.join(' and ')}`, async () => {
    assert.deepEqual(findProblemErrors(await api.call({ path: `/geo/autocomplete?${query}` })), faults);
  });
}

const odd = [
  '🏠🇫🇷',
  '\u0001\u001b[31m\u007f',
  "'; drop table division; --",
  '%_%',
  '^(a+)+$.*[',
  '(((((((((((((((((((((((((((((',
  '\\u0041\\x00',
  '<script>alert(1)</script>',
  'ﷺ'.repeat(60),
  'l '.repeat(100),
  'st '.repeat(60),
  'a'.repeat(200),
  'Привет 東京 القاهرة',
  '999999999999999999',
];

test('any query is answered quickly', async () => {
  await autocomplete('query=warm');
  for (const typed of odd) {
    const path = `/geo/autocomplete?query=${encodeURIComponent(typed)}`;
    let best = Number.POSITIVE_INFINITY;
    // The best of some tries: other tests share the machine, the query is the same each time.
    for (let round = 0; round < 20 && best >= 10; round += 1) {
      const started = performance.now();
      const { status } = await api.call({ path, accept: 'application/json' });
      best = Math.min(best, performance.now() - started);
      assert.equal(status, 200, typed);
    }
    assert.ok(best < 10, `${typed}: ${best} ms`);
  }
});

test('a division is read by its id', async () => {
  const lyon = await flat<FlatDivision>(`/geo/administrative-divisions/${idOf('69123')}`);
  assert.deepEqual(lyon, {
    iri: `/geo/administrative-divisions/${idOf('69123')}`,
    id: idOf('69123'),
    name: 'Lyon',
    type: 'MUNICIPALITY',
    uniqueCode: '69123',
    postalCodes: lyon.postalCodes,
  });
  assert.equal(lyon.postalCodes.length, 9);
  const { body } = await api.call({ path: lyon.iri });
  const { data } = body as { data: { attributes: Record<string, unknown>; links: object } };
  const { type, id, ...same } = lyon;
  assert.deepEqual(data, {
    type: 'AdministrativeDivision',
    id,
    // JSON:API reserves the name `type`.
    attributes: { ...same, locationType: type },
    links: { self: lyon.iri },
  });
});

test('ancestors and descendants of a division can be paged through', async () => {
  const path = `/geo/administrative-divisions/${idOf('69123')}`;
  const above = await flat<FlatDivision[]>(`${path}/ancestors`);
  assert.deepEqual(
    above.map(({ uniqueCode }) => uniqueCode),
    ['200046977', '69', 'R84', 'FR'],
  );
  assert.deepEqual(await flat(`${path}/ancestors?page=2`), []);
  const below = await flat<FlatDivision[]>(`${path}/descendants`);
  assert.deepEqual(
    below.map(({ uniqueCode }) => uniqueCode),
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `6938${at}`),
  );
  const department = await fetchAllPages(api, `/geo/administrative-divisions/${idOf('90')}/descendants`);
  assert.ok(department.length >= 4);
});

test('a contour is GeoJSON where it is known, and 404 says so where it is not', async () => {
  const path = `/geo/administrative-divisions/${divisionId('XA', '001')}/geometry`;
  assert.deepEqual(await flat(path), {
    type: 'Feature',
    id: divisionId('XA', '001'),
    geometry: square,
    properties: { name: 'Squareville', locationType: 'MUNICIPALITY', uniqueCode: '001' },
  });
  assert.equal((await api.call({ path })).status, 200);
  const unknown = await api.call({ path: `/geo/administrative-divisions/${idOf('69123')}/geometry` });
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /contour of this division is not known/);
});

test('an unknown division has no ancestors, descendants or contour', async () => {
  for (const part of ['', '/ancestors', '/descendants', '/geometry']) {
    for (const id of [randomUUID(), 'x', '69123']) {
      const { status, text } = await api.call({ path: `/geo/administrative-divisions/${id}${part}` });
      assert.equal(status, 404);
      assert.match(text, /no such resource/);
    }
  }
});
