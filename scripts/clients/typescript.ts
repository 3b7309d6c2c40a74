import { type ApiDocument, refName, type Schema } from './document.ts';
import {
  CLIENT_SCHEMAS,
  listOperations,
  neededSchemas,
  type Operation,
  type Parameter,
} from './operations.ts';

const HEADER = '// Written by `npm run generate` from openapi.json: change the routes, not this file.\n';

/** Every named schema as a type. */
export function renderTypeScriptSchemas(document: ApiDocument): string {
  const needed = neededSchemas(document, listOperations(document), CLIENT_SCHEMAS);
  return [HEADER, ...needed.map(([name, schema]) => declare(name, schema))].join('\n');
}

function declare(name: string, schema: Schema): string {
  const type = renderType(schema, '');
  const isInterface = schema.type === 'object' && type.startsWith('{');
  return `${comment(schema, '')}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;
}

const comment = ({ description }: Schema, indent: string): string =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`;

function renderType(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map(renderLiteral).join(' | ');
  if (schema.const !== undefined) return renderLiteral(schema.const);
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((one) => renderType(one, indent)))].join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => renderTyped(type, schema, indent))
    .join(' | ');
}

function renderTyped(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return renderArray(schema, indent);
  if (type !== 'object') return type;
  const members = renderMembers(schema, `${indent}  `);
  if (members !== '') return `{\n${members}${indent}}`;
  const { additionalProperties } = schema;
  const value =
    typeof additionalProperties === 'object' ? renderType(additionalProperties, indent) : 'unknown';
  return `Record<string, ${value}>`;
}

function renderMembers(
  { properties = {}, required = [], patternProperties = {} }: Schema,
  indent: string,
): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema, indent)}${indent}${key}${mark}: ${renderType(schema, indent)};\n`;
  });
  const open = Object.values(patternProperties).map(
    (schema) => `${indent}[name: string]: ${renderType(schema, indent)};\n`,
  );
  return [...members, ...open].join('');
}

function renderArray({ items, prefixItems }: Schema, indent: string): string {
  if (prefixItems !== undefined) return `[${prefixItems.map((one) => renderType(one, indent)).join(', ')}]`;
  const entry = typeof items === 'object' ? renderType(items, indent) : 'unknown';
  return /[|&]/.test(entry) ? `(${entry})[]` : `${entry}[]`;
}

const renderLiteral = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

/** The routes as data, and the types of each. */
export function renderTypeScriptOperations(document: ApiDocument): string {
  const operations = listOperations(document);
  const rows = operations.map((one) => `  ${one.id}: ${renderRow(one)},\n`).join('');
  return [
    HEADER,
    `import type * as Api from './schemas.ts';\nimport type { OperationRow } from '../operation.ts';\n`,
    `/** The version of the API that this client is made for. */\nexport const API_VERSION = '${document.info.version}';\n`,
    `export const operations = {\n${rows}} as const satisfies Record<string, OperationRow>;\n`,
    `/** What each operation takes and answers. */\nexport interface Operations {\n${operations.map(renderTypes).join('')}}\n`,
  ].join('\n');
}

function renderRow(operation: Operation): string {
  const { method, path, inPath, inQuery, body, file, creates, sends, paging } = operation;
  const [inItsPath, query] = [inPath.length > 0, inQuery.length > 0];
  const members = { method, path, ...(body && { body: body.type }), ...(paging && { paging }) };
  const flags = {
    ...(inItsPath && { inPath: true }),
    ...(query && { inQuery: true }),
    ...(file && { file }),
    ...(creates && { creates }),
    ...(sends && { sends }),
  };
  const texts = Object.entries({ ...members, ...flags }).map(
    ([name, value]) => `${name}: ${renderLiteral(value)}`,
  );
  return `{ ${texts.join(', ')} }`;
}

function renderTypes(operation: Operation): string {
  const { id, summary, inPath, inQuery, body, reply, file, entry } = operation;
  const qualified = (schema: Schema): string => qualify(renderType(schema, '    '), schema);
  const renderAll = (name: string, parameters: readonly Parameter[]): string =>
    parameters.length === 0
      ? ''
      : `    ${name}: {\n${parameters.map((one) => renderParameter(one, qualified)).join('')}    };\n`;
  const lines = [
    renderAll('path', inPath),
    renderAll('query', inQuery),
    body === undefined
      ? ''
      : `    body: ${body.type === 'application/json' ? qualified(body.schema) : 'string'};\n`,
    `    reply: ${reply !== undefined ? qualified(reply) : file ? 'Uint8Array' : 'void'};\n`,
    entry === undefined ? '' : `    entry: ${qualified(entry)};\n`,
  ];
  return `  /** ${summary}. */\n  ${id}: {\n${lines.join('')}  };\n`;
}

function renderParameter(
  { name, required, description, schema }: Parameter,
  type: (of: Schema) => string,
): string {
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  const about = comment(description === undefined ? {} : { description }, '      ');
  return `${about}      ${key}${required ? '' : '?'}: ${type(schema)};\n`;
}

/** Names of schemas stand in another file. */
function qualify(type: string, schema: Schema): string {
  const names = new Set(
    JSON.stringify(schema)
      .matchAll(/"\$ref":"[^"]*\/(\w+)"/g)
      .map(([, name]) => name ?? ''),
  );
  return [...names].reduce(
    (text, name) => text.replace(new RegExp(`(?<![\\w.'])${name}(?![\\w'])`, 'g'), `Api.${name}`),
    type,
  );
}

/** The filters of criteria whose value is a list, by their path: the builder takes their entries as arguments. */
export function renderListFilters({ components }: ApiDocument): string {
  const paths = listPaths(components.schemas['CriteriaLeaf'] ?? {}, []).map((path) => `  '${path}',\n`);
  return `${HEADER}\nexport const LIST_FILTERS: ReadonlySet<string> = new Set([\n${paths.join('')}]);\n`;
}

function listPaths({ properties = {}, anyOf = [] }: Schema, path: readonly string[]): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) =>
    schema.type === 'array' ? [[...path, name].join('.')] : listPaths(schema, [...path, name]),
  );
  return [...own, ...anyOf.flatMap((one) => listPaths(one, path))];
}
