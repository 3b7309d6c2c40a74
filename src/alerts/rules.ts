import {
  type AlertEventType,
  type AlertScope,
  serviceVocabularies,
} from '../catalogue/service-vocabularies.ts';

/** Signed per cent; at least one of the two. */
export interface PercentRange {
  readonly gte?: number;
  readonly lte?: number;
}

export interface AlertRule {
  readonly eventType: AlertEventType;
  readonly scope: AlertScope;
  /** One of them must match; a change without a percentage matches none. */
  readonly variationPercent?: readonly PercentRange[];
}

export const DEFAULT_RULES: readonly AlertRule[] = [{ eventType: 'NEW_MATCH', scope: 'PROPERTY' }];

const types = serviceVocabularies.alertEventType.values;
const scopes = serviceVocabularies.alertScope.values;

/** One bit for each event type and scope: the index stores these of the rules. */
export const ruleBit = (eventType: AlertEventType, scope: AlertScope): number =>
  1 << (types.indexOf(eventType) * scopes.length + scopes.indexOf(scope));

export const ruleBits = (rules: readonly AlertRule[]): number =>
  rules.reduce((bits, { eventType, scope }) => bits | ruleBit(eventType, scope), 0);

/** Without ranges every change matches. */
export function isWithinRanges(
  percent: number | undefined,
  ranges: readonly PercentRange[] | undefined,
): boolean {
  if (ranges === undefined) return true;
  if (percent === undefined) return false;
  return ranges.some(({ gte = -Infinity, lte = Infinity }) => percent >= gte && percent <= lte);
}
