import { Type } from 'typebox';
import { MAX_GROUPS } from '../../analytics/analytics.ts';
import { groupColumns } from '../../analytics/columns.ts';
import { listingParameters } from '../../analytics/parameters.ts';
import { type AnalyticsParameters, type AnalyticsQuery, parseAnalyticsQuery } from '../../analytics/query.ts';
import type { ResultPiece } from '../../analytics/to-sql.ts';
import { faultsProblem, validationProblem } from '../../service/problem.ts';
import { valuedTypes } from '../../valuation/market.ts';
import { type ListedPace, listMarketPaces } from '../../valuation/market-paces.ts';
import type { tableFormats } from '../../warehouse/table-file.ts';
import { FLAT_JSON, JSON_API, type ResponseFormat } from '../negotiate.ts';
import { listedResource, type Resource } from '../resource.ts';
import { type Route, type RouteCall, type RouteResponse, readPage } from '../route.ts';
import { formatParameter, tableContent } from './downloads.ts';
import { listedPaceSchema } from './valuation-schemas.ts';

const closed = { additionalProperties: false };
const query = Type.Object(listingParameters, closed);

const moment = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const meta = Type.Object(
  { sample_size: Type.Integer({ minimum: 0 }), min_event_at: moment, max_event_at: moment },
  { ...closed, description: 'How many events the figures are made of, and of what time.' },
);

const word = Type.Union([Type.String(), Type.Null()]);
const group = Type.Object(
  {
    event_at: Type.String({ format: 'date-time', description: 'The first moment of the period.' }),
    ...Object.fromEntries(groupColumns.map(({ name }) => [name, Type.Optional(word)])),
  },
  { ...closed, description: 'The period and the value of each grouped column; null where it is not known.' },
);
const metrics = Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]), {
  description:
    'The figures by the entry they were asked with; null where no event of the group knows the field.',
});

const flatSchema = Type.Object({ meta, data: Type.Array(Type.Object({ group, metrics }, closed)) }, closed);
const jsonApiSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          type: Type.Literal('ListingAnalytics'),
          id: Type.String(),
          attributes: Type.Object({ group, metrics }, closed),
        },
        closed,
      ),
    ),
    meta,
    links: Type.Object({ self: Type.String() }, closed),
  },
  closed,
);

const PATH = '/analytics/listings';

function parseListingQuery(parameters: unknown): AnalyticsQuery {
  const parsed = parseAnalyticsQuery(parameters as AnalyticsParameters);
  if ('faults' in parsed) throw faultsProblem(parsed.faults);
  return parsed.query;
}

const groupPieces: Readonly<Record<ResponseFormat, readonly ResultPiece[]>> = {
  flat: [{ text: '{"group":' }, 'group', { text: ',"metrics":' }, 'metrics', { text: '}' }],
  // A group is an aggregate without identity: its id is its number in the response.
  'json-api': [
    { text: '{"type":"ListingAnalytics","id":"' },
    'number',
    { text: '","attributes":{"group":' },
    'group',
    { text: ',"metrics":' },
    'metrics',
    { text: '}}' },
  ],
};

async function answerListings(call: RouteCall): Promise<RouteResponse> {
  const figures = await call.analytics.listings(parseListingQuery(call.query), groupPieces[call.format]);
  if (figures === undefined) {
    const message = `There are more than ${MAX_GROUPS} groups: take a wider period, fewer columns or a shorter time, or download them from ${PATH}/export.`;
    throw validationProblem('group_by', message, 'too_many');
  }
  const { path, query: text } = call.target;
  const self = text === '' ? path : `${path}?${text}`;
  const links = call.format === 'flat' ? '' : `,"links":${JSON.stringify({ self })}`;
  const written = `{"meta":${JSON.stringify(figures.meta)},"data":[${figures.groups}]${links}}`;
  return { status: 200, results: 0, text: written };
}

async function download(call: RouteCall): Promise<RouteResponse> {
  const { format = 'csv', ...parameters } = call.query as { format?: (typeof tableFormats)[number] };
  const table = await call.analytics.table(parseListingQuery(parameters), format);
  return { status: 200, results: 0, download: { ...table, name: 'listing-analytics' } };
}

const tag = 'Analytics';

const marketPace = listedResource('MarketPace', listedPaceSchema) as unknown as Resource<ListedPace>;
const paceQuery = Type.Object({
  city_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id of a municipality; every place when absent.' }),
  ),
  property_type: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      title: 'ValuedType',
      enum: [...valuedTypes],
      description: 'Both when absent.',
    }),
  ),
});

export const analyticsRoutes: Route[] = [
  readPage({
    path: '/analytics/market-pace',
    operationId: 'listMarketPaces',
    tag,
    summary: 'Time on market and asking-to-sold margin',
    description:
      'By place and type, from the lifelines of homes that left the market within two years: the median days on the market of at least 20 homes, and the sold price against the last asked one of at least 10 matched sales, each with its count. Brought up to date with each fit of the valuation model.',
    routeType: 'analytics',
    problems: ['validation'],
    resource: marketPace,
    query: paceQuery,
    list: ({ reads, clock, query: { city_id: cityId, property_type: propertyType, page } }) =>
      listMarketPaces({ db: reads, clock }, { cityId, propertyType, page }),
  }),
  {
    method: 'GET',
    path: PATH,
    operationId: 'getListingAnalytics',
    tag,
    summary: 'Aggregate listing events',
    description:
      'Counts, averages, medians and percentiles of what listings did (came, changed, left, returned), by period and by up to 10 columns. Lists are written `x=a,b`, `x=a&x=b` or `x[]=a&x[]=b`. News counts within a minute.',
    routeType: 'analytics',
    query,
    answers: [
      {
        status: 200,
        description: 'The figures, group by group.',
        content: { [JSON_API]: jsonApiSchema, [FLAT_JSON]: flatSchema },
      },
    ],
    isQuery: true,
    problems: ['validation'],
    run: answerListings,
  },
  {
    method: 'GET',
    path: `${PATH}/export`,
    operationId: 'exportListingAnalytics',
    tag,
    summary: 'Export aggregated listing events',
    description:
      'The same question answered as a file, without a limit on groups. The Accept header is not read.',
    routeType: 'analytics',
    download: true,
    query: Type.Object({ format: formatParameter, ...listingParameters }, closed),
    answers: [{ status: 200, description: 'The table.', content: tableContent }],
    isQuery: true,
    problems: ['validation'],
    run: download,
  },
];
