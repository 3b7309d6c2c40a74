import { type TSchema, Type } from 'typebox';
import {
  type AlertRequestForm,
  alertChangeRequest,
  alertRequestSchema,
  newAlertRequest,
} from '../../alerts/alert-request.ts';
import { notificationConfigSchema } from '../../alerts/alert-schema.ts';
import { criteriaSchemas } from '../../criteria/json-schema.ts';
import type { Resource } from '../resource.ts';
import type { RouteBody } from '../route.ts';
import { alert, criteriaOrNull } from './alert-resource.ts';

const documentedMembers = { criteria: criteriaOrNull, config: notificationConfigSchema };

const alertBody = (kind: 'new' | 'change', form: AlertRequestForm): RouteBody => ({
  ...form,
  documented: alertRequestSchema(kind, documentedMembers),
  resource: alert as unknown as Resource,
});

export const newAlertBody = alertBody('new', newAlertRequest);
export const changedAlertBody = alertBody('change', alertChangeRequest);

export const alertComponents: Record<string, TSchema> = Object.fromEntries(
  Object.entries(criteriaSchemas()).map(([schemaName, schema]) => [schemaName, Type.Unsafe(schema)]),
);
