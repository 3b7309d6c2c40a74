import { isObject } from '../../lib/is-object.ts';

/** A schema, or any other object of an OpenAPI document, as plain JSON. */
export type SchemaNode = { readonly [keyword: string]: unknown };

/** A value of an OpenAPI document with each schema in it replaced, the innermost first. */
export function mapSchemas(value: unknown, change: (schema: SchemaNode) => SchemaNode): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapSchemas(entry, change));
  if (!isObject(value)) return value;
  const mapped: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const inner = value[name];
    if (isMemberTable(name)) mapped[name] = mapTable(inner, change);
    else mapped[name] = isData(name) ? inner : mapSchemas(inner, change);
  }
  return change(mapped);
}

/** Keywords whose members have names of ours, which may be those of keywords: a property may be called `default`. */
const isMemberTable = (name: string): boolean => name === 'properties' || name === 'patternProperties';

/** Keywords whose values are data, not schemas. */
const isData = (name: string): boolean => DATA_KEYWORDS.has(name);
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

function mapTable(table: unknown, change: (schema: SchemaNode) => SchemaNode): unknown {
  if (!isObject(table)) return table;
  const mapped: Record<string, unknown> = {};
  for (const name of Object.keys(table)) mapped[name] = mapSchemas(table[name], change);
  return mapped;
}

export const componentRef = (name: string): string => `#/components/schemas/${name}`;

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
