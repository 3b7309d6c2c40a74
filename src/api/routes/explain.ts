import { type TSchema, Type } from 'typebox';
import { buildSearchRow } from '../../criteria/columns.ts';
import { EXAMPLE_CRITERIA } from '../../criteria/example.ts';
import { type Explanation, explain } from '../../criteria/explain.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import type { Tree } from '../../criteria/tree.ts';
import { findPropertyReplicaFirst } from '../../properties/lookup.ts';
import { findUnknownPlaces } from '../../properties/search.ts';
import { requireNoFaults, validationProblem } from '../../service/problem.ts';
import { singleDocument } from '../render/json-api.ts';
import type { Resource } from '../resource.ts';
import type { BodyReadResult, Route } from '../route.ts';

const closed = { additionalProperties: false };
const refer = (name: string): TSchema => Type.Unsafe({ $ref: `#/components/schemas/${name}` });

const verdict = Type.Unsafe({
  type: 'string',
  title: 'FilterVerdict',
  enum: ['PASS', 'FAIL', 'MISSING'],
  description: 'MISSING: it would take a value that is not known.',
});

const filter = Type.Object(
  {
    path: Type.String({ description: 'The filter, such as `property.unit.rooms`.' }),
    label: Type.String({ description: 'Its name.' }),
    asked: Type.Unsafe({ description: 'What the criteria ask of it.' }),
    seen: Type.Unsafe({
      description:
        'What it saw of the property; null when that is not known. Of several publishers, listings or changes, the one that comes nearest.',
    }),
    verdict,
  },
  { ...closed, description: 'One filter, what it asks, and what the property says.' },
);

const node = (member: string, schema: TSchema): TSchema =>
  Type.Object({ verdict, [member]: Type.Array(schema) }, closed);

const components = {
  ExplainedFilter: filter,
  ExplainedNode: Type.Union(
    [
      node('and', refer('ExplainedNode')),
      node('or', refer('ExplainedNode')),
      node('filters', refer('ExplainedFilter')),
    ],
    { description: 'A node of the criteria with what became of it.' },
  ),
};

const attributes = {
  matches: Type.Boolean({ description: 'Whether a search with these criteria finds the property.' }),
  tree: refer('ExplainedNode'),
  masks: Type.Array(refer('ExplainedFilter'), {
    description: 'What criteria are taken to ask where they say nothing.',
  }),
};

interface FlatExplanation extends Explanation {
  id: string;
}

export const explanation: Resource<FlatExplanation> = {
  type: 'CriteriaExplanation',
  flat: Type.Object(
    { id: Type.String({ format: 'uuid', description: 'The id of the property.' }), ...attributes },
    { ...closed, description: 'Why a property meets criteria, or does not.' },
  ),
  attributes: Type.Object(attributes, closed),
  toJsonApi: ({ id, ...rest }) => ({
    resource: { type: 'CriteriaExplanation', id, attributes: rest },
    included: [],
  }),
};

const propertyId = Type.String({ format: 'uuid', description: 'The property to look at.' });

interface ExplainRequest {
  tree: Tree;
  mentions: Parameters<typeof findUnknownPlaces>[1];
  propertyId: string;
}

function readExplainBody(sent: object): BodyReadResult {
  const { criteria, propertyId: id } = sent as { criteria?: unknown; propertyId?: string };
  const parsed = parseCriteria(criteria);
  if ('faults' in parsed) return { faults: [...parsed.faults] };
  return { value: { tree: parsed.tree, mentions: parsed.mentions, propertyId: id } };
}

const members = (criteria: TSchema) => ({ propertyId, criteria: Type.Optional(criteria) });

export const explainRoute: Route = {
  method: 'POST',
  isReadOnly: true,
  path: '/properties/explain',
  operationId: 'explainCriteria',
  tag: 'Properties',
  summary: 'Explain whether a property matches criteria',
  description:
    'The tree comes back with PASS, FAIL or MISSING at each node, and with what was seen at each filter. Costs nothing.',
  routeType: 'search',
  query: Type.Object({}, closed),
  body: {
    schema: Type.Object(members(Type.Unsafe({ examples: [EXAMPLE_CRITERIA, {}, null] })), closed),
    documented: Type.Object(
      members(Type.Unsafe({ anyOf: [{ $ref: '#/components/schemas/Criteria' }, { type: 'null' }] })),
      closed,
    ),
    resource: { ...explanation, flat: Type.Object({}) } as Resource,
    read: readExplainBody,
    bare: true,
  },
  components,
  answers: [{ status: 200, description: 'The explanation.', resource: explanation as unknown as Resource }],
  problems: ['validation'],
  async run(call) {
    const { tree, mentions, propertyId: id } = call.body as ExplainRequest;
    requireNoFaults(await findUnknownPlaces(call.places, mentions));
    const property = await findPropertyReplicaFirst(call, id);
    if (property === undefined)
      throw validationProblem('propertyId', 'There is no property with this id.', 'unknown_property');
    const register = await call.places.register();
    const flat: FlatExplanation = {
      id: property.id,
      ...explain(
        tree,
        buildSearchRow(property, (division) => register.ancestorsOf(division)),
      ),
    };
    return {
      status: 200,
      results: 0,
      document: (format) =>
        format === 'flat' ? flat : singleDocument(explanation, flat, '/properties/explain'),
    };
  },
};
