import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { COMMA_SEPARATED } from '../lib/comma-separated.ts';
import type { RequestFault } from '../lib/request-fault.ts';
import { isUuid } from '../lib/uuid.ts';
import { boundedLists } from './bounded-lists.ts';
import { schemaFaults } from './schema-faults.ts';

/** Verbose: a fault names what its schema knows. Nothing is coerced, filled in or dropped: a body is validated as it was sent. */
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
});
addFormats.default(ajv, ['date', 'email']);
// A keyword for the query-string parser, which also appears in the OpenAPI document.
ajv.addKeyword(COMMA_SEPARATED);
// The usual grammar also accepts `urn:uuid:…`, which the database refuses.
ajv.addFormat('uuid', isUuid);

export type Validate = (value: unknown) => RequestFault[];

/** One compiled validator per schema. */
const compiled = new WeakMap<TSchema, Validate>();

export function validator(schema: TSchema): Validate {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(boundedLists(schema) as TSchema);
  const made: Validate = (value) => (validate(value) ? [] : schemaFaults(validate.errors ?? []));
  compiled.set(schema, made);
  return made;
}
