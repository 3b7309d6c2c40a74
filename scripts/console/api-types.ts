import type { Schema } from '../clients/document.ts';
export interface ApiDocument {
  components: { schemas: Readonly<Record<string, Schema>> };
  paths: Readonly<Record<string, unknown>>;
}

/** Schemas of which the catalogue has the type. */
const CATALOGUE_TYPES: Readonly<Record<string, string>> = {
  PropertyResult: 'PropertyResult',
  Property: 'ConsolidatedProperty',
};
/**
 * Schemas that are not written out. The console handles criteria as plain JSON; of a search reply it reads neither what is
 * included nor the body of the next request.
 */
const OPAQUE_TYPES: Readonly<Record<string, string>> = {
  Criteria: 'Readonly<Record<string, unknown>>',
  PropertySearch: 'unknown',
  IncludedListing: 'unknown',
  IncludedPublisher: 'unknown',
  IncludedPropertyPublisher: 'unknown',
  IncludedSource: 'unknown',
};

const HEADER = `// Written by \`npm run generate\` from an OpenAPI document: change the routes, not this file.\n`;

export interface TypeSelection {
  /** Component schemas the console reads; what they refer to is added. */
  schemas: readonly string[];
  /** Paths whose flat reply is no component, by the name its type gets. */
  replies?: Readonly<Record<string, string>>;
}

/** TypeScript types of the replies the console reads, named after their schema with `Json` behind. */
export function renderApiTypes(document: ApiDocument, { schemas, replies = {} }: TypeSelection): string {
  const written = new Map<string, string>();
  const catalogueTypes = new Set<string>();
  const waiting = [...schemas];
  const refer = (name: string): string => {
    const imported = CATALOGUE_TYPES[name];
    if (imported !== undefined) catalogueTypes.add(imported);
    const known = imported ?? OPAQUE_TYPES[name];
    if (known === undefined) waiting.push(name);
    return known ?? `${name}Json`;
  };
  for (const [name, path] of Object.entries(replies)) {
    written.set(name, declare(name, readFlatReply(document, path), refer));
  }
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const schema = document.components.schemas[name];
    if (schema === undefined) throw new Error(`the document has no schema ${name}`);
    if (!written.has(name)) written.set(name, declare(name, schema, refer));
  }
  const imports = `import type { ${[...catalogueTypes].sort().join(', ')} } from '../../../catalogue/document.ts';\n`;
  const types = [...written].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  return [HEADER + (catalogueTypes.size > 0 ? imports : ''), ...types].join('\n');
}

type Refer = (name: string) => string;

/** One line a member; what is nested stays on the line of its member. */
function declare(name: string, schema: Schema, refer: Refer): string {
  if (schema.properties === undefined) return `export type ${name}Json = ${renderType(schema, refer)};\n`;
  return `export interface ${name}Json {\n${renderMembers(schema, refer)
    .map((member) => `  ${member};\n`)
    .join('')}}\n`;
}

function renderMembers(
  { properties = {}, required = [], patternProperties }: Schema,
  refer: Refer,
): string[] {
  const members = Object.entries(properties).map(
    ([name, schema]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${renderType(schema, refer)}`,
  );
  const open = Object.values(patternProperties ?? {}).map(
    (schema) => `readonly [name: string]: ${renderType(schema, refer)}`,
  );
  return [...members, ...open];
}

function renderType(schema: Schema, refer: Refer): string {
  if (schema.$ref !== undefined) return refer(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
  if (schema.enum !== undefined) return schema.enum.map(renderLiteral).join(' | ');
  if (schema.const !== undefined) return renderLiteral(schema.const);
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((one) => renderType(one, refer)))].join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => renderTyped(type, schema, refer))
    .join(' | ');
}

function renderTyped(type: string, schema: Schema, refer: Refer): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return renderArray(schema, refer);
  if (type !== 'object') return type;
  const members = renderMembers(schema, refer);
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  const { additionalProperties } = schema;
  const value =
    typeof additionalProperties === 'object' ? renderType(additionalProperties, refer) : 'unknown';
  return `Readonly<Record<string, ${value}>>`;
}

function renderArray({ items, prefixItems }: Schema, refer: Refer): string {
  if (prefixItems !== undefined)
    return `readonly [${prefixItems.map((one) => renderType(one, refer)).join(', ')}]`;
  const item = typeof items === 'object' ? renderType(items, refer) : 'unknown';
  return item.includes(' | ') || item.startsWith('readonly ') ? `readonly (${item})[]` : `readonly ${item}[]`;
}

const renderLiteral = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

function readFlatReply({ paths }: ApiDocument, path: string): Schema {
  const route = paths[path] as
    | { get: { responses: { 200: { content: { 'application/json': { schema: Schema } } } } } }
    | undefined;
  if (route === undefined) throw new Error(`the document has no path ${path}`);
  return route.get.responses[200].content['application/json'].schema;
}
