import type { TObject } from 'typebox';

interface ArgumentSchema {
  type?: string;
  enum?: readonly unknown[];
  items?: ArgumentSchema;
}

/**
 * Arguments as models write them, where only one thing can be meant: one value where a list is asked, a number in quotes, a word of a
 * closed list in small letters. All else is left as it is, for the schema to refuse.
 */
export function coerceArguments(input: TObject, args: object): object {
  const read = Object.entries(args).map(([name, value]) => {
    const kind = input.properties[name] as ArgumentSchema | undefined;
    return [name, kind === undefined ? value : coerceValue(kind, value)] as const;
  });
  return Object.fromEntries(read);
}

function coerceValue(kind: ArgumentSchema, value: unknown): unknown {
  if (kind.type === 'array') {
    const list = typeof value === 'string' ? [value] : value;
    return Array.isArray(list) ? list.map((one) => coerceValue(kind.items ?? {}, one)) : value;
  }
  if (typeof value !== 'string') return value;
  if (kind.type === 'number' || kind.type === 'integer')
    return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  const word = value.trim().toUpperCase().replaceAll(/[ -]/g, '_');
  return kind.enum?.includes(word) === true ? word : value;
}
