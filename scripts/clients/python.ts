import { type ApiDocument, refName, type Schema } from './document.ts';
import { CLIENT_SCHEMAS, listOperations, neededSchemas, type Operation } from './operations.ts';
import { snakeCase } from './python-names.ts';

const HEADER = '# Written by `npm run generate` from openapi.json: change the routes, not this file.\n';

/** Every named schema as a type; an object inside another gets a name made of the path to it. */
export function renderPythonSchemas(document: ApiDocument): string {
  const declarations: string[] = [];
  for (const [name, schema] of neededSchemas(document, listOperations(document), CLIENT_SCHEMAS)) {
    declareNamed(name, schema, declarations);
  }
  return [
    `"""The types of the API."""\n\n${HEADER}\nfrom __future__ import annotations\n`,
    'from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union\n',
    ...declarations,
  ].join('\n');
}

function declareNamed(name: string, schema: Schema, into: string[]): void {
  if (schema.type === 'object' && schema.properties !== undefined) declareObject(name, schema, into);
  else {
    const type = renderType(schema, name, into);
    into.push(`${comment(schema)}${name}: TypeAlias = ${quoteForward(type)}\n`);
  }
}

const comment = ({ description }: Schema): string =>
  description === undefined ? '' : `# ${description.replaceAll('\n', ' ')}\n`;

/** An alias is evaluated when the module is read: what comes later is named as text. Literals are not evaluated. */
const quoteForward = (type: string): string => (type.startsWith('Literal[') ? type : JSON.stringify(type));

/** The functional form, since members may be called `in` or `from`. */
function declareObject(
  name: string,
  { properties = {}, required = [], description }: Schema,
  into: string[],
): void {
  const members = Object.entries(properties).map(([member, schema]) => {
    const type = renderType(
      schema,
      `${name}${member.charAt(0).toUpperCase()}${member.slice(1).replace(/\W/g, '')}`,
      into,
    );
    const whole = required.includes(member) ? type : `NotRequired[${type}]`;
    return `${comment(schema).replace(/^#/, '    #')}    ${JSON.stringify(member)}: ${JSON.stringify(whole)},\n`;
  });
  into.push(
    `${comment(description === undefined ? {} : { description })}${name} = TypedDict(${JSON.stringify(name)}, {\n${members.join('')}})\n`,
  );
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function renderType(schema: Schema, name: string, into: string[]): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.enum !== undefined)
    return `Literal[${schema.enum.map((one) => JSON.stringify(one)).join(', ')}]`;
  if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`;
  if (schema.anyOf !== undefined)
    return union(schema.anyOf.map((one, at) => renderType(one, `${name}${at + 1}`, into)));
  return union([schema.type ?? 'any'].flat().map((type) => renderTyped(type, schema, name, into)));
}

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`;
};

function renderTyped(type: string, schema: Schema, name: string, into: string[]): string {
  const scalar = SCALARS[type];
  if (scalar !== undefined) return scalar;
  if (type === 'array') {
    const { items, prefixItems } = schema;
    if (prefixItems !== undefined)
      return `list[${union(prefixItems.map((one) => renderType(one, `${name}Entry`, into)))}]`;
    return `list[${typeof items === 'object' ? renderType(items, `${name}Entry`, into) : 'Any'}]`;
  }
  if (type === 'object' && schema.properties !== undefined) {
    declareObject(name, schema, into);
    return name;
  }
  return type === 'object' ? 'dict[str, Any]' : 'Any';
}

/** The operations as methods, for calls that wait and for those of asyncio. */
export function renderPythonOperations(document: ApiDocument): string {
  const operations = listOperations(document);
  const body = [
    `API_VERSION = ${JSON.stringify(document.info.version)}\n`,
    `OPERATIONS: dict[str, Operation] = {\n${operations.map(renderRow).join('')}}\n\n`,
    `class Operations(Caller):\n    """Every operation of the API; each waits for its reply."""\n`,
    ...operations.map((one) => renderMethods(one, false)),
    `\nclass AsyncOperations(AsyncCaller):\n    """Every operation of the API, for asyncio."""\n`,
    ...operations.map((one) => renderMethods(one, true)),
  ].join('\n');
  return [
    `"""The operations of the API, one method each."""\n\n${HEADER}\nfrom __future__ import annotations\n`,
    'from collections.abc import AsyncIterator, Iterator',
    ...(body.includes('Any]') ? ['from typing import Any'] : []),
    '\nfrom . import _schemas as api',
    'from ._caller import AsyncCaller, Caller, Operation\n',
    body,
  ].join('\n');
}

