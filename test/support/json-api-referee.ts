import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Jsona } from 'jsona';

const { Validator } = createRequire(import.meta.url)('jsonapi-validator') as {
  Validator: new () => { validate(document: unknown): void };
};
const schema = new Validator();
const reader = new Jsona();

interface Identified {
  type: string;
  id: string;
}

interface ResourceObject extends Identified {
  relationships?: Record<string, { data?: Identified | null | (Identified | null)[] }>;
}

interface JsonApiDocument {
  data: ResourceObject | ResourceObject[] | null;
  included?: ResourceObject[];
}

const nameOf = ({ type, id }: Identified): string => `${type} ${id}`;

/** Two independent validators, and what neither checks: (type, id) is unique, and `included` is fully linked. */
export function assertJsonApi(document: unknown): void {
  try {
    schema.validate(document);
  } catch (error) {
    assert.fail(`jsonapi-validator: ${JSON.stringify((error as { errors?: unknown }).errors)}`);
  }
  const { data, included = [] } = document as JsonApiDocument;
  const primary = [data].flat().filter((resource) => resource !== null);
  readByJsona(document, primary);
  const names = [...primary, ...included].map(nameOf);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
    'the pair (type, id) stands once',
  );
  const linked = reachable(primary, included);
  assert.deepEqual(
    included.map(nameOf).filter((name) => !linked.has(name)),
    [],
    'full linkage',
  );
}

function readByJsona(document: unknown, primary: ResourceObject[]): void {
  const models = [flattenJsonApi(document)].flat() as Identified[];
  assert.deepEqual(models.map(nameOf), primary.map(nameOf), 'jsona reads the same resources');
}

/** A JSON:API document as jsona, an independent client, parses it. */
export const flattenJsonApi = (document: unknown): unknown => reader.deserialize(JSON.stringify(document));

function reachable(primary: ResourceObject[], included: ResourceObject[]): Set<string> {
  const byName = new Map(included.map((resource) => [nameOf(resource), resource]));
  const seen = new Set<string>();
  const waiting = [...primary];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of referencesOf(next)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const resource = byName.get(name);
      if (resource !== undefined) waiting.push(resource);
    }
  }
  return seen;
}

const referencesOf = ({ relationships = {} }: ResourceObject): string[] =>
  Object.values(relationships)
    .flatMap(({ data }) => data ?? [])
    .filter((reference) => reference !== null)
    .map(nameOf);
