import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { registerSource, type Source, type SourceCategory } from '../../src/sources/sources.ts';
import { startApi } from '../support/api.ts';
import { fetchAllPages, readBoth } from '../support/both-formats.ts';

const api = await startApi({ after });
const names = [
  'Été à la Plage',
  'ETE en ville',
  'Maisons 100% bois',
  'Maisons 100 bois',
  'snake_case immo',
  'snakeXcase immo',
  String.raw`back\slash`,
  "L'Œuvre",
];
for (const [at, name] of names.entries()) {
  const domain = at === 0 ? null : `s${at}.example`;
  await registerSource(api.db, api.clock, { slug: `s-${at}`, name, domain, category: 'Portal' });
}
const FILLERS = 65;
for (let at = 0; at < FILLERS; at++) {
  await registerSource(api.db, api.clock, { slug: `f-${at}`, name: `Filler ${at}`, domain: null });
}

const named = async (name: string): Promise<string[]> =>
  (await readBoth<Source[]>(api, `/sources?name=${encodeURIComponent(name)}`)).map((source) => source.name);

const searches: [name: string, found: string[]][] = [
  ['été', ['ETE en ville', 'Été à la Plage']],
  ['ETE', ['ETE en ville', 'Été à la Plage']],
  ['e\u0301te\u0301', ['ETE en ville', 'Été à la Plage']],
  ['PLAGE', ['Été à la Plage']],
  ['100%', ['Maisons 100% bois']],
  ['%', ['Maisons 100% bois']],
  ['snake_', ['snake_case immo']],
  ['_', ['snake_case immo']],
  ['\\', [String.raw`back\slash`]],
  ["l'", ["L'Œuvre"]],
  ["' or true --", []],
  ['$1', []],
  ['immo', ['snakeXcase immo', 'snake_case immo']],
  ['x'.repeat(200), []],
];

for (const [name, found] of searches) {
  test(`sources named like "${name.slice(0, 20)}" are ${found.length === 0 ? 'none' : found.join(' and ')}`, async () => {
    assert.deepEqual((await named(name)).toSorted(), found.toSorted());
  });
}

test('following next lists all sources, 30 a page, each once', async () => {
  const pages = await fetchAllPages(api, '/sources');
  const total = names.length + FILLERS;
  assert.deepEqual(
    pages.map(({ data, meta }) => [data.length, meta.totalItems, meta.itemsPerPage, meta.currentPage]),
    [
      [30, total, 30, 1],
      [30, total, 30, 2],
      [13, total, 30, 3],
    ],
  );
  assert.equal(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size, total);
  assert.deepEqual(pages[1]?.links, {
    self: '/sources?page=2',
    first: '/sources?page=1',
    prev: '/sources?page=1',
    next: '/sources?page=3',
    last: '/sources?page=3',
  });
});

test('links keep the search, and the page past the end points back to the last', async () => {
  const pages = await fetchAllPages(api, '/sources?name=filler%20&page=2');
  assert.equal(pages.at(-1)?.meta.currentPage, 3);
  assert.equal(pages[0]?.links.next, '/sources?name=filler%20&page=3');
  const past = await fetchAllPages(api, '/sources?page=9');
  assert.deepEqual(past[0]?.data, []);
  assert.equal(past[0]?.links.prev, '/sources?page=3');
});

test('every source of a page is at its self link, with the same facts', async () => {
  const listed = await readBoth<Source[]>(api, '/sources?page=3');
  for (const source of listed) {
    assert.deepEqual(await readBoth(api, `/sources/${source.id}`), source);
  }
  assert.deepEqual(Object.keys(listed[0] ?? {}).toSorted(), ['domain', 'id', 'name', 'slug']);
});

test('a source has the same id on every installation', async () => {
  const [source] = await readBoth<Source[]>(api, '/sources?name=plage');
  assert.equal(source?.domain, null);
  assert.match(source?.id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-5/);
});

test('source categories are listed and read one by one', async () => {
  const listed = await readBoth<SourceCategory[]>(api, '/source-categories?page=1');
  assert.ok(listed.some(({ name }) => name === 'Portal'));
  for (const category of listed) {
    assert.deepEqual(await readBoth(api, `/source-categories/${category.id}`), category);
  }
  assert.deepEqual(await readBoth(api, '/source-categories?page=2'), []);
  assert.equal((await api.call({ path: '/source-categories?name=x' })).status, 400);
});

test('an unknown source or category is 404', async () => {
  for (const path of ['/sources', '/source-categories']) {
    assert.equal((await api.call({ path: `${path}/0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f` })).status, 404);
    assert.equal((await api.call({ path: `${path}/portal` })).status, 404);
  }
});
