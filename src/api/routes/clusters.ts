import { Type } from 'typebox';
import { canonical } from '../../lib/canonical.ts';
import { namedId } from '../../lib/ids.ts';
import type { Box } from '../../lib/polygon.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { findClusters, MAX_CLUSTERS, MAX_ZOOM } from '../../properties/search/clusters.ts';
import { findUnknownPlaces } from '../../properties/search.ts';
import { requireNoFaults } from '../../service/problem.ts';
import { singleDocument } from '../render/json-api.ts';
import { listedResource, type Resource } from '../resource.ts';
import type { Route } from '../route.ts';
import { type CriteriaBody, criteriaBody } from './criteria-body.ts';

const closed = { additionalProperties: false };
const PATH = '/properties/clusters';

const point = Type.Object(
  {
    type: Type.Literal('Point'),
    coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  },
  { ...closed, description: 'GeoJSON: the mean longitude and latitude of its properties.' },
);

const cluster = Type.Object(
  {
    id: Type.String({
      description:
        'The id of the property when there is one; otherwise of the cell, the same in every viewport.',
    }),
    point,
    price: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'The lowest displayed price of its properties; null when none is known.',
    }),
    count: Type.Integer({ minimum: 1 }),
  },
  closed,
);

const clustersResource = listedResource(
  'PropertyClusters',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'Of the question: the same question has the same id.' }),
      totalItems: Type.Integer({
        minimum: 0,
        description: 'Matching properties in the viewport, counted exactly: the sum over all clusters.',
      }),
      zoom: Type.Integer({ description: 'The zoom of the cells: lower than asked for in a large viewport.' }),
      clusters: Type.Array(cluster, { maxItems: MAX_CLUSTERS }),
    },
    { ...closed, description: 'Properties on a map, grouped by cells of about 64 pixels.' },
  ),
);

interface ClusterMembers {
  viewport: Box;
  zoom: number;
}

const degrees = (limit: number) => Type.Number({ minimum: -limit, maximum: limit });
const members = {
  viewport: Type.Object(
    { west: degrees(180), south: degrees(90), east: degrees(180), north: degrees(90) },
    { ...closed, description: 'In degrees.', examples: [{ west: 2.2, south: 48.8, east: 2.5, north: 48.9 }] },
  ),
  zoom: Type.Integer({ minimum: 0, maximum: MAX_ZOOM, description: 'As of web maps.', examples: [12] }),
};

function checkViewport({ viewport }: Partial<ClusterMembers>): RequestFault[] {
  const fault = (member: string, other: string): RequestFault => ({
    propertyPath: `viewport.${member}`,
    message: `Must be greater than ${other}.`,
    code: 'out_of_range',
    understood: true,
  });
  if (typeof viewport !== 'object' || viewport === null) return [];
  return [
    ...(viewport.east <= viewport.west ? [fault('east', 'west')] : []),
    ...(viewport.north <= viewport.south ? [fault('north', 'south')] : []),
  ];
}

export const clustersRoute: Route = {
  method: 'POST',
  isReadOnly: true,
  path: PATH,
  operationId: 'clusterProperties',
  tag: 'Properties',
  summary: 'Cluster properties on a map',
  description:
    'All matching properties in a viewport, grouped by cells that are fixed for each zoom. Properties of unknown position are left out. Costs one result.',
  routeType: 'search',
  query: Type.Object({}, closed),
  body: criteriaBody({ resource: clustersResource, members, check: checkViewport }),
  answers: [{ status: 200, description: 'The clusters.', resource: clustersResource as unknown as Resource }],
  isQuery: true,
  problems: ['validation'],
  async run(call) {
    const { criteria, mentions, sent } = call.body as CriteriaBody<ClusterMembers>;
    requireNoFaults(await findUnknownPlaces(call.places, mentions));
    const { viewport, zoom } = sent;
    const found = await findClusters(call.searching.engine, { criteria, viewport, zoom });
    const flat = { id: namedId('property clusters', canonical(sent)), ...found };
    return {
      status: 200,
      results: 1,
      document: (format) => (format === 'flat' ? flat : singleDocument(clustersResource, flat, PATH)),
    };
  },
};
