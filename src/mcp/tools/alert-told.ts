import { Type } from 'typebox';
import type { AlertRow } from '../../alerts/alerts.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { anObject, closed, orNull } from '../tool.ts';

export const alertSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    enabled: Type.Boolean(),
    criteria: orNull(anObject('A criteria tree.'), 'What it watches for; null: every property.'),
    criteriaLeftOut: Type.Optional(Type.Boolean({ description: 'True when the tree is too long to show.' })),
    rules: Type.Array(anObject('What it tells.')),
    destinationId: orNull(Type.String(), 'Null: the default destination of the account.'),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  closed,
);

/** Trees longer than this are left out of lists. */
const LONGEST_CRITERIA = 1_500;

export function alertTold(row: AlertRow) {
  const isLong = JSON.stringify(row.criteria).length > LONGEST_CRITERIA;
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    criteria: isLong ? null : row.criteria,
    ...(isLong && { criteriaLeftOut: true }),
    rules: row.rules,
    destinationId: row.destinationId,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export const alertLine = ({ id, name, enabled, rules, criteria }: AlertRow): string => {
  const text = JSON.stringify(criteria);
  return [
    id,
    JSON.stringify(name),
    enabled ? 'enabled' : 'disabled',
    rules.map(({ eventType }) => eventType).join('+'),
    text.length > LONGEST_CRITERIA ? '(long criteria)' : text,
  ].join(' | ');
};
