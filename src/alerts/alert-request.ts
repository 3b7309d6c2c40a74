import { type TObject, type TSchema, Type } from 'typebox';
import { EXAMPLE_CRITERIA } from '../criteria/example.ts';
import { parseCriteria } from '../criteria/parse.ts';
import type { PlaceReference } from '../criteria/parse-context.ts';
import { type RequestFault, ruleFault } from '../lib/request-fault.ts';
import { alertEnabledSchema, alertNameSchema } from './alert-schema.ts';
import type { AlertChange, NewAlert } from './alerts.ts';
import { type DeliveryPlan, deliveryPlanFaults, deliveryPlanSchema } from './delivery-plan.ts';
import { readRules } from './read-rules.ts';

const closed = { additionalProperties: false };

const destination = Type.Object(
  {
    webhookUrl: Type.Optional(
      Type.String({ description: 'HTTPS, on a public host; a destination there is used again.' }),
    ),
    eventDestination: Type.Optional(
      Type.String({ description: 'A destination of the account: its id, its path, or the URL it sends to.' }),
    ),
  },
  { ...closed, description: 'One of the two.' },
);
const orDefault = (schema: TSchema): TSchema =>
  Type.Unsafe({ anyOf: [schema, { type: 'null' }], description: 'Null: the default of the account.' });

const RULES_EXAMPLES = [
  { rules: [{ eventType: 'NEW_MATCH' }] },
  { rules: [{ eventType: 'PRICE_CHANGE', scope: 'LISTING', variationPercent: [{ lte: -5 }] }] },
];

/** The schema of a request that creates or changes an alert. */
export const alertRequestSchema = (
  kind: 'new' | 'change',
  { criteria, config }: { criteria: TSchema; config: TSchema },
): TObject =>
  Type.Object(
    {
      name: kind === 'new' ? alertNameSchema : Type.Optional(alertNameSchema),
      enabled: Type.Optional(alertEnabledSchema),
      criteria: Type.Optional(criteria),
      notificationConfig: Type.Optional(config),
      notificationDestination: Type.Optional(orDefault(destination)),
      delivery: Type.Optional(
        Type.Unsafe({ anyOf: [deliveryPlanSchema, { type: 'null' }], description: 'Null: at once.' }),
      ),
    },
    closed,
  );

/** Rules and criteria have parsers of their own, whose faults say more than those of a schema. */
const parsedMembers = {
  criteria: Type.Unsafe({ examples: [EXAMPLE_CRITERIA, {}, null] }),
  config: Type.Unsafe({ examples: RULES_EXAMPLES }),
};

/** An alert as it was sent, parsed. */
export interface AlertRequest {
  change: AlertChange & Partial<Pick<NewAlert, 'name'>>;
  mentions: readonly PlaceReference[];
  destination: { webhookUrl?: string; eventDestination?: string } | null | undefined;
}

interface RawAlertRequest {
  name?: string;
  enabled?: boolean;
  criteria?: object | null;
  notificationConfig?: unknown;
  notificationDestination?: AlertRequest['destination'];
  delivery?: DeliveryPlan | null;
}

export type ParsedAlertRequest = { value: AlertRequest } | { faults: RequestFault[] };

/** What a request is checked with: its schema, and a parser for the parts that a schema cannot check. */
export interface AlertRequestForm {
  schema: TObject;
  read(sent: object, now: Date): ParsedAlertRequest;
}

export const newAlertRequest: AlertRequestForm = {
  schema: alertRequestSchema('new', parsedMembers),
  read: (sent, now) => parseAlertRequest(sent, now, true),
};

export const alertChangeRequest: AlertRequestForm = {
  schema: alertRequestSchema('change', parsedMembers),
  read: (sent, now) => parseAlertRequest(sent, now, false),
};

function parseAlertRequest(sent: object, now: Date, isNew: boolean): ParsedAlertRequest {
  const { criteria, notificationConfig: config, notificationDestination, ...plain } = sent as RawAlertRequest;
  const parsed = parseCriteria(criteria);
  const rules = config === undefined && !isNew ? undefined : readRules(config, now);
  const faults: RequestFault[] = [
    ...('faults' in parsed ? parsed.faults : []),
    ...(rules && 'faults' in rules ? rules.faults : []),
    ...destinationFaults(notificationDestination),
    ...deliveryPlanFaults(plain.delivery),
  ];
  if (faults.length > 0) return { faults };
  return {
    value: {
      change: {
        ...plain,
        ...('criteria' in sent && { criteria: criteria ?? null }),
        ...(rules && 'rules' in rules && { rules: rules.rules }),
      },
      mentions: parsed.mentions,
      destination: notificationDestination,
    },
  };
}

function destinationFaults(sent: AlertRequest['destination']): RequestFault[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const given = Object.keys(sent).filter(
    (member) => member === 'webhookUrl' || member === 'eventDestination',
  );
  if (given.length === 1) return [];
  return [
    ruleFault(
      'notificationDestination',
      'Give either `webhookUrl` or `eventDestination`.',
      given.length === 0 ? 'required' : 'not_allowed',
    ),
  ];
}
