import type { Route } from '../route.ts';
import { addressResolutionRoute } from './address-resolution.ts';
import { alertEventRoutes } from './alert-events.ts';
import { alertRoutes } from './alerts.ts';
import { analyticsRoutes } from './analytics.ts';
import { auditLogRoutes } from './audit-log.ts';
import { changesRoute } from './changes.ts';
import { clustersRoute } from './clusters.ts';
import { parseCriteriaRoute } from './criteria.ts';
import { droppedMemberRoutes } from './dropped-members.ts';
import { eventDestinationRoutes } from './event-destinations.ts';
import { eventNotificationRoutes } from './event-notifications.ts';
import { eventReplayRoutes } from './event-replays.ts';
import { explainRoute } from './explain.ts';
import { exportRoutes } from './exports.ts';
import { facetsRoute } from './facets.ts';
import { favoritePropertyRoutes } from './favorite-properties.ts';
import { feedRoutes } from './feeds.ts';
import { geoRoutes } from './geo.ts';
import { operatorRoutes } from './operator.ts';
import { propertyRoutes } from './properties.ts';
import { propertySalesRoutes } from './property-sales.ts';
import { publisherRoutes } from './publishers.ts';
import { rejectedRecordRoutes } from './rejected-records.ts';
import { removalRoutes } from './removals.ts';
import { searchRoute } from './search.ts';
import { sourceRoutes } from './sources.ts';
import { transactionRoutes } from './transactions.ts';
import { usageRoutes } from './usage.ts';
import { valuationRoutes } from './valuations.ts';

/** The route table: the whole API, in the order of its documentation. */
export const routes: readonly Route[] = [
  searchRoute,
  facetsRoute,
  clustersRoute,
  explainRoute,
  parseCriteriaRoute,
  ...propertyRoutes,
  addressResolutionRoute,
  ...propertySalesRoutes,
  changesRoute,
  ...exportRoutes,
  ...publisherRoutes,
  ...geoRoutes,
  ...sourceRoutes,
  ...favoritePropertyRoutes,
  ...alertRoutes,
  ...alertEventRoutes,
  ...eventDestinationRoutes,
  ...eventNotificationRoutes,
  ...eventReplayRoutes,
  ...transactionRoutes,
  ...analyticsRoutes,
  ...valuationRoutes,
  ...usageRoutes,
  ...auditLogRoutes,
  ...operatorRoutes,
  ...feedRoutes,
  ...droppedMemberRoutes,
  ...rejectedRecordRoutes,
  ...removalRoutes,
];
