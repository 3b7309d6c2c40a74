import type { Node } from '../catalogue/nodes.ts';
import type { ParseNotes } from './parse-notes.ts';

/** How a document is read where the description of the property does not say it all, by path. */
export interface FieldOverrides {
  /** Brings what a source says at a place into the shape described for it. */
  readonly prepare: ReadonlyMap<string, (value: unknown) => unknown>;
  /** Members that are described nowhere else. */
  readonly own: ReadonlyMap<string, FieldReader>;
}

type FieldReader = (value: unknown, notes: ParseNotes) => unknown;

/**
 * One place of a described document, with all that is known of it beforehand. Made once: putting paths together and looking them up for every
 * value took a quarter of reading a visit in a loop, and more beside other work.
 */
export interface CompiledField<Of extends Node = Node> {
  readonly node: Of;
  readonly path: string;
  /** Its place among those beside it. */
  readonly order: number;
  readonly prepare: ((value: unknown) => unknown) | undefined;
  readonly own: FieldReader | undefined;
  /** Of an object or what is keyed by words: its members, in the order of the description. */
  readonly members: ReadonlyMap<string, CompiledField>;
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** Of a list. */
  readonly entry: CompiledField | undefined;
}

export function compileField(node: Node, manner: FieldOverrides, at = { path: '', order: 0 }): CompiledField {
  const members = new Map(
    listMembers(node, at.path, manner).map(([name, member], order) => [
      name,
      compileField(member, manner, { path: joinPath(at.path, name), order }),
    ]),
  );
  const names = [...members.keys()];
  return {
    node,
    ...at,
    prepare: manner.prepare.get(at.path),
    own: manner.own.get(at.path),
    members,
    names,
    required: names.filter((name) => node.kind === 'object' && node.members[name]?.required),
    entry: node.kind === 'list' ? compileEntry(node.of, at, manner) : undefined,
  };
}

/** An entry stands where its list does, which was prepared as a whole. */
const compileEntry = (
  node: Node,
  at: { path: string; order: number },
  manner: FieldOverrides,
): CompiledField => ({
  ...compileField(node, manner, at),
  prepare: undefined,
});

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function listMembers(node: Node, path: string, { own }: FieldOverrides): (readonly [string, Node])[] {
  if (node.kind === 'keyed') return node.vocabulary.values.map((name) => [name, node.of] as const);
  if (node.kind !== 'object') return [];
  const described = Object.entries(node.members);
  const undescribed = [...own.keys()]
    .filter((place) => place.startsWith(`${path}.`) && !place.slice(path.length + 1).includes('.'))
    .map((place) => [place.slice(path.length + 1), UNDESCRIBED] as const);
  return [...described, ...undescribed];
}

const UNDESCRIBED: Node = { kind: 'point', description: 'Read in a manner of its own.' };
