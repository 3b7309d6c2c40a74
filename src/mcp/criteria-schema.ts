import { Type } from 'typebox';
import { EXAMPLE_CRITERIA } from '../criteria/example.ts';
import { criteriaSchemas } from '../criteria/json-schema.ts';
import { criteriaOutline } from './criteria-outline.ts';

/** The JSON schema of the criteria tree, with every value: a resource that a client reads when it needs it. */
export const criteriaDocument = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $ref: '#/$defs/Criteria',
  $defs: criteriaSchemas((name) => `#/$defs/${name}`),
};

const OPERATORS =
  'Numbers take {gte,lte,orMissing}, values {in,nin,inOrMissing}, times {from,to}; nodes join by and, or.';

/** The tree in a few hundred tokens. A fault names the members and values that are known at its place. */
export const criteriaSchema = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  description: `Instead of the other arguments, a tree for all that they cannot say. ${OPERATORS} Filters: ${criteriaOutline()}. Example: ${JSON.stringify(EXAMPLE_CRITERIA)}`,
});
