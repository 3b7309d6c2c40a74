import type { AlertRule } from '../alerts/derive-events.ts';
import type { AlertEventType } from '../catalogue/service-vocabularies.ts';
import { parseCriteria } from '../criteria/parse.ts';
import type { DivisionRegister } from '../geo/register.ts';
import { describeCriteria } from './describe-criteria.ts';

const EVENTS: Readonly<Record<AlertEventType, string>> = {
  NEW_MATCH: 'new matches',
  PRICE_CHANGE: 'price changes',
  OTHER_CHANGE: 'other changes',
  EXPIRED: 'homes that leave the market',
  REACTIVATED: 'homes that return',
};

/** Criteria as they were sent or stored, in the words of a person. */
export function describeSent(criteria: object | null, register: Pick<DivisionRegister, 'namesOf'>): string {
  if (criteria === null) return 'Every property';
  const parsed = parseCriteria(criteria);
  return 'faults' in parsed ? JSON.stringify(criteria) : describeCriteria(parsed.tree, register);
}

/** "new matches, price changes (at most -5 %), each listing". */
export const describeRules = (rules: readonly AlertRule[] | undefined): string | undefined =>
  rules?.map(describeRule).join('; ');

function describeRule({ eventType, scope, variationPercent }: AlertRule): string {
  const ranges = (variationPercent ?? []).map(({ gte, lte }) =>
    [gte === undefined ? '' : `from ${gte} %`, lte === undefined ? '' : `to ${lte} %`].join(' ').trim(),
  );
  const each = scope === 'LISTING' ? ', listing by listing' : '';
  return `${EVENTS[eventType]}${ranges.length === 0 ? '' : ` (${ranges.join(' or ')})`}${each}`;
}
