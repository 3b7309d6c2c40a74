/** A schema, or any other object of an OpenAPI document, as plain JSON. */
export type SchemaNode = { readonly [keyword: string]: unknown };

/** A value of an OpenAPI document with each schema in it replaced, the innermost first. */
export function mapSchemas(value: unknown, change: (schema: SchemaNode) => SchemaNode): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapSchemas(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  const mapped = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isMemberTable(name) ? mapTable(inner, change) : isData(name) ? inner : mapSchemas(inner, change),
    ]),
  );
  return change(mapped);
}

/** Keywords whose members have names of ours, which may be those of keywords: a property may be called `default`. */
const isMemberTable = (name: string): boolean => name === 'properties' || name === 'patternProperties';

/** Keywords whose values are data, not schemas. */
const isData = (name: string): boolean => ['example', 'examples', 'default', 'enum', 'const'].includes(name);

function mapTable(table: unknown, change: (schema: SchemaNode) => SchemaNode): unknown {
  if (typeof table !== 'object' || table === null) return table;
  return Object.fromEntries(
    Object.entries(table).map(([name, schema]) => [name, mapSchemas(schema, change)]),
  );
}

export const componentRef = (name: string): string => `#/components/schemas/${name}`;

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
