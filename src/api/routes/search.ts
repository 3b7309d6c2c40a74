import { Type } from 'typebox';
import { criteriaSchemas } from '../../criteria/json-schema.ts';
import { postalCodeFault, unknownPlaceFault } from '../../criteria/parse.ts';
import {
  type CriteriaFault,
  MAX_CRITERIA_FAULTS,
  type PlaceReference,
} from '../../criteria/parse-context.ts';
import type { DivisionRegister } from '../../geo/register.ts';
import { findRelaxations } from '../../properties/search/relaxations.ts';
import { type SearchAnswered, type SearchFound, searchProperties } from '../../properties/search.ts';
import { faultsProblem } from '../problem.ts';
import type { Resource } from '../resource.ts';
import type { Route, RouteCall, Services } from '../route.ts';
import { buildPlaceNotes, noteHeaders } from './place-notes.ts';
import { propertyResource } from './property-resource.ts';
import {
  documentedSearchBody,
  readSearchBody,
  type SearchBody,
  searchBodySchema,
  searchRequestResource,
} from './search-body.ts';
import { searchAnswerSchema, searchDocument } from './search-document.ts';

/** Fewer than so many found is little enough to tell what would find more. */
const RELAXATION_THRESHOLD_HITS = 10;

export const searchRoute: Route = {
  method: 'POST',
  path: '/properties',
  operationId: 'searchProperties',
  tag: 'Properties',
  summary: 'Search properties',
  description:
    'By a tree of criteria, a page at a time or, for any number of properties, by cursor: a walk shows each property once, however they change meanwhile. Properties that left the market, and those whose listings are all price-incoherent, are hidden unless the criteria ask for them. Flat JSON is a bare array; what JSON:API says in `meta.notes` stands in the header `X-Notes`.',
  routeType: 'search',
  query: Type.Object({}, { additionalProperties: false }),
  body: {
    schema: searchBodySchema,
    documented: Type.Unsafe({ $ref: '#/components/schemas/PropertySearch' }),
    resource: searchRequestResource,
    read: readSearchBody,
    bare: true,
  },
  components: { ...criteriaSchemas(), PropertySearch: documentedSearchBody },
  answers: [
    {
      status: 200,
      description: 'The properties found, newest first unless sorted otherwise.',
      resource: propertyResource as Resource,
      many: true,
      document: searchAnswerSchema,
    },
  ],
  isQuery: true,
  problems: ['validation'],
  async run(call) {
    const body = call.body as SearchBody;
    await refuseUnknownPlaces(call, body.mentions);
    const notes = await buildPlaceNotes(call, body.mentions);
    const found = requireSearchResult(
      await searchProperties(call.searching, buildSearchRequest(call as RouteCall<unknown, SearchBody>)),
    );
    const eased =
      body.relaxations && call.format !== 'flat' && found.totalItems < RELAXATION_THRESHOLD_HITS
        ? await findRelaxations(call.searching.engine, {
            tree: body.criteria,
            found: found.totalItems,
            wider: (await call.places.register()).parentCodeOf,
          })
        : undefined;
    return {
      status: 200,
      results: found.shown.count,
      ...(call.format === 'flat'
        ? { text: found.shown.serialized, ...noteHeaders(notes) }
        : { document: () => searchDocument(body, found, { relaxations: eased, notes }) }),
    };
  },
};

/** As long as no divisions are loaded nothing can be told unknown. */
export async function refuseUnknownPlaces(
  { places }: Pick<Services, 'places'>,
  mentions: readonly PlaceReference[],
): Promise<void> {
  if (mentions.length === 0) return;
  const register = await places.register();
  const unknown = register.isLoaded
    ? mentions.filter((mention) => !register.has(mention)).slice(0, MAX_CRITERIA_FAULTS)
    : [];
  if (unknown.length === 0) return;
  throw faultsProblem(unknown.map((mention) => unknownFault(mention, register)));
}

/** A postal code is said to be one before anything is said of a town that once had it as its code. */
function unknownFault(mention: PlaceReference, register: DivisionRegister): CriteriaFault {
  const places = mention.code === undefined ? [] : register.postalPlacesOf(mention);
  if (places.length > 0) return postalCodeFault(mention, places);
  return unknownPlaceFault(mention, register.successorOf(mention.code ?? ''));
}

const buildSearchRequest = ({ accountId, body, format }: RouteCall<unknown, SearchBody>) => ({
  accountId,
  // The contract: in flat format the count is not available.
  uncounted: format === 'flat',
  criteria: body.criteria,
  sent: body.sent.criteria,
  order: body.order,
  size: body.size,
  paging: body.paging,
});

const REFUSALS = {
  'foreign-cursor':
    'This cursor was not given out for this account, these criteria and this order; begin without one.',
  'expired-cursor': 'This cursor is too old to go on from; begin without one.',
};

export function requireSearchResult(answered: SearchAnswered): SearchFound {
  if (!('refused' in answered)) return answered;
  const message = REFUSALS[answered.refused];
  throw faultsProblem([
    { propertyPath: 'cursor', message, code: answered.refused.replace('-', '_'), understood: false },
  ]);
}
