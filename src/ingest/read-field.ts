import type { Node } from '../catalogue/nodes.ts';
import type { VocabularyName } from '../catalogue/vocabularies.ts';
import { isObject } from '../lib/is-object.ts';
import type { CompiledField } from './compiled-field.ts';
import { parseNumber } from './numbers.ts';
import type { ParseNotes } from './parse-notes.ts';
import {
  readChoiceValue,
  readFlagValue,
  readNumberValue,
  readTextValue,
  readTimeValue,
} from './read-scalar.ts';
import { translateWord } from './translate.ts';

type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;
type JsonObject = Readonly<Record<string, unknown>>;

const MAX_LIST_ENTRIES = 500;
/** The member that a bare figure or word sets: charges of 120 are their amount, a picture is its URL. */
const SCALAR_MEMBERS = {
  figure: ['amount', 'displayed', 'value', 'total'],
  word: ['rating', 'url'],
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Reads a value at a field. Unknown values give undefined and are noted. */
export function readField(field: CompiledField, value: unknown, notes: ParseNotes): unknown {
  if (field.own !== undefined) return isEmpty(value) ? undefined : field.own(value, notes);
  return readPrepared(field, field.prepare === undefined ? value : (field.prepare(value) ?? value), notes);
}

function readPrepared(field: CompiledField, given: unknown, notes: ParseNotes): unknown {
  if (isEmpty(given)) return undefined;
  const { node, path } = field;
  switch (node.kind) {
    case 'text':
      return readTextValue(node, given, path, notes);
    case 'number':
    case 'integer':
      return readNumberValue(node, given, path, notes);
    case 'flag':
      return readFlagValue(given, path, notes);
    case 'date':
    case 'timestamp':
      return readTimeValue(node.kind, given, path, notes);
    case 'choice':
      return readChoiceValue(node, given, path, notes);
    case 'list':
      return readList(field as CompiledField<NodeOf<'list'>>, given, notes);
    case 'keyed':
      return readKeyed(field as CompiledField<NodeOf<'keyed'>>, given, notes);
    case 'object':
      return readObject(field as CompiledField<NodeOf<'object'>>, given, notes);
    case 'point':
      return notes.ignore(path, 'unknown member', given);
  }
}

/** Members are put into the order of the catalogue, so that equal content serializes equally. */
function readObject(field: CompiledField<NodeOf<'object'>>, value: unknown, notes: ParseNotes): unknown {
  const { node, path, members, names, required } = field;
  const object = isObject(value) ? value : wrapScalar(node, value);
  if (object === undefined) return notes.ignore(path, 'unknown value', value);
  const known = new OrderedValues();
  for (const name of Object.keys(object)) {
    const member = members.get(name);
    if (member === undefined)
      notes.ignore(path === '' ? name : `${path}.${name}`, 'unknown member', object[name]);
    else known.set(member.order, readField(member, object[name], notes));
  }
  const read = known.toObject(names);
  const complete = required.every((name) => Object.hasOwn(read, name));
  const isRoot = path === '';
  return complete && (isRoot || hasContent(read)) ? read : undefined;
}

/** Values by the positions of their members. An object gets each member once: that costs more than to sort the few. */
class OrderedValues {
  readonly #orders: number[] = [];
  readonly #values: unknown[] = [];

  /** A value that is undefined does not replace another. */
  set(order: number, value: unknown): void {
    if (value === undefined) return;
    const [orders, values] = [this.#orders, this.#values];
    let at = orders.length;
    while (at > 0 && (orders[at - 1] ?? 0) > order) at -= 1;
    if (at > 0 && orders[at - 1] === order) values[at - 1] = value;
    else if (at === orders.length) {
      orders.push(order);
      values.push(value);
    } else {
      orders.splice(at, 0, order);
      values.splice(at, 0, value);
    }
  }

  toObject(names: readonly string[]): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (let at = 0; at < this.#orders.length; at += 1)
      object[names[this.#orders[at] ?? 0] ?? ''] = this.#values[at];
    return object;
  }
}

/** A unit, currency or frequency without an amount is no content. */
const hasContent = (object: JsonObject): boolean => {
  for (const name in object) if (!UNIT_MEMBERS.has(name)) return true;
  return false;
};
const UNIT_MEMBERS: ReadonlySet<string> = new Set(['unit', 'currency', 'frequency']);

function wrapScalar({ members }: NodeOf<'object'>, value: unknown): JsonObject | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const isFigure = typeof value === 'number' || parseNumber(value) !== undefined;
  const main = SCALAR_MEMBERS[isFigure ? 'figure' : 'word'].find((name) => Object.hasOwn(members, name));
  return main === undefined ? undefined : { [main]: value };
}

/** A single entry may be given without a list. An empty list is a statement; a list of unknown entries is undefined. */
function readList(
  { node, path, entry }: CompiledField<NodeOf<'list'>>,
  value: unknown,
  notes: ParseNotes,
): unknown {
  const entries = Array.isArray(value) ? value : splitListText(node, value);
  if (entries.length > MAX_LIST_ENTRIES) notes.ignore(path, 'out of range', entries.length);
  const read = new Set<unknown>();
  for (const given of entries.slice(0, MAX_LIST_ENTRIES)) {
    const known = entry === undefined ? undefined : readPrepared(entry, given, notes);
    if (known !== undefined) read.add(known);
  }
  return read.size > 0 || entries.length === 0 ? [...read] : undefined;
}

/** Splits a list given as one text: "Sud, Ouest", "nord-est / sud-ouest", "traversant est-ouest". */
function splitListText({ of }: NodeOf<'list'>, value: unknown): unknown[] {
  if (of.kind !== 'choice' || typeof value !== 'string') return [value];
  const name = of.vocabulary.name as VocabularyName;
  return value.split(/[,;/|+&]/).flatMap((part) => {
    const words = part.split(/[\s-]+/).filter((word) => word !== '');
    const isSplit =
      translateWord(name, part) === undefined &&
      words.some((word) => translateWord(name, word) !== undefined);
    return isSplit ? words : [part];
  });
}

/** Given as an object by name, or as a list of entries with a `type`. */
function readKeyed(field: CompiledField<NodeOf<'keyed'>>, value: unknown, notes: ParseNotes): unknown {
  const { node, path, members, names } = field;
  const entries: [unknown, unknown][] = Array.isArray(value)
    ? value.filter(isObject).map(({ type, ...rest }) => [type, rest])
    : isObject(value)
      ? Object.entries(value)
      : [];
  const known = new OrderedValues();
  for (const [key, entry] of entries) {
    const name =
      typeof key === 'string' ? translateWord(node.vocabulary.name as VocabularyName, key) : undefined;
    const member = name === undefined ? undefined : members.get(name);
    if (member === undefined) notes.ignore(`${path}.${String(key)}`, 'unknown member', entry);
    else known.set(member.order, readField(member, entry, notes));
  }
  const read = known.toObject(names);
  return Object.keys(read).length > 0 ? read : undefined;
}
