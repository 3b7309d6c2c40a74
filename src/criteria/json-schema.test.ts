import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { randomCriteria } from '../../test/support/random-criteria.ts';
import type { JsonSchema } from '../catalogue/json-schema.ts';
import { createRandom } from '../world/random.ts';
import { exampleTrees } from './examples.ts';
import { criteriaJson } from './json.ts';
import { criteriaSchemas } from './json-schema.ts';
import { parseCriteria } from './parse.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validate = ajv.compile({
  $ref: '#/$defs/Criteria',
  $defs: criteriaSchemas((name) => `#/$defs/${name}`),
});

test('the parser reads every tree that the schema gives as an example, and its JSON again', () => {
  const seed = Date.now();
  const chance = createRandom('schema', seed);
  const trees = [
    ...Object.values(exampleTrees),
    ...Array.from({ length: 300 }, () => randomCriteria(chance)),
  ];
  for (const json of trees) {
    const label = `seed ${seed}: ${JSON.stringify(json)}`;
    assert.ok(validate(json), `${label}: ${JSON.stringify(validate.errors)}`);
    const parsed = parseCriteria(json);
    assert.ok('tree' in parsed, label);
    const again = criteriaJson(parsed.tree);
    assert.ok(validate(again), label);
    assert.deepEqual(parseCriteria(again), { ...parsed, mentions: again && parsed.mentions }, label);
  }
});

test('the schema refuses what the parser refuses, as far as a schema can', () => {
  const wrong: unknown[] = [
    { and: [] },
    { and: [{}], property: {} },
    { property: { type: { in: ['CASTLE'] } } },
    { property: { type: {} } },
    { property: { unit: { rooms: { gte: '3' } } } },
    { property: { transaction: { type: 'GIVE' } } },
    { property: { locations: { in: { centerPoint: { latitude: 1, longitude: 1 } } } } },
    { dates: { updatedAt: { from: 'yesterday' } } },
    { property: { unit: { diagnostic: { scores: [] } } } },
    { x: 1 },
    [],
  ];
  for (const json of wrong) {
    assert.equal(validate(json), false, JSON.stringify(json));
    assert.ok('faults' in parseCriteria(json), JSON.stringify(json));
  }
});

test('every member of the schema has a description', () => {
  const undescribed = (schema: JsonSchema, path: string): string[] => {
    const children = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
      undescribed(child, `${path}.${name}`),
    );
    const isSilent =
      schema.description === undefined && schema.properties === undefined && schema.$ref === undefined;
    return isSilent ? [path, ...children] : children;
  };
  const silent = Object.entries(criteriaSchemas()).flatMap(([name, schema]) => undescribed(schema, name));
  assert.deepEqual(silent, []);
});
