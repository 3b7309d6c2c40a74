import { describeUnknownMember } from '../../lib/known-words.ts';
import { MAX_LIST_VALUES, MAX_NUMBER, MAX_TEXT_CHARS, MAX_TREE_VALUES } from '../limits.ts';
import type { ParseContext } from '../parse-context.ts';

type Members = Readonly<Record<string, unknown>>;

export const isObject = (json: unknown): json is Members =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/**
 * An object with no other members than these, read through own entries only: `__proto__` is a name like any other.
 */
export function readJsonMembers(
  json: unknown,
  known: readonly string[],
  context: ParseContext,
): ReadonlyMap<string, unknown> | undefined {
  if (!isObject(json))
    return context.syntaxError('wrong_type', `Must be an object with ${known.join(', ')}.`);
  const members = new Map(Object.entries(json));
  for (const name of members.keys()) if (!known.includes(name)) reportUnknownMember(name, known, context);
  return members;
}

export function reportUnknownMember(name: string, known: readonly string[], context: ParseContext): void {
  if (context.findings.isFull) return;
  context.member(name).syntaxError('unknown_member', describeUnknownMember(name, known));
}

export function readJsonBoolean(json: unknown, context: ParseContext): boolean | undefined {
  return typeof json === 'boolean' ? json : context.syntaxError('wrong_type', 'Must be true or false.');
}

export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

export function readJsonNumber(
  json: unknown,
  context: ParseContext,
  bounds: NumberBounds = {},
): number | undefined {
  if (typeof json !== 'number') return context.syntaxError('wrong_type', 'Must be a number.');
  const { minimum = -MAX_NUMBER, maximum = MAX_NUMBER } = bounds;
  if (!Number.isFinite(json) || json < minimum || json > maximum)
    return context.error('out_of_range', `Must be a number from ${minimum} to ${maximum}.`);
  return json + 0;
}

export function readJsonText(
  json: unknown,
  context: ParseContext,
  longest = MAX_TEXT_CHARS,
): string | undefined {
  if (typeof json !== 'string') return context.syntaxError('wrong_type', 'Must be a text.');
  if (json === '') return context.error('too_short', 'Must not be empty.');
  if (json.length > longest) return context.error('too_long', `Holds more than ${longest} characters.`);
  if (json.includes('\0') || !json.isWellFormed())
    return context.error('not_storable', 'Holds characters that cannot be stored.');
  return json;
}

/** At least one value: an empty list is ambiguous. */
export function readJsonList<Value>(
  json: unknown,
  context: ParseContext,
  readOne: (json: unknown, context: ParseContext) => Value | undefined,
  maxValues = MAX_LIST_VALUES,
): readonly Value[] | undefined {
  if (!Array.isArray(json)) return context.syntaxError('wrong_type', 'Must be a list.');
  if (json.length === 0) return context.error('too_few', 'Must hold at least one value.');
  if (json.length > maxValues) return context.error('too_many', `Holds more than ${maxValues} values.`);
  context.findings.values += json.length;
  if (context.findings.values > MAX_TREE_VALUES)
    return context.error('too_many', `The lists of a tree hold more than ${MAX_TREE_VALUES} values.`);
  const values: Value[] = [];
  for (let index = 0; index < json.length && !context.findings.isFull; index += 1) {
    const value = readOne(json[index], context.entry(index));
    if (value !== undefined) values.push(value);
  }
  return values.length < json.length ? undefined : values;
}

/** A value of a closed list. */
export const wordReader = (known: readonly string[]) => {
  const words = new Set(known);
  return (json: unknown, context: ParseContext): string | undefined => {
    if (typeof json !== 'string') return context.syntaxError('wrong_type', 'Must be a text.');
    if (words.has(json)) return json;
    return context.syntaxError('unknown_value', `Must be one of: ${known.join(', ')}.`);
  };
};
