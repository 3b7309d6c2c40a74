import { openApiDocument } from '../openapi/document.ts';
import type { PageRoute } from '../page.ts';
import type { Route } from '../route.ts';
import { accountRoutes } from './account-routes.ts';
import { decisionRoutes } from './decision-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { eventLineRoutes } from './event-line-routes.ts';
import { feedPullRoutes } from './feed-routes.ts';
import { groupingRoutes } from './grouping-routes.ts';
import { homeChangesRoute } from './home-changes-route.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { mapContourRoutes } from './map-contour-routes.ts';
import { mapRoadRoutes } from './map-road-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { oauthPages } from './oauth-pages.ts';
import { operatorConsoleRoutes } from './operator-routes.ts';
import type { ConsoleParts } from './parts.ts';
import { peopleRoutes } from './people-routes.ts';
import { requestBinRoutes } from './request-bin-routes.ts';
import { signInPages } from './sign-in-pages.ts';
import { webhookUrlRoutes } from './webhook-url-routes.ts';

/** The routes of the console's own, beside the documented API: all of /console/api. */
export const consoleRoutes = (parts: ConsoleParts): Route[] => [
  ...peopleRoutes(parts),
  ...accountRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...keyRoutes,
  ...deviceRoutes(parts),
  ...deliveryRoutes,
  ...eventLineRoutes,
  ...webhookUrlRoutes,
  ...requestBinRoutes(parts),
  ...groupingRoutes,
  homeChangesRoute,
  ...mapContourRoutes,
  ...mapRoadRoutes,
  ...decisionRoutes,
  ...operatorConsoleRoutes,
  ...feedPullRoutes,
];

const ABOUT = {
  info: {
    title: 'Gable console',
    version: '2.0.0',
    summary: 'The few routes that the console needs beside the API.',
    description: [
      'Not for programs: they may change with any release. Programs use the API at `/openapi.json` with a key.',
      'A browser that is signed in calls these routes, and those of the API, with its session cookie and the header `X-Gable-Console: 1` instead of a key. Calls from pages of other sites are refused: one that changes something must carry the `Origin` of the console.',
      'Every reading route of the API is also at `/console/api/read` followed by its path, for a session only: it answers the same, is neither metered nor charged, and has a request rate for each person.',
    ].join('\n\n'),
    license: { name: 'Proprietary', identifier: 'LicenseRef-Gable' },
  },
  security: [{ session: [], console: [] }],
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: '__Host-gable_session' },
    console: { type: 'apiKey', in: 'header', name: 'X-Gable-Console' },
  },
};

/** The document alone: it does not depend on what the routes do. */
export function consoleDescription(): object {
  const parts = {} as ConsoleParts;
  return openApiDocument(
    consoleRoutes(parts),
    [...signInPages(parts), ...oauthPages(parts), descriptionPage(() => ({}))],
    ABOUT,
  );
}

/** The document is written when it is first read: it takes 50 ms of CPU. */
const descriptionPage = (document: () => object): PageRoute => {
  let body: string | undefined;
  return {
    path: '/console/api/openapi.json',
    access: 'open',
    summary: 'OpenAPI document of the console',
    type: 'application/json',
    statuses: [200],
    schema: { type: 'object' },
    show() {
      body ??= JSON.stringify(document());
      return { type: 'application/json', body };
    },
  };
};

export const consoleApiPages = (parts: ConsoleParts): PageRoute[] => [
  ...signInPages(parts),
  ...oauthPages(parts),
  descriptionPage(consoleDescription),
];
