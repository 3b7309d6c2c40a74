import { Type } from 'typebox';
import { countUnmatchedChanges } from '../../alerts/metrics.ts';
import { readDeliveryMetrics } from '../../delivery/notifications/metrics.ts';
import { countOverdueFeeds } from '../../feeds/metrics.ts';
import {
  type BorderlinePair,
  countOverdueRetries,
  levelWeights,
  loadBorderlinePairs,
} from '../../identity/review.ts';
import { namedId } from '../../lib/ids.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { selectSourceFreshness } from '../../properties/freshness.ts';
import { listedResource } from '../resource.ts';
import { type Route, type RouteCall, readPage } from '../route.ts';
import { operatorRouteBase } from './action-route.ts';
import { pairSimilaritySchema } from './pair-similarity.ts';
import { slicePage } from './people-routes.ts';

const PATH = '/console/api/operator';
const uuid = Type.String({ format: 'uuid' });
const momentOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const listingPair = listedResource(
  'ListingPair',
  Type.Object(
    {
      id: uuid,
      one: Type.String({ format: 'uuid', description: 'A listing.' }),
      other: Type.String({ format: 'uuid', description: 'Another.' }),
      oneUrl: Type.String(),
      otherUrl: Type.String(),
      onePropertyId: uuid,
      otherPropertyId: uuid,
      together: Type.Boolean({ description: 'Whether they show one property now.' }),
      score: Type.Number({ description: 'Bits for being one home; they are linked from 2 on.' }),
      ...pairSimilaritySchema,
      model: Type.String(),
    },
    { additionalProperties: false, description: 'Two listings that may be one home.' },
  ),
);

const flatPair = ({ levels, ...pair }: BorderlinePair) => ({
  id: namedId(pair.one, pair.other),
  ...pair,
  together: pair.onePropertyId === pair.otherPropertyId,
  levels: levels as Record<string, string>,
  bits: levelWeights(levels),
});

const queue = listedResource(
  'Queue',
  Type.Object(
    {
      id: uuid,
      name: Type.String({
        title: 'QueueName',
        enum: ['changes to match', 'deliveries', 'feeds to pull', 'second looks'],
      }),
      waiting: Type.Integer({ minimum: 0 }),
      held: Type.Integer({ minimum: 0, description: 'With destinations that are suspended.' }),
      oldestSeconds: Type.Number({ minimum: 0, description: 'How long the first of them waits.' }),
    },
    { additionalProperties: false, description: 'Work that waits.' },
  ),
);

const QUEUES = '5f0c1d5e-0a51-5d0e-9a1f-6b7c2f3d1b01';

async function listQueues({ db, clock }: RouteCall) {
  const now = clock.now();
  const [changes, deliveries, feeds, looks] = await Promise.all([
    countUnmatchedChanges(db),
    readDeliveryMetrics(db, now),
    countOverdueFeeds(db, now),
    countOverdueRetries(db, now),
  ]);
  const row = (name: string, { waiting, since }: { waiting: number; since: Date | null }) => ({
    id: namedId(QUEUES, name),
    name,
    waiting,
    held: 0,
    oldestSeconds: since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000),
  });
  return [
    row('changes to match', changes),
    {
      ...row('deliveries', { waiting: deliveries.pending, since: null }),
      held: deliveries.suspended,
      oldestSeconds: deliveries.oldestDueSeconds,
    },
    row('feeds to pull', feeds),
    row('second looks', looks),
  ];
}

const freshness = listedResource(
  'SourceFreshness',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'Of the source.' }),
      slug: Type.String(),
      name: Type.String(),
      liveListings: Type.Integer({ minimum: 0 }),
      lastSeenAt: momentOrNull('When any of its listings was last seen.'),
    },
    { additionalProperties: false, description: 'How fresh what a source says is.' },
  ),
);

export const operatorConsoleRoutes: Route[] = [
  readPage({
    ...operatorRouteBase,
    path: `${PATH}/pairs`,
    operationId: 'listBorderlinePairs',
    summary: 'List pairs of listings to review',
    description: 'Those that came lately and stand nearest to the threshold, the closest first; at most 300.',
    resource: listingPair,
    list: async ({ db, query }) => slicePage((await loadBorderlinePairs(db)).map(flatPair), query.page),
  }),
  readPage({
    ...operatorRouteBase,
    path: `${PATH}/queues`,
    operationId: 'listQueues',
    summary: 'Get backlog sizes',
    resource: queue,
    list: async (call) => slicePage(await listQueues(call), call.query.page),
  }),
  readPage({
    ...operatorRouteBase,
    path: `${PATH}/freshness`,
    operationId: 'listFreshness',
    summary: 'List source freshness',
    resource: freshness,
    async list({ db, query }) {
      const rows = (await selectSourceFreshness(db)).map(({ sourceId, lastSeenAt, ...row }) => ({
        id: sourceId,
        ...row,
        lastSeenAt: lastSeenAt && formatTimestamp(lastSeenAt),
      }));
      return slicePage(rows, query.page);
    },
  }),
];