const pythonBoolean = (value: boolean): string => (value ? 'True' : 'False');

function renderRow({ id, method, path, body, paging, file, creates, sends }: Operation): string {
  const values = [JSON.stringify(method), JSON.stringify(path)];
  const named = [
    ...(body === undefined ? [] : [`body_type=${JSON.stringify(body.type)}`]),
    ...(paging === undefined ? [] : [`paging=${JSON.stringify(paging)}`]),
    ...Object.entries({ file, creates, sends }).flatMap(([name, value]) =>
      value ? [`${name}=${pythonBoolean(value)}`] : [],
    ),
  ];
  return `    ${JSON.stringify(id)}: Operation(${[...values, ...named].join(', ')}),\n`;
}

function renderMethods(operation: Operation, isAsync: boolean): string {
  const { id, reply, file, entry, summary } = operation;
  const { signature, call } = renderArguments(operation);
  const replyType = reply !== undefined ? qualified(reply) : file ? 'bytes' : 'None';
  const [prefix, wait] = isAsync ? ['async ', 'await '] : ['', ''];
  const single =
    `    ${prefix}def ${snakeCase(id)}(${signature}) -> ${replyType}:\n        """${summary}."""\n` +
    `        return ${wait}self._call(${call})\n`;
  if (entry === undefined) return single;
  const name = snakeCase(id.replace(/^[a-z]+/, 'iter'));
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  return (
    `${single}\n    def ${name}(${signature}) -> ${iterator}[${qualified(entry)}]:\n` +
    `        """${summary}: all entries, page by page."""\n        return self._each(${call})\n`
  );
}

/** Identifiers of the path come first, then the body; the query is named. */
function renderArguments({ id, inPath, inQuery, body }: Operation): { signature: string; call: string } {
  const bodyType =
    body === undefined ? '' : body.type === 'application/json' ? qualified(body.schema) : 'str | bytes';
  const query = inQuery.map(({ name, schema, required }) => ({ name, type: qualified(schema), required }));
  const signature = [
    'self',
    ...inPath.map(({ name }) => `${snakeCase(name)}: str`),
    ...(body === undefined ? [] : [`body: ${bodyType}`]),
    ...(query.length > 0 ? ['*'] : []),
    ...query.map(
      ({ name, type, required }) => `${snakeCase(name)}: ${type}${required ? '' : ' | None = None'}`,
    ),
  ].join(', ');
  const pairs = (names: readonly string[]): string =>
    `{${names.map((name) => `${JSON.stringify(name)}: ${snakeCase(name)}`).join(', ')}}`;
  const call = [
    JSON.stringify(id),
    pairs(inPath.map(({ name }) => name)),
    pairs(query.map(({ name }) => name)),
    ...(body === undefined ? [] : ['body']),
  ].join(', ');
  return { signature, call };
}

function qualified(schema: Schema): string {
  const names: string[] = [];
  const type = renderType(schema, 'dict[str, Any]', names);
  const refs = new Set(
    JSON.stringify(schema)
      .matchAll(/"\$ref":"[^"]*\/(\w+)"/g)
      .map(([, name]) => name ?? ''),
  );
  const known =
    names.length > 0
      ? 'dict[str, Any]'
      : type.replace(/^Union\[(.*)\]$/, (_, inner: string) => inner.split(', ').join(' | '));
  return [...refs].reduce(
    (text, name) => text.replace(new RegExp(`(?<![\\w."])${name}(?![\\w"])`, 'g'), `api.${name}`),
    known,
  );
}
