import { matchAll } from '../criteria/tree.ts';
import type { Box } from '../lib/polygon.ts';
import { findClusters } from '../properties/search/clusters.ts';
import { DEFAULT_PRICE_BOUNDS, findFacets } from '../properties/search/facets.ts';
import { NEWEST_FIRST } from '../properties/search/order.ts';
import { DEFAULT_PAGE_SIZE, searchProperties } from '../properties/search.ts';
import { parseSentence } from '../sentences/parse-sentence.ts';
import { sentenceSteps } from '../sentences/warm-up.ts';
import type { Services } from '../service/services.ts';
import { validator } from '../service/validator.ts';
import { DEFAULT_DIVISION_TYPE } from './routes/facets.ts';
import { routes } from './routes/table.ts';

type WarmUpSteps = (() => unknown)[];

/** What no service is needed for: the validators of queries, which take 5 to 25 ms each, and the patterns of sentences. */
export const moduleSteps = (now: Date): WarmUpSteps => [
  ...routes
    .filter(({ isQuery, routeType }) => isQuery === true || routeType === 'geo')
    .flatMap(
      ({ query, body }): WarmUpSteps => [
        () => validator(query)({}),
        ...(body === undefined ? [] : [() => validator(body.schema)({})]),
      ],
    ),
  ...sentenceSteps(now),
];

const COUNTRY: Box = { west: -5, south: 41, east: 10, north: 51 };
const COUNTRY_ZOOM = 6;

/** What the database and the stored places are needed for. */
export const serviceSteps = ({ places, clock }: WarmUpServices): WarmUpSteps => [
  () => places.autocomplete({ query: 'par', limit: DEFAULT_PAGE_SIZE, page: 1 }),
  async () => (await places.register()).typeOf(''),
  async () => parseSentence('à Paris 12', { names: await places.names(), now: clock.now() }),
];

/** What a search index that was opened builds with its first queries. Without it they would take the database seconds. */
export const indexSteps = ({ searching }: Pick<WarmUpServices, 'searching'>): WarmUpSteps => [
  () => firstSearch({ searching }),
  () =>
    findFacets(searching, {
      criteria: matchAll,
      priceBounds: DEFAULT_PRICE_BOUNDS,
      divisionType: DEFAULT_DIVISION_TYPE,
    }),
  () => findClusters(searching.engine, { criteria: matchAll, viewport: COUNTRY, zoom: COUNTRY_ZOOM }),
];

type WarmUpServices = Pick<Services, 'places' | 'searching' | 'clock'>;

export const firstSearch = ({ searching }: Pick<WarmUpServices, 'searching'>): Promise<unknown> =>
  searchProperties(searching, {
    accountId: '',
    criteria: matchAll,
    sentCriteria: {},
    order: NEWEST_FIRST,
    size: DEFAULT_PAGE_SIZE,
    paging: { type: 'PAGE', page: 1 },
  });
