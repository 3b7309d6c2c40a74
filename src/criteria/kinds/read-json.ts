import { nearest } from '../../lib/nearest.ts';
import type { Here } from '../fault.ts';
import { MAX_LIST_VALUES, MAX_NUMBER, MAX_TEXT_CHARS } from '../limits.ts';

type Members = Readonly<Record<string, unknown>>;

export const isObject = (json: unknown): json is Members =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** An object with no other members than these, read through own entries alone: `__proto__` is a name like any other. */
export function readMembers(
  json: unknown,
  known: readonly string[],
  here: Here,
): ReadonlyMap<string, unknown> | undefined {
  if (!isObject(json)) return here.refuse('wrong_type', `Must be an object with ${known.join(', ')}.`);
  const members = new Map(Object.entries(json));
  for (const name of members.keys()) if (!known.includes(name)) unknownMember(name, known, here);
  return members;
}

export function unknownMember(name: string, known: readonly string[], here: Here): void {
  if (here.found.isFull) return;
  const meant = nearest(name, known);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name;
  here.member(name).refuse('unknown_member', `There is no member called "${shown}".${hint}`);
}

export function readBoolean(json: unknown, here: Here): boolean | undefined {
  return typeof json === 'boolean' ? json : here.refuse('wrong_type', 'Must be true or false.');
}

export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

export function readNumber(json: unknown, here: Here, bounds: Bounds = {}): number | undefined {
  if (typeof json !== 'number') return here.refuse('wrong_type', 'Must be a number.');
  const { minimum = -MAX_NUMBER, maximum = MAX_NUMBER } = bounds;
  if (!Number.isFinite(json) || json < minimum || json > maximum)
    return here.breach('out_of_range', `Must be a number from ${minimum} to ${maximum}.`);
  return json + 0;
}

export function readText(json: unknown, here: Here, longest = MAX_TEXT_CHARS): string | undefined {
  if (typeof json !== 'string') return here.refuse('wrong_type', 'Must be a text.');
  if (json === '') return here.breach('too_short', 'Must not be empty.');
  if (json.length > longest) return here.breach('too_long', `Holds more than ${longest} characters.`);
  if (json.includes('\0') || !json.isWellFormed())
    return here.breach('not_storable', 'Holds characters that cannot be stored.');
  return json;
}

/** At least one value: an empty list would ask for nothing, or for everything, and nobody can tell which. */
export function readList<Value>(
  json: unknown,
  here: Here,
  readOne: (json: unknown, here: Here) => Value | undefined,
  most = MAX_LIST_VALUES,
): readonly Value[] | undefined {
  if (!Array.isArray(json)) return here.refuse('wrong_type', 'Must be a list.');
  if (json.length === 0) return here.breach('too_few', 'Must hold at least one value.');
  if (json.length > most) return here.breach('too_many', `Holds more than ${most} values.`);
  const values: Value[] = [];
  for (let index = 0; index < json.length && !here.found.isFull; index += 1) {
    const value = readOne(json[index], here.entry(index));
    if (value !== undefined) values.push(value);
  }
  return values.length < json.length ? undefined : values;
}

/** A word of a closed list; the position tells which lists stand beside the vocabulary. */
export const readWord = (known: readonly string[]) => {
  const words = new Set(known);
  return (json: unknown, here: Here): string | undefined => {
    if (typeof json !== 'string') return here.refuse('wrong_type', 'Must be a text.');
    if (words.has(json)) return json;
    return here.refuse('unknown_value', `Must be one of: ${known.join(', ')}.`);
  };
};
