import type { Filter } from '../catalogue/filters/kinds.ts';
import type { JsonSchema, RefOf } from '../catalogue/json-schema.ts';
import { kindOf } from './kinds/kinds.ts';
import { MAX_TREE_DEPTH, MAX_TREE_NODES } from './limits.ts';
import { type FilterBranch, filterTree, isFilterBranch } from './parse.ts';

const componentRef: RefOf = (name) => `#/components/schemas/${name}`;

const TREE = 'Criteria';
const LEAF = 'CriteriaLeaf';

const sectionMeanings: Readonly<Record<string, string>> = {
  property: 'What the property is.',
  publisher: 'Holds when ONE publisher of the property meets all members together.',
  listings:
    'Holds when ONE listing of the property meets all members together; price coherence is judged over all of them.',
  dates: 'When the property was first seen and last changed.',
  changes: 'Holds when ONE recorded change meets all members together.',
};

const schemaOf = (found: FilterBranch | Filter): JsonSchema =>
  isFilterBranch(found) ? branchSchema(found) : kindOf(found.kind).schema(found);

const branchSchema = ({ members }: FilterBranch): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries([...members].map(([name, member]) => [name, schemaOf(member)])),
  additionalProperties: false,
});

const leafSchema = (): JsonSchema => ({
  type: 'object',
  description: 'Filters, all of which hold. Without any, every property passes.',
  properties: Object.fromEntries(
    [...filterTree.members].map(([section, member]) => [
      section,
      { ...schemaOf(member), description: sectionMeanings[section] ?? '' },
    ]),
  ),
  additionalProperties: false,
});

const group = (name: 'and' | 'or', description: string, refOf: RefOf): JsonSchema => ({
  type: 'object',
  description,
  properties: {
    [name]: { type: 'array', description: 'The nodes.', items: { $ref: refOf(TREE) }, minItems: 1 },
  },
  required: [name],
  additionalProperties: false,
});

/** The criteria tree for OpenAPI and for tools, as named schemas that refer to each other. */
export const criteriaSchemas = (refOf: RefOf = componentRef): Record<string, JsonSchema> => ({
  [TREE]: {
    description: `A criteria tree: \`and\` or \`or\` over nodes, or a leaf of filters. At most ${MAX_TREE_DEPTH} levels and ${MAX_TREE_NODES} nodes. What is not known fails a filter unless \`orMissing\`, \`inOrMissing\` or \`nin\` lets it pass. Properties that left the market, and those whose listings are all price-incoherent, are hidden unless asked for.`,
    anyOf: [
      group('and', 'All of the nodes hold.', refOf),
      group('or', 'Any of the nodes holds.', refOf),
      { $ref: refOf(LEAF) },
    ],
  },
  [LEAF]: leafSchema(),
});
