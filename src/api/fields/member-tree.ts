import type { JsonSchema } from '../../catalogue/json-schema.ts';

/** The members of a document by name, as its schema has them. A member without members is a leaf. */
export interface MemberTree {
  readonly members: ReadonlyMap<string, MemberTree>;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

const REFERENCE = '#/components/schemas/';

/** Lists are seen through: a member of an entry stands below the name of the list. */
export function buildMemberTree(schema: JsonSchema, schemas: Schemas): MemberTree {
  const { $ref, items, properties } = schema as {
    $ref?: string;
    items?: JsonSchema;
    properties?: Readonly<Record<string, JsonSchema>>;
  };
  const named = $ref === undefined ? undefined : schemas[$ref.slice(REFERENCE.length)];
  if (named !== undefined) return buildMemberTree(named, schemas);
  if (items !== undefined) return buildMemberTree(items, schemas);
  const entries = Object.entries(properties ?? {});
  return { members: new Map(entries.map(([name, member]) => [name, buildMemberTree(member, schemas)])) };
}

/** The same with further members. */
export const withMembers = (tree: MemberTree, names: readonly string[]): MemberTree => ({
  members: new Map<string, MemberTree>([
    ...tree.members,
    ...names.map((name): [string, MemberTree] => [name, { members: new Map() }]),
  ]),
});

export const withoutMembers = (tree: MemberTree, isLeftOut: (name: string) => boolean): MemberTree => ({
  members: new Map([...tree.members].filter(([name]) => !isLeftOut(name))),
});
