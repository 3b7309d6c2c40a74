import { type Static, Type } from 'typebox';
import { removeDestination } from '../../alerts/remove-destination.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import type { TooManyMails } from '../../delivery/confirmations/confirmations.ts';
import {
  addDestination,
  type DestinationRow,
  findDestination,
  listDestinations,
  MAX_DESTINATIONS,
  type NewTarget,
  requestConfirmation,
} from '../../delivery/destinations/destinations.ts';
import { suspensionReason } from '../../delivery/destinations/suspension.ts';
import { checkWebhookUrl } from '../../delivery/destinations/webhook-url.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { faultsProblem, Problem, resourceNotFound, validationProblem } from '../../service/problem.ts';
import { singleDocument } from '../render/json-api.ts';
import { plainResource, type Resource } from '../resource.ts';
import { create, type Route, type RouteCall, readOne, readPage, remove } from '../route.ts';

/** One type with two values rather than a union of two, so that each fault is reported once. */
const textOrNull = (description: string, more: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...more, description });

const types = serviceVocabularies.destinationType.values;
/** RFC 5321, 4.5.3.1.3. */
const MAX_EMAIL_CHARS = 254;

export const eventDestination = plainResource(
  'EventDestination',
  '/account/event-destinations/{id}',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      destinationType: Type.String({ enum: [...types] }),
      url: textOrNull('Where webhooks are sent; null for EMAIL.'),
      email: textOrNull('Where mails are sent; null for WEBHOOK.'),
      isDefault: Type.Boolean({ description: 'Whether alerts without a destination of their own use it.' }),
      status: Type.String({
        enum: [...serviceVocabularies.destinationStatus.values],
        description:
          'SUSPENDED after 5 failures in a row, until a probe or a person brings it back. An EMAIL is SUSPENDED until its owner confirms it by the mailed link. What comes meanwhile is held.',
      }),
      suspensionReason: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        enum: [...serviceVocabularies.suspensionReason.values, null],
        description:
          'Why it is SUSPENDED: UNCONFIRMED, the owner of the mailbox has not followed the mailed link; UNSUBSCRIBED, the owner asked for no more; FAILING, 5 failures in a row. Null while it is ACTIVE.',
      }),
      signingKey: Type.Optional(
        Type.String({
          description:
            "Signs all the account's webhooks. Only in the answer that creates the account's first webhook destination.",
        }),
      ),
    },
    { additionalProperties: false, description: 'Where notifications go.' },
  ),
);

export type FlatDestination = Parameters<typeof eventDestination.toJsonApi>[0];

export const flatDestination = (row: DestinationRow, signingKey?: string): FlatDestination => ({
  id: row.id,
  destinationType: row.destinationType,
  url: row.url,
  email: row.email,
  isDefault: row.isDefault,
  status: row.status,
  suspensionReason: suspensionReason(row),
  ...(signingKey === undefined ? {} : { signingKey }),
});

/** The target of a destination as one URL. */
export const destinationUrl = ({ url, email }: Pick<FlatDestination, 'url' | 'email'>): string =>
  url ?? `mailto:${email}`;

const body = Type.Object(
  {
    destinationType: Type.Optional(
      textOrNull('May be left out: then it follows from which of url and email is given.', {
        enum: [...types, null],
      }),
    ),
    url: Type.Optional(
      textOrNull('HTTPS, on a public host.', { examples: ['https://hooks.customer.example/gable'] }),
    ),
    email: Type.Optional(textOrNull('An email.', { format: 'email', maxLength: MAX_EMAIL_CHARS })),
    isDefault: Type.Optional(
      Type.Boolean({ default: false, description: 'True makes it the default in place of the present one.' }),
    ),
  },
  { additionalProperties: false },
);

const ruleFault = (propertyPath: string, message: string, code: string): RequestFault => ({
  propertyPath,
  message,
  code,
  understood: true,
});

/** The target, or all faults of it. */
function parseTarget({ body: given, delivery }: RouteCall<unknown, Static<typeof body>>): NewTarget {
  const { url = null, email = null } = given;
  const type = given.destinationType ?? (email !== null && url === null ? 'EMAIL' : 'WEBHOOK');
  const faults: RequestFault[] = [];
  if (given.destinationType == null && url !== null && email !== null) {
    faults.push(ruleFault('destinationType', 'Say which of url and email is meant.', 'required'));
  } else if (type === 'EMAIL') {
    if (email === null) faults.push(ruleFault('email', 'An EMAIL destination needs an email.', 'required'));
    if (url !== null) faults.push(ruleFault('url', 'An EMAIL destination has no url.', 'not_allowed'));
  } else {
    if (url === null) faults.push(ruleFault('url', 'A WEBHOOK destination needs a url.', 'required'));
    if (email !== null) faults.push(ruleFault('email', 'A WEBHOOK destination has no email.', 'not_allowed'));
  }
  const checked = url === null || type === 'EMAIL' ? undefined : checkWebhookUrl(url, delivery);
  if (checked?.ok === false)
    faults.push(ruleFault('url', `The URL ${checked.fault}.`, 'address_not_allowed'));
  if (faults.length > 0) throw faultsProblem(faults);
  return email !== null && type === 'EMAIL'
    ? { url: null, email: email.trim() }
    : { url: checked?.ok ? checked.url : '', email: null };
}

