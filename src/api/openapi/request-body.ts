import { FLAT_JSON, JSON_API } from '../negotiate.ts';
import type { Route, RouteBody, Upload } from '../route.ts';
import { markMembers } from './deprecated.ts';
import { type OperationExamples, withExample } from './examples.ts';
import { componentRef, pascalCase } from './schema-node.ts';

/** A request body of an operation: a named schema, flat and in the envelope of JSON:API. */
export function requestBody(operationId: string, body: RouteBody, { request }: OperationExamples): object {
  const $ref = refOf(operationId, body);
  const wrapped = request === undefined ? undefined : envelope(body, request);
  return {
    required: true,
    content: {
      [FLAT_JSON]: withExample({ schema: { $ref } }, request),
      [JSON_API]: withExample({ schema: { $ref: `${$ref}Document` } }, wrapped),
    },
  };
}

const envelope = ({ resource }: RouteBody, attributes: unknown): object => ({
  data: { type: resource.type, attributes },
});

/** `PropertySearch` where the body has that name already, else `CreateAlertRequest` by the operation. */
function refOf(operationId: string, { schema, documented = schema }: RouteBody): string {
  const named = (documented as { $ref?: string }).$ref;
  return named ?? componentRef(`${pascalCase(operationId)}Request`);
}

/** The named schemas of a request body. */
export function requestSchemas({
  operationId,
  body,
  upload,
  deprecatedMembers = {},
}: Route): Record<string, object> {
  if (upload?.record !== undefined) return upload.record.schemas;
  if (body === undefined) return {};
  const { schema, documented = schema, resource, bare } = body;
  const $ref = refOf(operationId, body);
  const name = $ref.slice(componentRef('').length);
  const wrapped = {
    type: 'object',
    description: 'The same as a document of JSON:API.',
    required: ['data'],
    properties: {
      data: {
        type: 'object',
        required: ['type', 'attributes'],
        properties: { type: { type: 'string', const: resource.type }, attributes: { $ref } },
      },
    },
  };
  return {
    ...('$ref' in documented ? {} : { [name]: markMembers(documented, deprecatedMembers) }),
    [`${name}Document`]: bare ? { anyOf: [wrapped, { $ref }] } : wrapped,
  };
}

/** Raw bytes; where they are lines of JSON, the schema of a line stands as `contentSchema`. */
export const uploadBody = ({ mediaTypes, record }: Upload, { request }: OperationExamples): object => ({
  required: true,
  content: Object.fromEntries(
    mediaTypes.map((type) => [type, withExample({ schema: uploadSchema(record) }, request)]),
  ),
});

const uploadSchema = (record: Upload['record']): object =>
  record === undefined
    ? { type: 'string' }
    : {
        type: 'string',
        description: `Lines of JSON, each one ${record.name}.`,
        contentMediaType: 'application/json',
        contentSchema: { $ref: componentRef(record.name) },
      };
