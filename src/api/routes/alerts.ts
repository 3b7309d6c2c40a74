import { Type } from 'typebox';
import type { AlertRequest } from '../../alerts/alert-request.ts';
import { viewAlert, viewAlerts } from '../../alerts/alert-view.ts';
import {
  createAlert,
  findAlert,
  listAlerts,
  MAX_ALERTS,
  type NewAlert,
  removeAlert,
  type SaveAlertResult,
  updateAlert,
} from '../../alerts/alerts.ts';
import { alertRefusalFault, MAX_CRITERIA_MIB } from '../../alerts/refusal-fault.ts';
import { resolveAlertRequest } from '../../alerts/resolve-alert-request.ts';
import { faultsProblem, resourceNotFound } from '../../service/problem.ts';
import { singleDocument } from '../render/json-api.ts';
import { flatDocument, type Resource } from '../resource.ts';
import { type Route, type RouteCall, type RouteResponse, readOne, readPage, remove } from '../route.ts';
import { alertComponents, changedAlertBody, newAlertBody } from './alert-body.ts';
import { alert, type RenderedAlert, renderAlert } from './alert-resource.ts';

const tag = 'Alerts';
const noQuery = Type.Object({}, { additionalProperties: false });
const alertAsResource = alert as unknown as Resource;

const LIMITS = `An account has at most ${MAX_ALERTS} alerts, whose criteria take at most ${MAX_CRITERIA_MIB} MiB of JSON together; beyond that the answer is 422.`;

async function requireAlertChange(call: RouteCall): Promise<AlertRequest['change']> {
  const resolved = await resolveAlertRequest(call, call.body as AlertRequest);
  if ('faults' in resolved) throw faultsProblem(resolved.faults);
  return resolved.change;
}

async function alertResponse(
  call: RouteCall,
  status: number,
  outcome: SaveAlertResult,
): Promise<RouteResponse> {
  if ('refused' in outcome) throw faultsProblem([alertRefusalFault(outcome.refused)]);
  const { alert: row, signingKey } = outcome;
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
  description: `Matching properties that are on the market already are notified too, as NEW_MATCH, newest first over the first three days. ${LIMITS}`,
  routeType: 'alerts',
  changesAlerts: true,
  query: noQuery,
  body: newAlertBody,
  components: alertComponents,
  answers: [{ status: 201, description: 'The Alert created.', resource: alertAsResource }],
  problems: ['validation'],
  async run(call) {
    const change = await requireAlertChange(call);
    return alertResponse(call, 201, await createAlert(call, call.accountId, change as NewAlert));
  },
};

const updateRoute: Route = {
  method: 'PUT',
  path: '/alerts/{id}',
  operationId: 'updateAlert',
  tag,
  summary: 'Update an alert',
  description: `Only members that are sent change; null clears \`criteria\` or \`notificationDestination\`. ${LIMITS}`,
  routeType: 'alerts',
  changesAlerts: true,
  query: noQuery,
  body: changedAlertBody,
  components: alertComponents,
  answers: [{ status: 200, description: 'The Alert as it is now.', resource: alertAsResource }],
  problems: ['not-found', 'validation'],
  async run(call) {
    const id = call.params['id'] ?? '';
    if ((await findAlert(call.db, call.accountId, id)) === undefined) throw resourceNotFound();
    const change = await requireAlertChange(call);
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
    summary: 'Get an alert',
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
    changesAlerts: true,
    drop: (call) => removeAlert(call, call.accountId, call.params['id'] ?? ''),
  }),
];
