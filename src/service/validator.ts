import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { COMMA_SEPARATED } from '../lib/comma-separated.ts';
import type { RequestFault } from '../lib/request-fault.ts';
import { isUuid } from '../lib/uuid.ts';
import { boundedLists } from './bounded-lists.ts';
import { schemaFaults } from './schema-faults.ts';

/**
 * Verbose: a fault names what its schema knows. Nothing is coerced, filled in or dropped: a body is validated as it was sent. Our
 * schemas are not validated themselves, tests do that: to compile the schema of schemas took 70 ms of the first request.
 */
const ajv = new Ajv2020({
  meta: false,
  validateSchema: false,
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

/** One validator per schema. */
const known = new WeakMap<TSchema, Validate>();

/**
 * Compiled when the first value arrives: all schemas of the API and the tools take half a second of CPU, more than the rest of
 * a start on a warm machine; one takes a few milliseconds.
 */
export function validator(schema: TSchema): Validate {
  const before = known.get(schema);
  if (before !== undefined) return before;
  let check: ValidateFunction | undefined;
  const validate: Validate = (value) => {
    check ??= ajv.compile(boundedLists(schema) as TSchema);
    return check(value) ? [] : schemaFaults(check.errors ?? []);
  };
  known.set(schema, validate);
  return validate;
}
