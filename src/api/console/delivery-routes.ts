import { Type } from 'typebox';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import {
  type DestinationRow,
  findDestination,
  listDestinations,
  reactivateDestination,
} from '../../delivery/destinations/destinations.ts';
import { suspensionReason } from '../../delivery/destinations/suspension.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { validationProblem } from '../../service/problem.ts';
import { plainResource } from '../resource.ts';
import { type Route, readOne, readPage } from '../route.ts';
import { actionRoute, consoleRouteBase } from './action-route.ts';

const PATH = '/console/api/destinations';
const { destinationType, destinationStatus } = serviceVocabularies;
const suspensionReasons = serviceVocabularies.suspensionReason.values;
const textOrNull = (description: string, more: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...more, description });
const momentOrNull = (description: string) => textOrNull(description, { format: 'date-time' });

const servedDestination = plainResource(
  'ServedDestination',
  `${PATH}/{id}`,
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      destinationType: Type.String({ enum: [...destinationType.values] }),
      url: textOrNull('Where webhooks are sent; null for EMAIL.'),
      email: textOrNull('Where mails are sent; null for WEBHOOK.'),
      isDefault: Type.Boolean(),
      status: Type.String({ enum: [...destinationStatus.values] }),
      suspensionReason: textOrNull('Why nothing is sent there.', { enum: [...suspensionReasons, null] }),
      failures: Type.Integer({ minimum: 0, description: 'Failed attempts in a row.' }),
      suspendedAt: momentOrNull('Since when nothing is sent there.'),
      probes: Type.Integer({ minimum: 0, description: 'Probes since then.' }),
      nextProbeAt: momentOrNull('When it is tried next.'),
      confirmedAt: momentOrNull('When the owner of the email confirmed it.'),
      unsubscribedAt: momentOrNull('When they asked for no more mails.'),
      createdAt: Type.String({ format: 'date-time' }),
    },
    { additionalProperties: false, description: 'A destination with how well it is served.' },
  ),
);

const moment = (at: Date | null): string | null => at && formatTimestamp(at);

const flat = ({ accountId: _, ...row }: DestinationRow) => ({
  ...row,
  suspensionReason: suspensionReason({ ...row }),
  suspendedAt: moment(row.suspendedAt),
  nextProbeAt: moment(row.nextProbeAt),
  confirmedAt: moment(row.confirmedAt),
  unsubscribedAt: moment(row.unsubscribedAt),
  createdAt: formatTimestamp(row.createdAt),
});

const REFUSALS = {
  unconfirmed: ['The owner has not confirmed the email.', 'not_confirmed'],
  unsubscribed: ['The owner asked for no more mails.', 'unsubscribed'],
} as const;

const refusal = (outcome: keyof typeof REFUSALS) =>
  validationProblem('', REFUSALS[outcome][0], REFUSALS[outcome][1]);

const common = { ...consoleRouteBase, tag: 'Destinations', resource: servedDestination };

export const deliveryRoutes: Route[] = [
  readPage({
    ...common,
    path: PATH,
    operationId: 'listServedDestinations',
    summary: 'List destinations with delivery state',
    async list({ db, accountId, query }) {
      const { rows, total } = await listDestinations(db, accountId, query.page);
      return { rows: rows.map(flat), total };
    },
  }),
  readOne({
    ...common,
    path: `${PATH}/{id}`,
    operationId: 'getServedDestination',
    summary: 'Get the delivery state of a destination',
    async find({ db, accountId, params }) {
      const row = await findDestination(db, accountId, params['id'] ?? '');
      return row && flat(row);
    },
  }),
  actionRoute({
    ...common,
    path: `${PATH}/{id}/reactivate`,
    operationId: 'reactivateDestination',
    summary: 'Reactivate a suspended destination',
    description:
      'Without waiting for the next probe. What was held is sent, slowly at first. One that is active is answered as it is.',
    problems: ['validation'],
    async act({ db, clock, accountId, params }) {
      const id = params['id'] ?? '';
      const outcome = await reactivateDestination(db, clock, accountId, id);
      if (outcome === 'unconfirmed' || outcome === 'unsubscribed') throw refusal(outcome);
      const row = outcome === 'unknown' ? undefined : await findDestination(db, accountId, id);
      return row && flat(row);
    },
  }),
];
