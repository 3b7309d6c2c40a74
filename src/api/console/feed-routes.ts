import { Type } from 'typebox';
import { requestPull } from '../../feeds/feeds.ts';
import { listedResource } from '../resource.ts';
import type { Route } from '../route.ts';
import { actionRoute, operatorRouteBase } from './action-route.ts';

const feedPull = listedResource(
  'FeedPull',
  Type.Object(
    { id: Type.String({ format: 'uuid', description: 'Of the feed.' }) },
    { additionalProperties: false, description: 'A pull that was asked for.' },
  ),
);

export const feedPullRoutes: Route[] = [
  actionRoute({
    ...operatorRouteBase,
    path: '/console/api/operator/feeds/{id}/pull',
    operationId: 'pullFeed',
    summary: 'Pull a feed now',
    description:
      'The next free worker pulls it, also when it is disabled. Its run is listed with the others.',
    resource: feedPull,
    async act({ db, clock, params }) {
      const id = params['id'] ?? '';
      return (await requestPull(db, clock, id)) ? { id } : undefined;
    },
  }),
];
