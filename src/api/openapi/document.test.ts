import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { apiDescription } from '../routes/pages.ts';
import { routes } from '../routes/table.ts';

interface Described {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  tags: { name: string; description?: string }[];
  servers: { url: string; description?: string }[];
  components: {
    schemas: Record<string, { enum?: string[] }>;
    securitySchemes: Record<string, { description?: string }>;
  };
}

interface Operation {
  operationId: string;
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: unknown }> }>;
  requestBody?: { content: Record<string, unknown> };
  parameters?: { name: string; in: string; required: boolean; description?: string }[];
}

const document = JSON.parse(JSON.stringify(apiDescription())) as Described;

/** Every object and list inside, with its path. */
function* parts(value: unknown, place = '#'): Generator<[place: string, part: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value as Record<string, unknown>];
  for (const [name, inner] of Object.entries(value)) {
    yield* parts(inner, `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

test('every reference leads to something', () => {
  const places = new Set([...parts(document)].map(([place]) => place));
  for (const [place, { $ref }] of parts(document)) {
    if ($ref !== undefined) assert.ok(places.has(String($ref)), `${place} refers to ${$ref}`);
  }
});

/** Unknown members of observations are counted, not refused; JSON:API lets a request have more members. */
const isOfRequest = (place: string): boolean =>
  /^#\/components\/schemas\/(?:Observation|PropertySearchDocument|\w+RequestDocument)/.test(place);

test('every object we answer with is closed, so that a member nobody described is found out', () => {
  const open = [...parts(document)].filter(
    ([place, { type, properties, additionalProperties }]) =>
      place.startsWith('#/components/schemas') &&
      !isOfRequest(place) &&
      type === 'object' &&
      properties !== undefined &&
      additionalProperties === undefined,
  );
  assert.deepEqual(
    open.map(([place]) => place),
    [],
  );
});

test('every enumeration is a named schema, and every vocabulary is named once', () => {
  const inlined = [...parts(document)].filter(
    ([place, part]) => Array.isArray(part['enum']) && !/^#\/components\/schemas\/\w+$/.test(place),
  );
  assert.deepEqual(
    inlined.map(([place]) => place),
    [],
  );
  const lists = Object.values(document.components.schemas).flatMap((schema) => schema.enum ?? []).length;
  assert.ok(lists > 250, `${lists} values`);
});

test('no schema has a default, which generators take for a member that is always there', () => {
  const schemas = [...parts(document.components.schemas)].filter(
    ([place, part]) => 'default' in part && !place.endsWith('/properties'),
  );
  assert.deepEqual(
    schemas.map(([place]) => place),
    [],
  );
});

test('every tag, parameter, server and security scheme is described', () => {
  const { tags, servers, components, webhooks } = document;
  const operations = [...Object.values(document.paths), ...Object.values(webhooks)].flatMap((one) =>
    Object.values(one),
  );
  const described: [name: string, description: string | undefined][] = [
    ...tags.map(({ name, description }): [string, string | undefined] => [name, description]),
    ...servers.map(({ url, description }): [string, string | undefined] => [url, description]),
    ...Object.entries(components.securitySchemes).map(
      ([name, { description }]): [string, string | undefined] => [name, description],
    ),
    ...operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.map(({ name, description }): [string, string | undefined] => [
        `${operationId} ${name}`,
        description,
      ]),
    ),
  ];
  assert.deepEqual(
    described.filter(([, description]) => !description).map(([name]) => name),
    [],
  );
});

test('each event type is a webhook', () => {
  assert.deepEqual(Object.keys(document.webhooks), serviceVocabularies.alertEventType.values);
});

const operationOf = ({ method, path }: { method: string; path: string }): Operation => {
  const operation = document.paths[path]?.[method.toLowerCase()];
  assert.ok(operation !== undefined);
  return operation;
};

for (const route of routes) {
  test(`${route.method} ${route.path} is described with its answers, problems and parameters`, () => {
    const { responses, requestBody, parameters = [] } = operationOf(route);
    for (const { status, resource, content = {} } of route.answers) {
      const types = Object.keys(responses[status]?.content ?? {});
      const both = ['application/vnd.api+json', 'application/json'];
      assert.deepEqual(types, resource === undefined ? Object.keys(content) : both);
    }
    for (const status of ['400', '401', '406', '429', '500', '503']) {
      assert.equal(responses[status]?.$ref, `#/components/responses/Problem${status}`);
    }
    const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`);
    assert.deepEqual(route.path.match(/\{\w+\}/g) ?? [], inPath);
    if (inPath.length > 0) assert.ok('404' in responses);
    if (route.right !== undefined) assert.ok('403' in responses);
    assert.deepEqual(
      Object.keys(requestBody?.content ?? {}),
      route.body === undefined
        ? (route.upload?.mediaTypes ?? [])
        : ['application/json', 'application/vnd.api+json'],
    );
    if ((route.body ?? route.upload) !== undefined)
      for (const status of ['413', '415', '422']) assert.ok(status in responses);
  });
}
