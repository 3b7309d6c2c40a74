import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import type { ConsoleParts } from '../../src/api/console/parts.ts';
import { consoleRoutes } from '../../src/api/console/table.ts';
import { listedResource, plainResource, type Resource } from '../../src/api/resource.ts';
import { type Route, readOne } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import type { Db } from '../../src/db/sql.ts';
import { insertSource } from '../../src/sources/store.ts';
import { startApi } from '../support/api.ts';
import { createTestProperty } from '../support/owners.ts';
import { isolationCases } from './isolation-cases.ts';

const JSON_API = 'application/vnd.api+json';
const every = [...routes, ...consoleRoutes({} as ConsoleParts)];

const pattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** The type that a GET of a path answers with alone. */
function typeAt(path: string): string | undefined {
  const found = every.find((route) => route.method === 'GET' && pattern(route.path).test(path));
  const answer = found?.answers.find(({ many }) => many !== true);
  return answer?.resource?.type;
}

const linkedResources = (route: Route): Resource[] =>
  route.answers.flatMap(({ resource }) => (resource?.self === undefined ? [] : [resource]));

for (const route of every) {
  for (const resource of linkedResources(route)) {
    test(`${route.method} ${route.path}: the self link of ${resource.type} leads to that type`, () => {
      // An event is below its alert, which its flat form names.
      const flat = { id: randomUUID(), alert: `/alerts/${randomUUID()}` };
      const self = resource.self?.(flat.id, flat) ?? '';
      assert.equal(typeAt(self), resource.type, self);
    });
  }
}

const summary = Type.Object({ id: Type.String(), words: Type.Integer() });
const views: Route[] = [
  readOne({
    path: '/properties/{id}/summary',
    operationId: 'getSummary',
    tag: 'Test',
    summary: 'A view with a path of its own',
    routeType: 'read',
    resource: plainResource('Summary', '/properties/{id}/summary', summary),
    find: async ({ params }) => ({ id: params['id'] ?? '', words: 3 }),
  }),
  readOne({
    path: '/properties/{id}/measure',
    operationId: 'getMeasure',
    tag: 'Test',
    summary: 'A view without one',
    routeType: 'read',
    resource: listedResource('Measure', summary),
    find: async ({ params }) => ({ id: params['id'] ?? '', words: 3 }),
  }),
];

const api = await startApi({ after }, { routes: views });

interface Linked {
  type: string;
  id: string;
  links?: { self?: string };
}
interface Document {
  data: Linked | Linked[];
  included?: Linked[];
  links: { self: string };
}

const read = async (path: string): Promise<{ status: number; document: Document }> => {
  const { status, body } = await api.call({ path, accept: JSON_API });
  return { status, document: body as Document };
};

/** Follows every self link of a document once. */
async function followLinks(document: Document, seen: Map<string, Linked>): Promise<void> {
  for (const resource of [document.data, document.included ?? []].flat()) {
    const self = resource.links?.self;
    if (self === undefined || seen.has(self)) continue;
    seen.set(self, resource);
    const found = await read(self);
    assert.equal(found.status, 200, self);
    const { type, id } = found.document.data as Linked;
    assert.deepEqual({ type, id }, { type: resource.type, id: resource.id }, self);
    assert.equal(found.document.links.self, self);
    await followLinks(found.document, seen);
  }
}

test('a route made with the helpers links to the resource that it answers', async () => {
  const id = randomUUID();
  for (const [path, type] of [
    [`/properties/${id}/summary`, 'Summary'],
    [`/properties/${id}/measure`, 'Measure'],
  ] as const) {
    const { status, document } = await read(path);
    assert.equal(status, 200);
    assert.equal(document.links.self, path);
    const { type: answered, id: own, links } = document.data as Linked;
    assert.deepEqual({ type: answered, id: own }, { type, id });
    assert.ok(links === undefined || links.self === path);
  }
});

/** Listings made by the fixtures name this source. */
const storeFixtureSource = (db: Db, now: Date): Promise<void> =>
  insertSource(
    db,
    {
      id: '0199c2f4-0000-7000-8000-0000000000a1',
      slug: 'figures-immo',
      name: 'Figures Immo',
      domain: null,
      foldedName: 'figures immo',
      categoryId: null,
    },
    now,
  );

test('every self link of every route that answers here leads to the same type and id', async () => {
  const seen = new Map<string, Linked>();
  const cases = isolationCases(api);
  const property = await createTestProperty(api.db, api.clock);
  await storeFixtureSource(api.db, api.clock.now());
  let answered = 0;
  for (const route of routes) {
    const shown = cases[route.operationId];
    if (shown === undefined || route.right === 'operator' || route.download || route.method === 'DELETE')
      continue;
    if (shown.kind === 'list') await shown.make(api.owner);
    const params = shown.kind === 'owned' ? await shown.make(api.owner) : { id: property };
    const path = route.path.replace(/\{(\w+)\}/g, (_, name) => params[name as 'id'] ?? property);
    const asking = shown.kind === 'list' ? {} : shown.kind === 'create' ? await shown.asking() : shown.asking;
    const query = shown.kind === 'owned' ? ((await shown.query?.()) ?? '') : '';
    const request = { method: route.method, accept: JSON_API, path: path + query, ...asking };
    const { status, body } = await api.call(request);
    if (status >= 300 || body === undefined) continue;
    answered += 1;
    const document = body as Document;
    await followLinks(document, seen);
    if (Array.isArray(document.data) || route.answers[0]?.resource === undefined) continue;
    const { type, id, links } = document.data;
    // A resource without a path of its own links to the request that it answers.
    if (links?.self === undefined) assert.equal(document.links.self, path, route.operationId);
    else assert.equal(document.links.self, links.self, `${route.operationId} ${type} ${id}`);
  }
  assert.ok(answered >= 25, `only ${answered} routes answered`);
  assert.ok(seen.size >= 15, `only ${seen.size} links were followed`);
});
