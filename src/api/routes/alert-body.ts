import { type TSchema, Type } from 'typebox';
import type { AlertChange, NewAlert } from '../../alerts/alerts.ts';
import { readRules } from '../../alerts/read-rules.ts';
import { criteriaSchemas } from '../../criteria/json-schema.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import type { PlaceReference } from '../../criteria/parse-context.ts';
import { checkWebhookUrl, type DeliveryContext } from '../../delivery/destinations/webhook-url.ts';
import { isUuid } from '../../lib/uuid.ts';
import type { RequestFault } from '../problem.ts';
import type { Resource } from '../resource.ts';
import type { BodyReadResult, RouteBody } from '../route.ts';
import { alert, criteriaOrNull, enabled, name, notificationConfig } from './alert-resource.ts';
import { EXAMPLE_CRITERIA } from './search-body.ts';

const closed = { additionalProperties: false };

const destination = Type.Object(
  {
    webhookUrl: Type.Optional(
      Type.String({ description: 'HTTPS, on a public address; a destination there is used again.' }),
    ),
    eventDestination: Type.Optional(
      Type.String({ description: 'A destination of the account: its id, its path, or the URL it sends to.' }),
    ),
  },
  { ...closed, description: 'One of the two.' },
);
const orNull = (schema: TSchema): TSchema =>
  Type.Unsafe({ anyOf: [schema, { type: 'null' }], description: 'Null: the default of the account.' });

/** Rules and criteria have parsers of their own, which tell more than a schema can. */
const anything = (examples: unknown[]): TSchema => Type.Unsafe({ examples });
const RULES_EXAMPLES = [
  { rules: [{ eventType: 'NEW_MATCH' }] },
  { rules: [{ eventType: 'PRICE_CHANGE', scope: 'LISTING', variationPercent: [{ lte: -5 }] }] },
];

const members = (own: { name: TSchema; criteria: TSchema; config: TSchema }) => ({
  name: own.name,
  enabled: Type.Optional(enabled),
  criteria: Type.Optional(own.criteria),
  notificationConfig: Type.Optional(own.config),
  notificationDestination: Type.Optional(orNull(destination)),
});

const checkedMembers = { criteria: anything([EXAMPLE_CRITERIA, {}, null]), config: anything(RULES_EXAMPLES) };
const documentedMembers = { criteria: criteriaOrNull, config: notificationConfig };

/** An alert as it was sent, read. */
export interface AlertBody {
  change: AlertChange & Partial<Pick<NewAlert, 'name'>>;
  mentions: readonly PlaceReference[];
  destination: { webhookUrl?: string; eventDestination?: string } | null | undefined;
}

interface RawAlertBody {
  name?: string;
  enabled?: boolean;
  criteria?: object | null;
  notificationConfig?: unknown;
  notificationDestination?: AlertBody['destination'];
}

function readAlertBody(sent: object, now: Date, isNew: boolean): BodyReadResult {
  const { criteria, notificationConfig: config, notificationDestination, ...plain } = sent as RawAlertBody;
  const parsed = parseCriteria(criteria);
  const rules = config === undefined && !isNew ? undefined : readRules(config, now);
  const faults: RequestFault[] = [
    ...('faults' in parsed ? parsed.faults : []),
    ...(rules && 'faults' in rules ? rules.faults : []),
    ...destinationFaults(notificationDestination),
  ];
  if (faults.length > 0) return { faults };
  const value: AlertBody = {
    change: {
      ...plain,
      ...('criteria' in sent && { criteria: criteria ?? null }),
      ...(rules && 'rules' in rules && { rules: rules.rules }),
    },
    mentions: parsed.mentions,
    destination: notificationDestination,
  };
  return { value };
}

function destinationFaults(sent: AlertBody['destination']): RequestFault[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const given = Object.keys(sent).filter(
    (member) => member === 'webhookUrl' || member === 'eventDestination',
  );
  if (given.length === 1) return [];
  return [
    {
      propertyPath: 'notificationDestination',
      message: 'Give either `webhookUrl` or `eventDestination`.',
      code: given.length === 0 ? 'required' : 'not_allowed',
      understood: true,
    },
  ];
}

export const newAlertBody: RouteBody = {
  schema: Type.Object(members({ name, ...checkedMembers }), closed),
  documented: Type.Object(members({ name, ...documentedMembers }), closed),
  resource: alert as unknown as Resource,
  read: (sent, now) => readAlertBody(sent, now, true),
};

export const changedAlertBody: RouteBody = {
  schema: Type.Object(members({ name: Type.Optional(name), ...checkedMembers }), closed),
  documented: Type.Object(members({ name: Type.Optional(name), ...documentedMembers }), closed),
  resource: alert as unknown as Resource,
  read: (sent, now) => readAlertBody(sent, now, false),
};

export const alertComponents: Record<string, TSchema> = Object.fromEntries(
  Object.entries(criteriaSchemas()).map(([schemaName, schema]) => [schemaName, Type.Unsafe(schema)]),
);

const fault = (member: string, message: string, code: string): RequestFault => ({
  propertyPath: `notificationDestination.${member}`,
  message,
  code,
  understood: true,
});

/** Whom the alert is to notify, or what is wrong with it. */
export function parseDestination(
  sent: AlertBody['destination'],
  delivery: DeliveryContext,
): { asked: AlertChange['destination'] } | { fault: RequestFault } {
  if (sent === undefined || sent === null) return { asked: sent };
  if (sent.webhookUrl !== undefined) {
    const target = checkWebhookUrl(sent.webhookUrl, delivery);
    return target.ok
      ? { asked: { webhookUrl: target.url } }
      : { fault: fault('webhookUrl', `The address ${target.fault}.`, 'address_not_allowed') };
  }
  const named = sent.eventDestination ?? '';
  if (named.startsWith('mailto:'))
    return { asked: { sendsTo: { url: null, email: named.slice('mailto:'.length) } } };
  if (/^https?:/.test(named)) return { asked: { sendsTo: { url: named, email: null } } };
  const id = named.slice(named.lastIndexOf('/') + 1);
  return isUuid(id) ? { asked: { destinationId: id } } : { fault: unknownDestination };
}

export const unknownDestination: RequestFault = fault(
  'eventDestination',
  'The account has no such destination.',
  'unknown_destination',
);
