import type { TSchema } from 'typebox';
import { JSON_API } from '../negotiate.ts';
import type { Route } from '../route.ts';
import { componentRef, pascalCase } from './schema-node.ts';

const isObject = (schema: TSchema): boolean => (schema as { type?: string }).type === 'object';

const replyName = (operationId: string, mediaType: string): string =>
  `${pascalCase(operationId)}Reply${mediaType === JSON_API ? 'Document' : ''}`;

/** A reply that is no resource: an object gets the name of its operation, anything else stays where it is. */
export const replySchema = (operationId: string, mediaType: string, schema: TSchema): object =>
  isObject(schema) ? { $ref: componentRef(replyName(operationId, mediaType)) } : schema;

/** The named schemas of such replies. */
export const replySchemas = ({ operationId, answers }: Route): Record<string, object> =>
  Object.fromEntries(
    answers
      .flatMap(({ content = {} }) => Object.entries(content))
      .filter(([, schema]) => isObject(schema))
      .map(([mediaType, schema]) => [replyName(operationId, mediaType), schema]),
  );
