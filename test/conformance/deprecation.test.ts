import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { plainResource } from '../../src/api/resource.ts';
import { create, readOne } from '../../src/api/route.ts';
import { routes } from '../../src/api/routes/table.ts';
import { type Deprecation, deprecationFault } from '../../src/catalogue/deprecation.ts';
import { schemaOf } from '../../src/catalogue/json-schema.ts';
import { number } from '../../src/catalogue/nodes.ts';
import { attributes } from '../../src/catalogue/paths.ts';
import { startApi } from '../support/api.ts';
import { readHeader, type TestResponse } from '../support/test-response.ts';

const ID = '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f';
const mark = { since: '2026-11-16', sunset: '2027-06-01', instead: 'Use GET /new-things.' };
const earlier = { since: '2026-10-01', sunset: '2027-05-01', instead: 'Leave it out.' };
const schema = Type.Object({
  id: Type.String(),
  size: Type.Optional(Type.Integer({ description: 'Its size.' })),
});
const thing = plainResource('OldThing', '/old-things/{id}', schema);
const common = { tag: 'Service', summary: 'A thing', routeType: 'other', resource: thing } as const;

const oldRoute = readOne({
  ...common,
  path: '/old-things/{id}',
  operationId: 'getOldThing',
  deprecated: mark,
  query: Type.Object({ shape: Type.Optional(Type.String()) }),
  deprecatedMembers: { shape: earlier },
  find: async ({ params }) => (params['id'] === ID ? { id: ID } : undefined),
});
const newRoute = create({
  ...common,
  path: '/new-things',
  operationId: 'createNewThing',
  body: Type.Object(
    { size: Type.Optional(Type.Integer({ description: 'Its size.' })) },
    { additionalProperties: false },
  ),
  deprecatedMembers: { size: mark },
  make: async () => ({ flat: { id: ID }, created: true }),
});

const api = await startApi({ after }, { routes: [oldRoute, newRoute] });

const announced = (answer: TestResponse): (string | undefined)[] =>
  ['deprecation', 'sunset', 'link'].map((name) => readHeader(answer, name));

const SINCE_MARK = [`@${Date.UTC(2026, 10, 16) / 1_000}`, 'Tue, 01 Jun 2027 00:00:00 GMT'];

test('a deprecated route says since when, until when and where to read, with every answer', async () => {
  const answers = [
    await api.call({ path: `/old-things/${ID}` }),
    await api.call({ path: '/old-things/0190d7a8-6a5e-7c3b-9b1e-000000000000' }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404],
  );
  for (const answer of answers) {
    const [since, sunset, link] = announced(answer);
    assert.deepEqual([since, sunset], SINCE_MARK);
    assert.match(link ?? '', /^<\/docs>; rel="deprecation"; type="text\/html"/);
  }
});

test('a deprecated parameter brings the earlier of both days', async () => {
  const [since, sunset] = announced(await api.call({ path: `/old-things/${ID}?shape=round` }));
  assert.deepEqual([since, sunset], [`@${Date.UTC(2026, 9, 1) / 1_000}`, 'Sat, 01 May 2027 00:00:00 GMT']);
});

test('a deprecated member of a body is announced to those who send it, and to nobody else', async () => {
  const post = (body: object) => api.call({ method: 'POST', path: '/new-things', body });
  assert.deepEqual(announced(await post({})), [undefined, undefined, undefined]);
  assert.deepEqual(announced(await post({ size: 1 })).slice(0, 2), SINCE_MARK);
  assert.deepEqual(announced(await api.call({ path: '/sources' })), [undefined, undefined, undefined]);
});

interface Documented {
  paths: Record<
    string,
    Record<
      string,
      { deprecated?: true; description?: string; parameters: { name: string; deprecated?: true }[] }
    >
  >;
  components: {
    schemas: Record<string, { properties: Record<string, { deprecated?: true; description?: string }> }>;
  };
}

test('the OpenAPI document marks routes, parameters and members', () => {
  const document = openApiDocument([oldRoute, newRoute], []) as unknown as Documented;
  const get = document.paths['/old-things/{id}']?.['get'];
  assert.equal(get?.deprecated, true);
  assert.equal(get?.description, 'Deprecated since 2026-11-16, gone on 2027-06-01. Use GET /new-things.');
  assert.equal(get?.parameters.find(({ name }) => name === 'shape')?.deprecated, true);
  const size = document.components.schemas['CreateNewThingRequest']?.properties['size'];
  assert.deepEqual(
    [size?.deprecated, size?.description],
    [true, 'Its size. Deprecated since 2026-11-16, gone on 2027-06-01. Use GET /new-things.'],
  );
  assert.equal(document.paths['/new-things']?.['post']?.deprecated, undefined);
});

test('a member of the property that is marked in the catalogue is marked in its schema', () => {
  const marked = schemaOf(number('The old price.', { deprecated: mark }));
  assert.equal(marked.deprecated, true);
  assert.match(marked.description ?? '', /^The old price\. Deprecated since 2026-11-16/);
  assert.equal('deprecated' in schemaOf(number('The price.')), false);
});

test('every mark keeps the policy: six months of notice, and what to use instead', () => {
  assert.equal(deprecationFault(mark), undefined);
  assert.match(deprecationFault({ ...mark, sunset: '2027-05-15' }) ?? '', /less than 6 months/);
  assert.match(deprecationFault({ ...mark, since: '2026-02-30' }) ?? '', /not a date/);
  assert.match(deprecationFault({ ...mark, instead: '' }) ?? '', /instead/);
  const marks: Deprecation[] = [
    ...routes.flatMap(({ deprecated, deprecatedMembers = {} }) => [
      ...(deprecated === undefined ? [] : [deprecated]),
      ...Object.values(deprecatedMembers),
    ]),
    ...attributes.flatMap(({ node }) => node.deprecated ?? []),
  ];
  assert.deepEqual(
    marks.flatMap((one) => deprecationFault(one) ?? []),
    [],
  );
});
