import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { filters } from '../catalogue/filters.ts';
import { criteriaOutline } from './criteria-schema.ts';
import { toolList } from './tool-list.ts';
import { tools } from './tools/table.ts';

/** Every conversation begins with the list. */
const MAX_LIST_TOKENS = 4_000;

test('the list of tools takes at most 4,000 tokens (o200k)', (t) => {
  const tokens = countTokens(JSON.stringify(toolList));
  t.diagnostic(`${tokens} tokens`);
  assert.ok(tokens <= MAX_LIST_TOKENS, `${tokens} tokens`);
});

test('every argument that a tool takes is in the list, with its type', () => {
  for (const [at, { name, inputSchema }] of toolList.tools.entries()) {
    const published = inputSchema.properties as Record<string, { type?: unknown; anyOf?: unknown }>;
    assert.deepEqual(Object.keys(published), Object.keys(tools[at]?.input.properties ?? {}), name);
    for (const [argument, schema] of Object.entries(published))
      assert.ok(
        schema.type !== undefined || schema.anyOf !== undefined || argument === 'destinationId',
        argument,
      );
  }
});

test('search_properties describes every plain argument that the others only name', () => {
  const [search] = toolList.tools;
  assert.ok(search !== undefined);
  const { city, features, criteria } = search.inputSchema.properties as Record<
    string,
    { description?: string }
  >;
  for (const schema of [city, features, criteria]) assert.ok(schema?.description);
});

test('the outline of the criteria names the last member of every filter', () => {
  const names = new Set(criteriaOutline().split(/[{},]/));
  for (const { path } of filters) for (const step of path.split('.')) assert.ok(names.has(step), path);
});
