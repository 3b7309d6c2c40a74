import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { COMMA_SEPARATED } from '../../lib/comma-separated.ts';
import { tools } from './table.ts';

// Arguments are validated with schemas that nothing validates at run time.
test('the arguments of every tool have a valid JSON Schema', () => {
  const ajv = new Ajv2020({ allErrors: true });
  ajv.addKeyword(COMMA_SEPARATED);
  for (const { name, input } of tools)
    assert.ok(ajv.validateSchema(input), `${name}: ${ajv.errorsText(ajv.errors)}`);
});
