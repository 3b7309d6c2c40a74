import { Type } from 'typebox';
import { viewAlert, viewAlerts } from '../../alerts/alert-view.ts';
import {
  type AlertRefusal,
  createAlert,
  findAlert,
  listAlerts,
  MAX_ALERTS,
  MAX_CRITERIA_BYTES_PER_ACCOUNT,
  type NewAlert,
  removeAlert,
  type SaveAlertResult,
  updateAlert,
} from '../../alerts/alerts.ts';
import { MAX_DESTINATIONS } from '../../delivery/destinations/destinations.ts';
import { faultsProblem, type RequestFault, validationProblem } from '../problem.ts';
import { singleDocument } from '../render/json-api.ts';
import { flatDocument, type Resource } from '../resource.ts';
import {
  type Route,
  type RouteCall,
  type RouteResponse,
  readOne,
  readPage,
  remove,
  resourceNotFound,
  type Services,
} from '../route.ts';
import {
  type AlertBody,
  alertComponents,
  changedAlertBody,
  newAlertBody,
  parseDestination,
  unknownDestination,
} from './alert-body.ts';
import { alert, type RenderedAlert, renderAlert } from './alert-resource.ts';
import { refuseUnknownPlaces } from './search.ts';

const tag = 'Alerts';
const noQuery = Type.Object({}, { additionalProperties: false });
const alertAsResource = alert as unknown as Resource;

const MAX_CRITERIA_MIB = MAX_CRITERIA_BYTES_PER_ACCOUNT / 2 ** 20;
const LIMITS = `An account has at most ${MAX_ALERTS} alerts, whose criteria take at most ${MAX_CRITERIA_MIB} MiB of JSON together; beyond that the answer is 422.`;

const ruleFault = (propertyPath: string, message: string, code: string): RequestFault => ({
  propertyPath,
  message,
  code,
  understood: true,
});

const REFUSALS: Readonly<Record<AlertRefusal, RequestFault>> = {
  'no-destination': ruleFault(
    'notificationDestination',
    'An enabled alert needs a destination, as the account has no default.',
    'required',
  ),
  'no-default': ruleFault(
    'notificationDestination',
    'Cannot be null: the account has no default destination.',
    'required',
  ),
  'unknown-destination': unknownDestination,
  'too-many-destinations': ruleFault(
    'notificationDestination',
    `An account has at most ${MAX_DESTINATIONS} destinations.`,
    'too_many',
  ),
  'made-before': ruleFault('', 'This alert was created before; nothing was changed.', 'repeated'),
  'changed-since': ruleFault('', 'The alert changed since; nothing was changed.', 'changed'),
  'too-many-alerts': ruleFault('', `An account has at most ${MAX_ALERTS} alerts.`, 'too_many'),
  'too-much-criteria': ruleFault(
    'criteria',
    `The criteria of all alerts of an account take at most ${MAX_CRITERIA_MIB} MiB together.`,
    'too_large',
  ),
};

/** The change as the domain takes it, once the places and the destination that it names are known to be good. */
export async function validateAlertChange(
  services: Pick<Services, 'places' | 'delivery'>,
  { change, mentions, destination }: AlertBody,
): Promise<AlertBody['change']> {
  await refuseUnknownPlaces(services, mentions);
  const asked = parseDestination(destination, services.delivery);
  if ('fault' in asked) throw faultsProblem([asked.fault]);
  return { ...change, ...(asked.asked !== undefined && { destination: asked.asked }) };
}

export function requireSaved(outcome: SaveAlertResult): Exclude<SaveAlertResult, { refused: AlertRefusal }> {
  if (!('refused' in outcome)) return outcome;
  const { propertyPath, message, code } = REFUSALS[outcome.refused];
  throw validationProblem(propertyPath, message, code);
}

async function alertResponse(
  call: RouteCall,
  status: number,
  outcome: SaveAlertResult,
): Promise<RouteResponse> {
  const { alert: row, signingKey } = requireSaved(outcome);
  const rendered: RenderedAlert = renderAlert(await viewAlert(call.db, row), signingKey);
  const self = alert.self(rendered.id);
  return {
    status,
    results: 0,
    ...(status === 201 && { headers: { location: self } }),
    document: (format) =>
      format === 'flat' ? flatDocument(alert, rendered) : singleDocument(alert, rendered, self),
  };
}

const createRoute: Route = {
  method: 'POST',
  path: '/alerts',
  operationId: 'createAlert',
  tag,
  summary: 'Create an alert',
  description: `Matching properties that are on the market already are told too, as NEW_MATCH, newest first over the first three days. ${LIMITS}`,
  routeType: 'alerts',
  query: noQuery,
  body: newAlertBody,
  components: alertComponents,
  answers: [{ status: 201, description: 'The Alert created.', resource: alertAsResource }],
  problems: ['validation'],
  async run(call) {
    const change = await validateAlertChange(call, call.body as AlertBody);
    return alertResponse(call, 201, await createAlert(call, call.accountId, change as NewAlert));
  },
};

const updateRoute: Route = {
  method: 'PUT',
  path: '/alerts/{id}',
  operationId: 'updateAlert',
  tag,
  summary: 'Change an alert',
  description: `Only members that are sent change; null clears \`criteria\` or \`notificationDestination\`. ${LIMITS}`,
  routeType: 'alerts',
  query: noQuery,
  body: changedAlertBody,
  components: alertComponents,
  answers: [{ status: 200, description: 'The Alert as it is now.', resource: alertAsResource }],
  problems: ['not-found', 'validation'],
  async run(call) {
    const id = call.params['id'] ?? '';
    if ((await findAlert(call.db, call.accountId, id)) === undefined) throw resourceNotFound();
    const change = await validateAlertChange(call, call.body as AlertBody);
    const outcome = await updateAlert(call, call.accountId, id, change);
    if (outcome === undefined) throw resourceNotFound();
    return alertResponse(call, 200, outcome);
  },
};

export const alertRoutes: Route[] = [
  readPage({
    path: '/alerts',
    operationId: 'listAlerts',
    tag,
    summary: 'List alerts',
    description: 'The newest first.',
    routeType: 'alerts',
    resource: alert,
    async list({ db, accountId, query }) {
      const { rows, total } = await listAlerts(db, accountId, query.page);
      const views = await viewAlerts(db, accountId, rows);
      return { rows: views.map((view) => renderAlert(view)), total };
    },
  }),
  createRoute,
  readOne({
    path: '/alerts/{id}',
    operationId: 'getAlert',
    tag,
    summary: 'Read one alert',
    routeType: 'alerts',
    resource: alert,
    async find({ db, accountId, params }) {
      const row = await findAlert(db, accountId, params['id'] ?? '');
      return row && renderAlert(await viewAlert(db, row));
    },
  }),
  updateRoute,
  remove({
    path: '/alerts/{id}',
    operationId: 'deleteAlert',
    tag,
    summary: 'Delete an alert',
    description: 'Its notifications that are still waiting end as SKIPPED.',
    routeType: 'alerts',
    drop: (call) => removeAlert(call, call.accountId, call.params['id'] ?? ''),
  }),
];