const MAIL_LIMIT_DETAILS: Record<TooManyMails['limit']['scope'], string> = {
  recipient: 'This email was asked to confirm too often',
  account: 'This account asked too many emails to confirm',
  service: 'The service asked too many emails to confirm',
};

export function tooManyMails({ limit, retryInMs }: TooManyMails, now: Date): Problem {
  const seconds = Math.max(1, Math.ceil(retryInMs / 1_000));
  const detail = `${MAIL_LIMIT_DETAILS[limit.scope]}: ${limit.maxMails} mails in ${limit.windowMs / HOUR_MS} h. Try again in ${seconds} s.`;
  const retryAt = Math.ceil((now.getTime() + retryInMs) / 1_000);
  return new Problem('too-many-mails', detail, {
    headers: { 'x-ratelimit-retry-after': String(retryAt), 'retry-after': String(seconds) },
  });
}

const tag = 'Event destinations';

const CONFIRMATION_REFUSALS = {
  confirmed: ['The email is confirmed already.', 'already_confirmed'],
  unsubscribed: ['The owner of the mailbox asked for no more mails.', 'unsubscribed'],
  'not-email': ['Only an EMAIL destination is confirmed.', 'not_allowed'],
} as const;

const confirmationRoute: Route = {
  method: 'POST',
  path: '/account/event-destinations/{id}/confirmation',
  operationId: 'requestConfirmation',
  tag,
  summary: 'Resend the confirmation email',
  description: 'For an EMAIL destination whose owner has not followed the mailed link.',
  routeType: 'account',
  changesAlerts: true,
  query: Type.Object({}, { additionalProperties: false }),
  answers: [
    {
      status: 200,
      description: 'The destination; the mail is under way.',
      resource: eventDestination as Resource,
    },
  ],
  problems: ['not-found', 'validation', 'too-many-mails', 'payload-too-large', 'unsupported-media-type'],
  async run({ db, clock, accountId, params }) {
    const id = params['id'] ?? '';
    const requested = await requestConfirmation(db, clock, accountId, id);
    if (requested.outcome === 'too-many-mails') throw tooManyMails(requested, clock.now());
    if (requested.outcome !== 'sent' && requested.outcome !== 'unknown') {
      const [message, code] = CONFIRMATION_REFUSALS[requested.outcome];
      throw validationProblem('', message, code);
    }
    const row = await findDestination(db, accountId, id);
    if (row === undefined) throw resourceNotFound();
    const flat = flatDestination(row);
    return {
      status: 200,
      results: 0,
      document: (format) =>
        format === 'flat' ? flat : singleDocument(eventDestination, flat, eventDestination.self(id)),
    };
  },
};

export const eventDestinationRoutes: Route[] = [
  readPage({
    path: '/account/event-destinations',
    operationId: 'listEventDestinations',
    tag,
    summary: 'List destinations',
    routeType: 'account',
    resource: eventDestination,
    async list({ db, accountId, query }) {
      const { rows, total } = await listDestinations(db, accountId, query.page);
      return { rows: rows.map((row) => flatDestination(row)), total };
    },
  }),
  create({
    path: '/account/event-destinations',
    operationId: 'createEventDestination',
    tag,
    summary: 'Create a destination',
    description:
      'A URL or email that the account has already is answered with the existing destination and status 200, promoted when isDefault is true. The first destination becomes the default by itself. A recipient who said no to this account is not asked again: the destination stays SUSPENDED.',
    routeType: 'account',
    changesAlerts: true,
    resource: eventDestination,
    body,
    async make(call) {
      const { db, clock, delivery, accountId } = call;
      const target = { ...parseTarget(call), isDefault: call.body.isDefault ?? false };
      const added = await addDestination(db, { clock, keyring: delivery.keyring }, accountId, target);
      if (added.outcome === 'too-many') {
        throw validationProblem('', `An account has at most ${MAX_DESTINATIONS} destinations.`, 'too_many');
      }
      if (added.outcome === 'too-many-mails') throw tooManyMails(added, clock.now());
      return {
        flat: flatDestination(added.destination, added.signingKey),
        created: added.outcome === 'added',
      };
    },
  }),
  readOne({
    path: '/account/event-destinations/{id}',
    operationId: 'getEventDestination',
    tag,
    summary: 'Get a destination',
    routeType: 'account',
    resource: eventDestination,
    async find({ db, accountId, params }) {
      const row = await findDestination(db, accountId, params['id'] ?? '');
      return row && flatDestination(row);
    },
  }),
  confirmationRoute,
  remove({
    path: '/account/event-destinations/{id}',
    operationId: 'deleteEventDestination',
    tag,
    summary: 'Delete a destination',
    description:
      'Notifications that wait for it end as SKIPPED. When it was the default, the oldest active one becomes the default. Alerts that used it use the default; an alert left with none is disabled, with `disabledReason` NO_DESTINATION.',
    routeType: 'account',
    changesAlerts: true,
    drop: ({ db, clock, accountId, params }) => removeDestination(db, clock, accountId, params['id'] ?? ''),
  }),
];
