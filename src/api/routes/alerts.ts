import { Type } from 'typebox';
import { viewAlert, viewAlerts } from '../../alerts/alert-view.ts';
import {
  createAlert,
  findAlert,
  listAlerts,
  MAX_ALERTS,
  MAX_CRITERIA_BYTES_PER_ACCOUNT,
  type NewAlert,
  type Refusal,
  removeAlert,
  type Saved,
  updateAlert,
} from '../../alerts/alerts.ts';
import { MAX_DESTINATIONS } from '../../delivery/destinations/destinations.ts';
import { brokenRule, type Fault, faultsProblem } from '../problem.ts';
import { singleDocument } from '../render/json-api.ts';
import { flatDocument, type Resource } from '../resource.ts';
import {
  type Answer,
  type Call,
  noSuch,
  type Route,
  readOne,
  readPage,
  remove,
  type Services,
} from '../route.ts';
import {
  alertComponents,
  askedDestination,
  changedAlertBody,
  newAlertBody,
  type SentAlert,
  unknownDestination,
} from './alert-body.ts';
import { alert, type RenderedAlert, renderedAlert } from './alert-resource.ts';
import { refuseUnknownPlaces } from './search.ts';

const tag = 'Alerts';
const noQuery = Type.Object({}, { additionalProperties: false });
const shown = alert as unknown as Resource;

const MAX_CRITERIA_MIB = MAX_CRITERIA_BYTES_PER_ACCOUNT / 2 ** 20;
const LIMITS = `An account has at most ${MAX_ALERTS} alerts, whose criteria take at most ${MAX_CRITERIA_MIB} MiB of JSON together; beyond that the answer is 422.`;

const broken = (propertyPath: string, message: string, code: string): Fault => ({
  propertyPath,
  message,
  code,
  understood: true,
});

const REFUSALS: Readonly<Record<Refusal, Fault>> = {
  'no-destination': broken(
    'notificationDestination',
    'An enabled alert needs a destination, as the account has no default.',
    'required',
  ),
  'no-default': broken(
    'notificationDestination',
    'Cannot be null: the account has no default destination.',
    'required',
  ),
  'unknown-destination': unknownDestination,
  'too-many-destinations': broken(
    'notificationDestination',
    `An account has at most ${MAX_DESTINATIONS} destinations.`,
    'too_many',
  ),
  'made-before': broken('', 'This alert was created before; nothing was changed.', 'repeated'),
  'changed-since': broken('', 'The alert changed since; nothing was changed.', 'changed'),
  'too-many-alerts': broken('', `An account has at most ${MAX_ALERTS} alerts.`, 'too_many'),
  'too-much-criteria': broken(
    'criteria',
    `The criteria of all alerts of an account take at most ${MAX_CRITERIA_MIB} MiB together.`,
    'too_large',
  ),
};

/** The change as the domain takes it, once the places and the destination that it names are known to be good. */
export async function checkedChange(
  services: Pick<Services, 'places' | 'delivery'>,
  { change, mentions, destination }: SentAlert,
): Promise<SentAlert['change']> {
  await refuseUnknownPlaces(services, mentions);
  const asked = askedDestination(destination, services.delivery);
  if ('fault' in asked) throw faultsProblem([asked.fault]);
  return { ...change, ...(asked.asked !== undefined && { destination: asked.asked }) };
}

export function savedAlert(outcome: Saved): Exclude<Saved, { refused: Refusal }> {
  if (!('refused' in outcome)) return outcome;
  const { propertyPath, message, code } = REFUSALS[outcome.refused];
  throw brokenRule(propertyPath, message, code);
}

async function answered(call: Call, status: number, outcome: Saved): Promise<Answer> {
  const { alert: row, signingKey } = savedAlert(outcome);
  const rendered: RenderedAlert = renderedAlert(await viewAlert(call.db, row), signingKey);
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
  answers: [{ status: 201, description: 'The Alert created.', resource: shown }],
  problems: ['validation'],
  async run(call) {
    const change = await checkedChange(call, call.body as SentAlert);
    return answered(call, 201, await createAlert(call, call.accountId, change as NewAlert));
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
  answers: [{ status: 200, description: 'The Alert as it is now.', resource: shown }],
  problems: ['not-found', 'validation'],
  async run(call) {
    const id = call.params['id'] ?? '';
    if ((await findAlert(call.db, call.accountId, id)) === undefined) throw noSuch();
    const change = await checkedChange(call, call.body as SentAlert);
    const outcome = await updateAlert(call, call.accountId, id, change);
    if (outcome === undefined) throw noSuch();
    return answered(call, 200, outcome);
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
      return { rows: views.map((view) => renderedAlert(view)), total };
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
      return row && renderedAlert(await viewAlert(db, row));
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
