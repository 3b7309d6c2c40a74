type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a list whose schema names no limit: as many as one list of criteria may hold. */
const MAX_ENTRIES = 10_000;

/** Members of a schema that hold texts and values rather than schemas. */
const NOT_SCHEMAS: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'default',
  'examples',
  'required',
  'description',
]);

/**
 * The same schema, for a validator that collects every fault: it looks at the entries of a list only when there are not too many of them. Else a
 * list of half a million wrong words would have half a million faults before anybody is told that it is too long.
 */
export function boundedLists(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(boundedLists);
  if (!isRecord(schema)) return schema;
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
