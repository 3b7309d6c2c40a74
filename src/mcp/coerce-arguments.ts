import type { TObject } from 'typebox';

interface ArgumentSchema {
  type?: string;
  enum?: readonly unknown[];
  items?: ArgumentSchema;
}

/**
 * Corrects arguments that models write loosely when only one reading is possible: one value for a list, a
 * quoted number, a lower-case enum value. Anything else stays as it is, and the schema refuses it.
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
