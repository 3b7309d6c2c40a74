import { Type } from 'typebox';
import { vocabularySchema } from '../catalogue/json-schema.ts';
import { serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import type { AlertRule } from './derive-events.ts';

const closed = { additionalProperties: false };
const { alertEventType, alertScope } = serviceVocabularies;

const range = Type.Object(
  { gte: Type.Optional(Type.Number()), lte: Type.Optional(Type.Number()) },
  { ...closed, description: 'Signed per cent: a drop of at least 5 per cent is `{"lte": -5}`.' },
);

const rule = Type.Object(
  {
    eventType: Type.Unsafe<AlertRule['eventType']>(vocabularySchema(alertEventType)),
    scope: Type.Optional(
      Type.Unsafe<AlertRule['scope']>({ ...vocabularySchema(alertScope), default: 'PROPERTY' }),
    ),
    variationPercent: Type.Optional(
      Type.Array(range, {
        description: 'PRICE_CHANGE only. Any of the ranges may hold; without it every change will do.',
      }),
    ),
  },
  { ...closed, description: 'What the alert notifies. One rule per event type.' },
);

export const notificationConfigSchema = Type.Object(
  { rules: Type.Array(rule, { minItems: 1 }) },
  { ...closed, description: 'One NEW_MATCH rule by default.' },
);

export const alertNameSchema = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What people call it.',
});
export const alertEnabledSchema = Type.Boolean({
  default: true,
  description: 'A disabled alert notifies nobody.',
});
