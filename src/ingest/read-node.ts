import type { Node } from '../catalogue/nodes.ts';
import type { VocabularyName } from '../catalogue/vocabularies.ts';
import type { Notes } from './notes.ts';
import { numberFrom } from './numbers.ts';
import { type Place, readChoice, readFlag, readNumber, readText, readTime } from './read-scalar.ts';
import { ourWord } from './translate.ts';

type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;
type Block = Readonly<Record<string, unknown>>;

/** A place in a document, and how that document is read where the description of the property does not say it all. */
export interface ReadingPlace extends Place {
  /** Brings what a source says at a place into the shape described for it. */
  readonly prepare: (path: string, value: unknown) => unknown;
  /** Members that are described nowhere else, by their path. */
  readonly own: ReadonlyMap<string, (value: unknown, notes: Notes) => unknown>;
}

const MOST_ENTRIES = 500;
/** The member that a bare figure or word stands for: charges of 120 are their amount, a picture its address. */
const POINT_OF_BLOCK = {
  figure: ['amount', 'displayed', 'value', 'total'],
  word: ['rating', 'url'],
};

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const inside = ({ path, notes, prepare, own }: ReadingPlace, name: string): ReadingPlace => ({
  path: path === '' ? name : `${path}.${name}`,
  notes,
  prepare,
  own,
});

/** What a value says where the node stands, or undefined: what is unknown is left out and told. */
export const readNode = (node: Node, value: unknown, place: ReadingPlace): unknown =>
  readPrepared(node, place.prepare(place.path, value), place);

function readPrepared(node: Node, given: unknown, place: ReadingPlace): unknown {
  if (isEmpty(given)) return undefined;
  switch (node.kind) {
    case 'text':
      return readText(node, given, place);
    case 'number':
    case 'integer':
      return readNumber(node, given, place);
    case 'flag':
      return readFlag(given, place);
    case 'date':
    case 'timestamp':
      return readTime(node.kind, given, place);
    case 'choice':
      return readChoice(node, given, place);
    case 'list':
      return readList(node, given, place);
    case 'keyed':
      return readKeyed(node, given, place);
    case 'object':
      return readObject(node, given, place);
    case 'point':
      return place.notes.leave(place.path, 'unknown member', given);
  }
}

function readObject(node: NodeOf<'object'>, value: unknown, place: ReadingPlace): unknown {
  const block = isBlock(value) ? value : blockAround(node, value);
  if (block === undefined) return place.notes.leave(place.path, 'unknown value', value);
  const read: Record<string, unknown> = {};
  for (const name of Object.keys(block)) {
    const known = readMember(node, name, { value: block[name], place: inside(place, name) });
    if (known !== undefined) read[name] = known;
  }
  const complete = requiredOf(node).every((name) => Object.hasOwn(read, name));
  const isRoot = place.path === '';
  return complete && (isRoot || saysSomething(read)) ? read : undefined;
}

/** What an amount is in says nothing without the amount. */
const saysSomething = (block: Block): boolean => {
  for (const name in block) if (!UNIT_MEMBERS.has(name)) return true;
  return false;
};
const UNIT_MEMBERS: ReadonlySet<string> = new Set(['unit', 'currency', 'frequency']);

const requiredNames = new WeakMap<object, readonly string[]>();

function requiredOf({ members }: NodeOf<'object'>): readonly string[] {
  const known = requiredNames.get(members);
  if (known !== undefined) return known;
  const names = Object.keys(members).filter((name) => members[name]?.required);
  requiredNames.set(members, names);
  return names;
}

function readMember(
  { members }: NodeOf<'object'>,
  name: string,
  { value, place }: { value: unknown; place: ReadingPlace },
): unknown {
  const own = place.own.get(place.path);
  if (own !== undefined) return isEmpty(value) ? undefined : own(value, place.notes);
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  return member === undefined
    ? place.notes.leave(place.path, 'unknown member', value)
    : readNode(member, value, place);
}

function blockAround({ members }: NodeOf<'object'>, value: unknown): Block | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const isFigure = typeof value === 'number' || numberFrom(value) !== undefined;
  const point = POINT_OF_BLOCK[isFigure ? 'figure' : 'word'].find((name) => Object.hasOwn(members, name));
  return point === undefined ? undefined : { [point]: value };
}

/** One entry may come without a list around it. None at all is a statement; none that is understood is not. */
function readList(node: NodeOf<'list'>, value: unknown, place: ReadingPlace): unknown {
  const entries = Array.isArray(value) ? value : separated(node, value);
  if (entries.length > MOST_ENTRIES) place.notes.leave(place.path, 'out of range', entries.length);
  const read = entries
    .slice(0, MOST_ENTRIES)
    .map((entry) => readPrepared(node.of, entry, place))
    .filter((entry) => entry !== undefined);
  return read.length > 0 || entries.length === 0 ? [...new Set(read)] : undefined;
}

/** Words of a list in one text: "Sud, Ouest", "nord-est / sud-ouest", "traversant est-ouest". */
function separated({ of }: NodeOf<'list'>, value: unknown): unknown[] {
  if (of.kind !== 'choice' || typeof value !== 'string') return [value];
  const name = of.vocabulary.name as VocabularyName;
  return value.split(/[,;/|+&]/).flatMap((part) => {
    const words = part.split(/[\s-]+/).filter((word) => word !== '');
    const apart =
      ourWord(name, part) === undefined && words.some((word) => ourWord(name, word) !== undefined);
    return apart ? words : [part];
  });
}

/** By name, or as a list of entries that name themselves by `type`. */
function readKeyed(node: NodeOf<'keyed'>, value: unknown, place: ReadingPlace): unknown {
  const entries: [unknown, unknown][] = Array.isArray(value)
    ? value.filter(isBlock).map(({ type, ...rest }) => [type, rest])
    : isBlock(value)
      ? Object.entries(value)
      : [];
  const read = entries.flatMap(([key, entry]) => {
    const name = typeof key === 'string' ? ourWord(node.vocabulary.name as VocabularyName, key) : undefined;
    if (name === undefined)
      return place.notes.leave(`${place.path}.${String(key)}`, 'unknown member', entry) ?? [];
    const known = readNode(node.of, entry, inside(place, name));
    return known === undefined ? [] : [[name, known] as const];
  });
  return read.length > 0 ? Object.fromEntries(read) : undefined;
}
