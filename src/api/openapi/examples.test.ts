import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiDescription } from '../routes/pages.ts';

interface Media {
  schema: { contentSchema?: object };
  example?: unknown;
}

interface Body {
  content?: Record<string, Media>;
}

const document = JSON.parse(JSON.stringify(apiDescription()));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...document });

const step = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

const UNSHOWN_TYPES = ['text/html', 'text/plain', 'text/event-stream', 'application/vnd.apache.parquet'];

/** Pages for people, files, streams and the document itself are not shown as examples. */
const isExempt = (path: string, type: string): boolean =>
  path === '/openapi.json' ||
  path.startsWith('/schemas/') ||
  path.endsWith('/file') ||
  UNSHOWN_TYPES.includes(type);

/** Every body of the document, with its place in it. */
function* bodies(): Generator<[place: string[], type: string, media: Media]> {
  const within = function* (place: string[], { content = {} }: Body): ReturnType<typeof bodies> {
    for (const [type, media] of Object.entries(content)) yield [[...place, 'content', type], type, media];
  };
  for (const section of ['paths', 'webhooks']) {
    for (const [path, operations] of Object.entries<Record<string, Operation>>(document[section])) {
      for (const [method, { requestBody, responses }] of Object.entries(operations)) {
        const place = [section, path, method];
        if (requestBody) yield* within([...place, 'requestBody'], requestBody);
        for (const [status, one] of Object.entries(responses))
          yield* within([...place, 'responses', status], one);
      }
    }
  }
  for (const [name, one] of Object.entries<Body>(document.components.responses))
    yield* within(['components', 'responses', name], one);
}

interface Operation {
  requestBody?: Body;
  responses: Record<string, Body>;
}

test('every request and response has an example, recorded by `npm run examples`', () => {
  const missing = [...bodies()]
    .filter(([place, type, { example }]) => example === undefined && !isExempt(place[1] ?? '', type))
    .map(([place]) => place.join(' '));
  assert.deepEqual(missing, []);
});

test('every example fits its schema, and every line of an example of lines', () => {
  const wrong = [...bodies()].flatMap(([place, , { schema, example }]) => {
    if (example === undefined) return [];
    const pointer = [...place, 'schema'].map(step).join('/');
    const lines = schema.contentSchema === undefined ? [] : String(example).trimEnd().split('\n');
    const checks = [
      { $ref: pointer, value: example },
      ...lines.map((line) => ({ $ref: `${pointer}/contentSchema`, value: JSON.parse(line) as unknown })),
    ];
    return checks
      .filter(({ $ref, value }) => !ajv.validate({ $ref: `openapi#/${$ref}` }, value))
      .map(({ $ref }) => `${$ref}: ${ajv.errorsText(ajv.errors)}`);
  });
  assert.deepEqual(wrong, []);
});
