import { type Static, Type } from 'typebox';
import type { AlertRow } from '../../alerts/alerts.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { countTokens } from '../tokens.ts';
import { closed, objectSchema, orNull } from '../tool.ts';
import { truncateLine } from '../tool-output.ts';

export const alertSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    enabled: Type.Boolean(),
    criteria: Type.Unsafe<object | null>(
      orNull(objectSchema('A criteria tree.'), 'What it watches for; null: every property, unless left out.'),
    ),
    rules: Type.Array(Type.Unsafe<object>(objectSchema('What it notifies.'))),
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
export type AlertOutput = Static<typeof alertSchema>;

/**
 * The share of the budget that one alert of a list may take. The criteria appear twice, and quotes in the
 * text cost two tokens.
 */
const CRITERIA_BUDGET_DIVISOR = 6;
const SHORT_NAME_CHARS = 40;

/** An alert as tools show it. Criteria that would crowd out all other alerts are left out. */
export function buildAlertOutput(row: AlertRow, budget: number): AlertOutput {
  const output: AlertOutput = {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    criteria: row.criteria,
    rules: [...row.rules],
    destinationId: row.destinationId,
    createdAt: formatTimestamp(row.createdAt),
    updatedAt: formatTimestamp(row.updatedAt),
  };
  return countTokens(JSON.stringify(row.criteria)) * CRITERIA_BUDGET_DIVISOR <= budget
    ? output
    : { ...output, criteria: null, leftOut: ['criteria'] };
}

export const briefAlert = (output: AlertOutput): AlertOutput => ({
  ...output,
  name: truncateLine(output.name, SHORT_NAME_CHARS),
  criteria: null,
  rules: [],
  leftOut: ['criteria', 'rules'],
});

export const alertLine = ({ id, name, enabled, rules, criteria, leftOut = [] }: AlertOutput): string =>
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
