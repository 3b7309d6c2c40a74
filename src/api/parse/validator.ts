import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { isUuid } from '../../lib/uuid.ts';
import type { Fault } from '../problem.ts';
import { schemaFaults } from './schema-faults.ts';

/** Nothing is coerced, filled in or dropped: a body is what its sender wrote. */
const ajv = new Ajv2020({ allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false });
addFormats.default(ajv, ['date', 'email']);
// Our own note to the parser of query strings, which also stands in the OpenAPI document.
ajv.addKeyword('x-comma-separated');
// The usual grammar also takes `urn:uuid:…`, which the database does not.
ajv.addFormat('uuid', isUuid);

export type Validate = (value: unknown) => Fault[];

export function validator(schema: TSchema): Validate {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : schemaFaults(validate.errors ?? []));
}
