import { isObject } from '../lib/is-object.ts';

/** For a list whose schema has no limit: as many entries as a list of criteria may have. */
const MAX_ENTRIES = 10_000;

/** Keywords whose values are no schemas. */
const NOT_SCHEMAS: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'default',
  'examples',
  'required',
  'description',
]);

/**
 * The same schema for a validator that collects every fault: entries of a list are checked only when the list
 * is within its limit. Otherwise a list of half a million wrong words would yield half a million faults
 * besides the one for its length.
 */
export function boundedLists(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(boundedLists);
  if (!isObject(schema)) return schema;
  const read = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      NOT_SCHEMAS.has(name) ? value : boundedLists(value),
    ]),
  );
  const { items, maxItems = MAX_ENTRIES, ...rest } = read;
  if (schema['type'] !== 'array' || items === undefined) return read;
  return { ...rest, maxItems, if: { minItems: Number(maxItems) + 1 }, else: { items } };
}
