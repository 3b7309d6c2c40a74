import type { Flat } from './from-node.ts';
import type { Members, Node } from './nodes.ts';

type Variant<Members> = {
  [Name in keyof Members]: Members[Name] extends { variant: infer As }
    ? { [_ in As extends string ? As : Name]: Members[Name] }
    : Members[Name] extends { kind: 'object'; members: infer Inner }
      ? Variant<Inner>
      : never;
}[keyof Members];

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export type VariantMembers<Of> = Flat<Intersection<Variant<Of>>>;

/** The members of a listing that contain only what diverges from the consolidated view, derived from the view. */
export function variantMembers<Of extends Members>(members: Of, path: string): VariantMembers<Of> {
  return Object.fromEntries(variantEntries(members, path)) as VariantMembers<Of>;
}

function variantEntries(members: Members, path: string): [string, Node][] {
  return Object.entries(members).flatMap(([name, node]): [string, Node][] => {
    const variantOf = `${path}.${name}`;
    if (node.variant !== undefined)
      return [[node.variant === true ? name : node.variant, asVariant(node, variantOf)]];
    return node.kind === 'object' ? variantEntries(node.members, variantOf) : [];
  });
}

function asVariant({ consolidate, variant, ...node }: Node, variantOf: string): Node {
  const description = `${node.description} Present only when it differs from \`${variantOf}\`.`;
  return { ...node, description, variantOf } as Node;
}
