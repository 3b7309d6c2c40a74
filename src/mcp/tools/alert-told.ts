import { type Static, Type } from 'typebox';
import type { AlertRow } from '../../alerts/alerts.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { tokensOf } from '../tokens.ts';
import { shortened } from '../told.ts';
import { anObject, closed, orNull } from '../tool.ts';

export const alertSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    enabled: Type.Boolean(),
    criteria: Type.Unsafe<object | null>(
      orNull(anObject('A criteria tree.'), 'What it watches for; null: every property, unless left out.'),
    ),
    rules: Type.Array(Type.Unsafe<object>(anObject('What it tells.'))),
    destinationId: Type.Unsafe<string | null>(
      orNull(Type.String(), 'Null: the default destination of the account.'),
    ),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    leftOut: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Members too long to show here; a greater maxTokens may show them.',
      }),
    ),
  },
  closed,
);
export type AlertTold = Static<typeof alertSchema>;

/** Of a list one alert may take so much of the room; the criteria are told twice, and quotes in the text cost two. */
const SHARE = 6;
const SHORT_NAME = 40;

/** An alert as it is told. Criteria that would crowd out all other alerts are left out. */
export function alertTold(row: AlertRow, budget: number): AlertTold {
  const told: AlertTold = {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    criteria: row.criteria,
    rules: [...row.rules],
    destinationId: row.destinationId,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
  return tokensOf(JSON.stringify(row.criteria)) * SHARE <= budget
    ? told
    : { ...told, criteria: null, leftOut: ['criteria'] };
}

export const briefAlert = (told: AlertTold): AlertTold => ({
  ...told,
  name: shortened(told.name, SHORT_NAME),
  criteria: null,
  rules: [],
  leftOut: ['criteria', 'rules'],
});

export const alertLine = ({ id, name, enabled, rules, criteria, leftOut = [] }: AlertTold): string =>
  [
    id,
    JSON.stringify(name),
    enabled ? 'enabled' : 'disabled',
    leftOut.includes('rules')
      ? '(rules left out)'
      : rules.map((rule) => (rule as { eventType: string }).eventType).join('+'),
    leftOut.includes('criteria')
      ? '(criteria left out)'
      : criteria === null
        ? 'every property'
        : JSON.stringify(criteria),
  ].join(' | ');
