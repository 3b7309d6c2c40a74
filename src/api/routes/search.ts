import { Type } from 'typebox';
import { criteriaSchemas } from '../../criteria/json-schema.ts';
import { searchAsOf } from '../../properties/as-of.ts';
import { cursorFault } from '../../properties/search/cursor-fault.ts';
import { findRelaxations } from '../../properties/search/relaxations.ts';
import {
  findUnknownPlaces,
  type SearchOutcome,
  type SearchResults,
  searchProperties,
} from '../../properties/search.ts';
import { faultsProblem, requireNoFaults } from '../../service/problem.ts';
import { fieldParameters, propertyResourceFor } from '../fields/property-fields.ts';
import { flatDocument, type Resource } from '../resource.ts';
import type { Route, RouteCall, RouteResponse } from '../route.ts';
import { propertyResource } from './property-resource.ts';
import {
  documentedSearchBody,
  readSearchBody,
  type SearchBody,
  searchBodySchema,
  searchRequestResource,
} from './search-body.ts';
import {
  buildPlaceNotes,
  codedForm,
  joinFlatPage,
  noteHeaders,
  type SearchDocumentParts,
  searchAnswerSchema,
  searchDocument,
} from './search-document.ts';

/** With fewer hits than this, relaxations are computed on request. */
const RELAXATION_THRESHOLD_HITS = 10;

export const searchRoute: Route = {
  method: 'POST',
  isReadOnly: true,
  path: '/properties',
  operationId: 'searchProperties',
  tag: 'Properties',
  summary: 'Search properties',
  description:
    'By a tree of criteria, a page at a time or, for any number of properties, by cursor: a scan shows each property once, however they change meanwhile. Properties that left the market, and those whose listings are all price-incoherent, are hidden unless the criteria ask for them. Flat JSON is a bare array; what JSON:API says in `meta.notes` stands in the header `X-Notes`, and the cursor of a next page in `X-Next-Cursor`.',
  routeType: 'search',
  query: Type.Object(fieldParameters, { additionalProperties: false }),
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
    const resource = propertyResourceFor(call.query, call.format);
    requireNoFaults(await findUnknownPlaces(call.places, body.mentions));
    const notes = await buildPlaceNotes(call, body.mentions);
    const found = await findResults(call as RouteCall<unknown, SearchBody>, resource === propertyResource);
    if ('refused' in found) throw faultsProblem([cursorFault(found.refused)]);
    const relaxations =
      body.relaxations &&
      body.asOf === undefined &&
      call.format !== 'flat' &&
      found.totalItems < RELAXATION_THRESHOLD_HITS
        ? await findRelaxations(call.searching.engine, {
            tree: body.criteria,
            found: found.totalItems,
            wider: (await call.places.register()).parentCodeOf,
          })
        : undefined;
    return {
      status: 200,
      results: found.page.count,
      ...(call.format === 'flat'
        ? flatPage(found, { resource, notes, coding: call.pieceCoding })
        : searchDocument(body, found, { resource, relaxations, notes, coding: call.pieceCoding })),
    };
  },
};

/** The present is searched by the engine; the past is read from the recorded changes. */
function findResults(call: RouteCall<unknown, SearchBody>, isWhole: boolean): Promise<SearchOutcome> {
  const { criteria, order, size, paging, asOf } = call.body;
  if (asOf === undefined || paging.type !== 'PAGE')
    return searchProperties(call.searching, buildSearchRequest(call, isWhole));
  return searchAsOf(call, { criteria, order, size, page: paging.page, moment: asOf });
}

/** A bare array has no place for the cursor; at the end of a scan the header is absent. */
const nextCursorHeader = ({ hasNextPage, cursor }: SearchResults): Record<string, string> =>
  hasNextPage && cursor !== undefined ? { 'x-next-cursor': cursor } : {};

function flatPage(
  found: SearchResults,
  { resource, notes, coding }: Omit<SearchDocumentParts, 'relaxations'>,
): Pick<RouteResponse, 'document' | 'text' | 'coding' | 'headers'> {
  const { page } = found;
  const headers = { ...noteHeaders(notes).headers, ...nextCursorHeader(found) };
  if (resource !== propertyResource)
    return { document: () => page.results.map((result) => flatDocument(resource, result)), headers };
  if (page.coded === undefined || coding === undefined) return { text: page.serialized, headers };
  return { text: joinFlatPage(coding, page.coded), coding: coding.name, headers };
}

const buildSearchRequest = (
  { accountId, body, format, pieceCoding }: RouteCall<unknown, SearchBody>,
  isWhole: boolean,
) => ({
  accountId,
  // The contract: in flat format the count is not available.
  skipCount: format === 'flat',
  form: isWhole ? codedForm(pieceCoding, format) : undefined,
  criteria: body.criteria,
  sentCriteria: body.sent.criteria,
  order: body.order,
  size: body.size,
  paging: body.paging,
});
