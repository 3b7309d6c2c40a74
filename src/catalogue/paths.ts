import { propertyResult } from './attributes/property-result.ts';
import type { Consolidation } from './consolidation.ts';
import type { Node } from './nodes.ts';
import type { Vocabulary } from './vocabulary.ts';

type PathsBelow<N, Path extends string> =
  | Path
  | (N extends { kind: 'object'; members: infer Members }
      ? PathsInside<Members, `${Path}.`>
      : N extends { kind: 'keyed'; vocabulary: Vocabulary<infer Value>; of: infer Of }
        ? PathsInside<{ [Name in Value]: Of }, `${Path}.`>
        : N extends { kind: 'list'; of: infer Of }
          ? PathsBelow<Of, `${Path}[]`>
          : never);

type PathsInside<Members, Prefix extends string> = {
  [Name in keyof Members & string]: PathsBelow<Members[Name], `${Prefix}${Name}`>;
}[keyof Members & string];

/**
 * Every path in the document, from its root: `property.unit.rooms`, `listings[].url`,
 * `property.unit.orientation[]`.
 */
export type AttributePath = PathsInside<(typeof propertyResult)['members'], ''>;

export interface Attribute {
  readonly path: AttributePath;
  readonly node: Node;
  /** Its own rule, or that of its block. */
  readonly consolidate: Consolidation | undefined;
}

function collectAttributes(node: Node, path: string, inherited?: Consolidation): Attribute[] {
  const consolidate = node.consolidate ?? inherited;
  const here = path === '' ? [] : [{ path: path as AttributePath, node, consolidate }];
  return [
    ...here,
    ...children(node, path).flatMap(([at, child]) => collectAttributes(child, at, consolidate)),
  ];
}

function children(node: Node, path: string): [string, Node][] {
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (node.kind === 'list') return [[`${path}[]`, node.of]];
  if (node.kind === 'keyed') return node.vocabulary.values.map((value) => [inside(value), node.of]);
  if (node.kind !== 'object') return [];
  return Object.entries(node.members).map(([name, member]) => [inside(name), member]);
}

/** The sections, lists and leaves of the document, in its own order. */
export const attributes: readonly Attribute[] = collectAttributes(propertyResult, '');

const branches = ['object', 'list', 'keyed'];

export const leafAttributes: readonly Attribute[] = attributes.filter(
  ({ node }) => !branches.includes(node.kind),
);

const byPath = new Map<string, Attribute>(attributes.map((attribute) => [attribute.path, attribute]));

export function attributeAt(path: AttributePath): Attribute {
  const attribute = byPath.get(path);
  if (attribute === undefined) throw new Error(`The property document has no ${path}.`);
  return attribute;
}
