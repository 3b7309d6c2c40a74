import { Type } from 'typebox';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import type { DivisionType } from '../../geo/division.ts';
import { canonical } from '../../lib/canonical.ts';
import { namedId } from '../../lib/ids.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import {
  DEFAULT_PRICE_BOUNDS,
  type Facets,
  findFacets,
  MAX_FACET_DIVISIONS,
} from '../../properties/search/facets.ts';
import { findUnknownPlaces } from '../../properties/search.ts';
import { requireNoFaults } from '../../service/problem.ts';
import { singleDocument } from '../render/json-api.ts';
import { listedResource, type Resource } from '../resource.ts';
import type { Route } from '../route.ts';
import { type CriteriaBody, criteriaBody } from './criteria-body.ts';

const closed = { additionalProperties: false };
export const DEFAULT_DIVISION_TYPE: DivisionType = 'ADMINISTRATIVE_SUBREGION';
const MAX_PRICE_BOUNDS = 50;
const PATH = '/properties/facets';

const count = Type.Integer({ minimum: 0 });
const orNull = (type: 'number' | 'string', description: string) =>
  Type.Unsafe<number | string | null>({ type: [type, 'null'], description });
const values = (description: string) =>
  Type.Array(Type.Object({ value: Type.String(), count }, closed), { description });

const facetsResource = listedResource(
  'PropertyFacets',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'Of the question: the same question has the same id.' }),
      totalItems: Type.Integer({ minimum: 0, description: 'Matching properties, counted exactly.' }),
      types: values('By property type, the most frequent first.'),
      transactions: values('By transaction.'),
      prices: Type.Array(
        Type.Object(
          {
            from: orNull('number', 'Included; null: no lower bound.'),
            to: orNull('number', 'Excluded; null: no upper bound.'),
            count,
          },
          closed,
        ),
        { description: 'By band of the displayed price; empty bands are left out.' },
      ),
      divisions: Type.Array(
        Type.Object(
          { uniqueCode: Type.String(), name: orNull('string', 'Null when it is not known.'), count },
          closed,
        ),
        {
          description: `By division of the type asked for: the ${MAX_FACET_DIVISIONS} with the most properties.`,
        },
      ),
    },
    { ...closed, description: 'How many properties match, by type, transaction, price band and division.' },
  ),
);

interface FacetMembers {
  priceBounds?: number[];
  divisionType?: DivisionType;
}

const members = {
  priceBounds: Type.Optional(
    Type.Array(Type.Number(), {
      minItems: 1,
      maxItems: MAX_PRICE_BOUNDS,
      default: [...DEFAULT_PRICE_BOUNDS],
      description: 'Bounds between price bands, ascending.',
    }),
  ),
  divisionType: Type.Optional(
    Type.Unsafe<DivisionType>({
      ...vocabularySchema(propertyVocabularies.divisionType),
      default: DEFAULT_DIVISION_TYPE,
    }),
  ),
};

function checkBounds({ priceBounds }: FacetMembers): RequestFault[] {
  if (!Array.isArray(priceBounds)) return [];
  const at = priceBounds.findIndex((bound, index) => index > 0 && bound <= (priceBounds[index - 1] ?? bound));
  if (at < 0) return [];
  const message = 'Must be greater than the bound before it.';
  return [{ propertyPath: `priceBounds[${at}]`, message, code: 'out_of_range', understood: true }];
}

export const facetsRoute: Route = {
  method: 'POST',
  isReadOnly: true,
  path: PATH,
  operationId: 'countPropertyFacets',
  tag: 'Properties',
  summary: 'Count properties by facet',
  description:
    'How many properties match the criteria, by type, transaction, price band and division. Costs one result. A property without a value counts in `totalItems` only.',
  routeType: 'search',
  query: Type.Object({}, closed),
  body: criteriaBody({ resource: facetsResource, members, check: checkBounds }),
  answers: [{ status: 200, description: 'The counts.', resource: facetsResource as unknown as Resource }],
  isQuery: true,
  problems: ['validation'],
  async run(call) {
    const { criteria, mentions, sent } = call.body as CriteriaBody<FacetMembers>;
    requireNoFaults(await findUnknownPlaces(call.places, mentions));
    const { priceBounds = DEFAULT_PRICE_BOUNDS, divisionType = DEFAULT_DIVISION_TYPE } = sent;
    const facets: Facets = await findFacets(call.searching, { criteria, priceBounds, divisionType });
    const flat = { id: namedId('property facets', canonical(sent)), ...facets };
    return {
      status: 200,
      results: 1,
      document: (format) => (format === 'flat' ? flat : singleDocument(facetsResource, flat, PATH)),
    };
  },
};
