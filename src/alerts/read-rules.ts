import { type AlertEventType, serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import { type Fault, Here } from '../criteria/fault.ts';
import { DEFAULT_RULES, type PercentRange, type Rule } from './rules.ts';

/** Until then a rule may still carry `enabled`: false drops the rule, true says nothing. */
const ENABLED_REFUSED_FROM = Date.UTC(2026, 9, 20);

/** What took the place of the names of the earlier version. */
const REPLACED: Readonly<Record<string, string>> = {
  ADDITIONAL_LISTING: 'NEW_MATCH with scope LISTING',
  PRICE_CHANGED: 'PRICE_CHANGE',
  ANY_ATTRIBUTE_CHANGED: 'OTHER_CHANGE',
  LISTING_EXPIRED: 'EXPIRED',
  LISTING_REACTIVATED: 'REACTIVATED',
};

const MAX_RANGES = 20;
const types = serviceVocabularies.alertEventType.values;
const scopes = serviceVocabularies.alertScope.values;
const members = ['eventType', 'scope', 'variationPercent', 'enabled'];

export type ReadRules = { rules: readonly Rule[] } | { faults: readonly Fault[] };

/** The rules of `notificationConfig`, or all their faults with their paths. */
export function readRules(config: unknown, now: Date, path = 'notificationConfig'): ReadRules {
  const here = new Here(path);
  const rules = readConfig(config, here, now);
  return here.found.faults.length > 0 || rules === undefined ? { faults: here.found.faults } : { rules };
}

function readConfig(config: unknown, here: Here, now: Date): readonly Rule[] | undefined {
  if (config === undefined) return DEFAULT_RULES;
  if (!isObject(config)) return here.refuse('wrong_type', 'Must be an object with `rules`.');
  refuseOthers(config, ['rules'], here);
  const { rules } = config;
  const list = here.member('rules');
  if (!Array.isArray(rules)) {
    return rules === undefined
      ? list.breach('required', 'The member "rules" is required.')
      : list.refuse('wrong_type', 'Must be an array of rules.');
  }
  const read = rules.flatMap((rule, at) => readRule(rule, list.entry(at), now) ?? []);
  refuseRepeated(rules, list);
  if (rules.length === 0) return list.breach('too_few', 'An alert needs at least one rule.');
  if (read.length === 0 && list.found.faults.length === 0)
    return list.breach('too_few', 'An alert needs at least one rule that is not switched off.');
  return read;
}

function readRule(rule: unknown, here: Here, now: Date): Rule | undefined {
  if (!isObject(rule)) return here.refuse('wrong_type', 'Must be an object.');
  refuseOthers(rule, members, here);
  const dropped = readEnabled(rule, here.member('enabled'), now);
  const eventType = readEventType(rule['eventType'], here.member('eventType'));
  const scope = readScope(rule['scope'], here.member('scope'));
  const ranges = readRanges(rule['variationPercent'], here.member('variationPercent'));
  if (ranges !== undefined && eventType !== undefined && eventType !== 'PRICE_CHANGE')
    here.member('variationPercent').breach('not_allowed', 'Only a PRICE_CHANGE rule has a variation.');
  if (dropped || eventType === undefined || scope === undefined) return undefined;
  return { eventType, scope, ...(ranges !== undefined && { variationPercent: ranges }) };
}

/** Whether the rule is switched off. */
function readEnabled(rule: Record<string, unknown>, here: Here, now: Date): boolean {
  if (!('enabled' in rule)) return false;
  if (now.getTime() >= ENABLED_REFUSED_FROM) {
    here.refuse(
      'removed_member',
      'Rules have no `enabled` since 2026-10-20: leave a rule out to stop its event.',
    );
  } else if (typeof rule['enabled'] !== 'boolean') here.refuse('wrong_type', 'Must be a boolean.');
  return rule['enabled'] === false;
}

function readEventType(value: unknown, here: Here): AlertEventType | undefined {
  if (value === undefined) return here.breach('required', 'The member "eventType" is required.');
  if (typeof value !== 'string') return here.refuse('wrong_type', 'Must be a string.');
  const known = types.find((type) => type === value);
  if (known !== undefined) return known;
  const replacement = Object.hasOwn(REPLACED, value) ? REPLACED[value] : undefined;
  return replacement === undefined
    ? here.refuse('unknown_value', `Must be one of ${types.join(', ')}.`)
    : here.refuse('replaced_value', `${value} is not used any more: use ${replacement}.`);
}

function readScope(value: unknown, here: Here): Rule['scope'] | undefined {
  if (value === undefined) return 'PROPERTY';
  const known = scopes.find((scope) => scope === value);
  return known ?? here.refuse('unknown_value', `Must be one of ${scopes.join(', ')}.`);
}

function readRanges(value: unknown, here: Here): readonly PercentRange[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value))
    return here.refuse('wrong_type', 'Must be an array of ranges, such as [{"lte": -5}].');
  if (value.length === 0) return here.breach('too_few', 'Give at least one range, or leave it out.');
  if (value.length > MAX_RANGES) return here.breach('too_many', `At most ${MAX_RANGES} ranges.`);
  return value.flatMap((range, at) => readRange(range, here.entry(at)) ?? []);
}

function readRange(range: unknown, here: Here): PercentRange | undefined {
  if (!isObject(range)) return here.refuse('wrong_type', 'Must be an object with `gte`, `lte` or both.');
  refuseOthers(range, ['gte', 'lte'], here);
  const bound = (name: 'gte' | 'lte'): number | undefined => {
    const value = range[name];
    if (value === undefined) return undefined;
    return typeof value === 'number' && Number.isFinite(value)
      ? value
      : here.member(name).refuse('wrong_type', 'Must be a number.');
  };
  const [gte, lte] = [bound('gte'), bound('lte')];
  if (!('gte' in range) && !('lte' in range))
    return here.breach('required', 'A range needs `gte`, `lte` or both.');
  if (gte !== undefined && lte !== undefined && gte > lte)
    return here.breach('reversed', '`gte` must not be greater than `lte`.');
  return { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
}

function refuseRepeated(rules: readonly unknown[], here: Here): void {
  const seen = new Set<unknown>();
  for (const [at, rule] of rules.entries()) {
    const type = isObject(rule) ? rule['eventType'] : undefined;
    if (typeof type !== 'string') continue;
    if (seen.has(type))
      here
        .entry(at)
        .member('eventType')
        .breach('repeated', `There is already a rule for ${type}; one per event type.`);
    seen.add(type);
  }
}

function refuseOthers(value: Record<string, unknown>, known: readonly string[], here: Here): void {
  for (const name of Object.keys(value))
    if (!known.includes(name))
      here.member(name).refuse('unknown_member', `There is no member called "${name}".`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
