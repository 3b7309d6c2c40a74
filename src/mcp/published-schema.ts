import type { TObject } from 'typebox';
import { isObject } from '../lib/is-object.ts';

/** What a model reads of a schema. Bounds and formats are checked by the parser, whose messages say more. */
const PUBLISHED_KEYWORDS = new Set([
  'type',
  'enum',
  'description',
  'properties',
  'items',
  'required',
  'anyOf',
]);
/** Keywords whose members are names, not keywords. */
const NAMED = new Set(['properties']);
/** Of an argument that is published briefly, a longer list of values is left to the fault that names them. */
const MAX_BRIEF_VALUES = 4;

/**
 * The schema of a tool's arguments as `tools/list` has it. Every client reads that list before its first question, so
 * each word of it costs tokens in every conversation. `brief` names arguments that another tool describes, or that
 * speak for themselves: they have their type alone.
 */
export function publishInput(input: TObject, brief: ReadonlySet<string>): object {
  const { required } = input as { required?: readonly string[] };
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(input.properties).map(([name, schema]) => [
        name,
        brief.has(name) ? publishBriefly(schema) : publish(schema),
      ]),
    ),
    ...(required === undefined || required.length === 0 ? {} : { required }),
  };
}

/** The description of an argument says what its parts mean. */
function publish(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => publish(one, true));
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([name]) => PUBLISHED_KEYWORDS.has(name) && !(isPart && name === 'description'),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      NAMED.has(name) && isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, publish(inner, true)]))
        : publish(value, true),
    ]),
  );
}

function publishBriefly(schema: unknown): object {
  const {
    type,
    enum: values,
    items,
  } = (isObject(schema) ? schema : {}) as {
    type?: unknown;
    enum?: readonly unknown[];
    items?: unknown;
  };
  return {
    ...(type === undefined ? {} : { type }),
    ...(values !== undefined && values.length <= MAX_BRIEF_VALUES ? { enum: values } : {}),
    ...(items === undefined ? {} : { items: publishBriefly(items) }),
  };
}

/** A model reads the answer itself, and programs the documentation: the list only says that there is one. */
export const publishOutput = (): object => ({ type: 'object' });
