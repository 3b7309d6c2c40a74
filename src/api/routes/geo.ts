import { Type } from 'typebox';
import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import { findDivision, findGeometry, listAncestors, listDescendants } from '../../geo/lookup.ts';
import { PAGE_SIZE } from '../../lib/page.ts';
import { Problem, resourceNotFound } from '../../service/problem.ts';
import { type Route, readOne, readPage } from '../route.ts';
import { autocompleteItem, divisionGeometry, divisionResource, divisionType } from './geo-resources.ts';

const tag = 'Geography';
const divisionPath = '/geo/administrative-divisions/{uuid}';

/** Longer than any name; the contract sets only the minimum. */
const MAX_QUERY_CHARS = 200;

const autocompleteQuery = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: MAX_QUERY_CHARS,
    description:
      'What a person types: a name or its beginning, a postal code or its beginning, the number of a department, a usual abbreviation. Typos are forgiven.',
  }),
  type: Type.Optional(
    Type.Array(divisionType, {
      maxItems: propertyVocabularies.divisionType.values.length,
      description: 'Only divisions of these levels: `type=X`, or `type[]=X&type[]=Y`.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: PAGE_SIZE,
      default: PAGE_SIZE,
      description: 'How many entries a page; 0 asks for the count alone.',
    }),
  ),
});

export const geoRoutes: Route[] = [
  readPage({
    path: '/geo/autocomplete',
    operationId: 'autocompletePlaces',
    tag,
    summary: 'Autocomplete places',
    description:
      'The likeliest first: names as typed, then beginnings, then near spellings, and the bigger place of equals.',
    routeType: 'geo',
    resource: autocompleteItem,
    query: autocompleteQuery,
    size: ({ limit = PAGE_SIZE }) => limit,
    list: ({ places, query: { query, type, limit = PAGE_SIZE, page } }) =>
      places.autocomplete({ query, types: type, limit, page }),
  }),
  readOne({
    path: divisionPath,
    operationId: 'getAdministrativeDivision',
    tag,
    summary: 'Get an administrative division',
    routeType: 'geo',
    resource: divisionResource,
    find: ({ reads, params }) => findDivision(reads, params['uuid'] ?? ''),
  }),
  readPage({
    path: `${divisionPath}/ancestors`,
    operationId: 'listDivisionAncestors',
    tag,
    summary: 'List ancestors of a division',
    description: 'The nearest first: municipality groups, then the line of divisions up to the country.',
    routeType: 'geo',
    problems: ['not-found'],
    resource: divisionResource,
    list: async ({ reads, params, query }) =>
      requireFound(await listAncestors(reads, params['uuid'] ?? '', query.page)),
  }),
  readPage({
    path: `${divisionPath}/descendants`,
    operationId: 'listDivisionDescendants',
    tag,
    summary: 'List descendants of a division',
    description: 'The widest level first, by name.',
    routeType: 'geo',
    problems: ['not-found'],
    resource: divisionResource,
    list: async ({ reads, params, query }) =>
      requireFound(await listDescendants(reads, params['uuid'] ?? '', query.page)),
  }),
  readOne({
    path: `${divisionPath}/geometry`,
    operationId: 'getDivisionGeometry',
    tag,
    summary: 'Get the geometry of a division',
    description: 'As flat JSON a GeoJSON feature. Contours are known where an operator imported them.',
    routeType: 'geo',
    resource: divisionGeometry,
    async find({ reads, params }) {
      const geometry = await findGeometry(reads, params['uuid'] ?? '');
      if (geometry !== 'unknown') return geometry;
      throw new Problem('not-found', 'The contour of this division is not known.');
    },
  }),
];

function requireFound<Found>(value: Found | undefined): Found {
  if (value === undefined) throw resourceNotFound();
  return value;
}
