import { mapSchemas, type SchemaNode } from './schema-node.ts';

/**
 * Schemas whose defaults are said in words. Generators read a `default` as a member that is always there, and then
 * demand it in requests. Parameters keep theirs: no generator demands those.
 */
export const describeDefaults = <Document extends object>(schemas: Document): Document =>
  mapSchemas(schemas, (schema) => ('default' in schema ? withoutDefault(schema) : schema)) as Document;

function withoutDefault({ default: value, description, ...schema }: SchemaNode): SchemaNode {
  const sentence = `Default: \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`;
  return {
    ...schema,
    description: typeof description === 'string' ? `${description} ${sentence}` : sentence,
  };
}
