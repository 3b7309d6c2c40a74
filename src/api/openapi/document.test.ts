import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiDescription } from '../routes/pages.ts';
import { routes } from '../routes/table.ts';

interface Described {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: unknown }> }>;
  requestBody?: { content: Record<string, unknown> };
  parameters?: { name: string; in: string; required: boolean }[];
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

test('every object we answer with is closed, so that a member nobody described is found out', () => {
  const open = [...parts(document)].filter(
    ([place, { type, properties, additionalProperties }]) =>
      place.startsWith('#/components/schemas') &&
      type === 'object' &&
      properties !== undefined &&
      additionalProperties === undefined,
  );
  assert.deepEqual(
    open.map(([place]) => place),
    [],
  );
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
