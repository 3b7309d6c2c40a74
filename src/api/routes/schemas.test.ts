import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { COMMA_SEPARATED } from '../../lib/comma-separated.ts';
import { routes } from './table.ts';

// Requests are validated with schemas that nothing validates at run time.
test('the query and the body of every route have a valid JSON Schema', () => {
  const ajv = new Ajv2020({ allErrors: true });
  ajv.addKeyword(COMMA_SEPARATED);
  for (const { method, path, query, body } of routes)
    for (const schema of [query, body?.schema])
      if (schema !== undefined)
        assert.ok(ajv.validateSchema(schema), `${method} ${path}: ${ajv.errorsText(ajv.errors)}`);
});
