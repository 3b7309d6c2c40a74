import { type AlertEventType, serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import { type CriteriaFault, ParseContext } from '../criteria/parse-context.ts';
import { isObject } from '../lib/is-object.ts';
import { describeUnknownMember } from '../lib/known-words.ts';
import { type AlertRule, DEFAULT_RULES, type PercentRange } from './derive-events.ts';

/** Until then a rule may have `enabled`: false drops the rule, true has no effect. */
const ENABLED_REFUSED_FROM = Date.UTC(2026, 9, 20);

/** What replaces the names of the earlier version. */
const REPLACED_EVENT_TYPES: Readonly<Record<string, string>> = {
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

export type RulesResult = { rules: readonly AlertRule[] } | { faults: readonly CriteriaFault[] };

/** The rules of `notificationConfig`, or all their faults with their paths. */
export function readRules(config: unknown, now: Date, path = 'notificationConfig'): RulesResult {
  const here = new ParseContext(path);
  const rules = readConfig(config, here, now);
  return here.findings.faults.length > 0 || rules === undefined
    ? { faults: here.findings.faults }
    : { rules };
}

function readConfig(config: unknown, here: ParseContext, now: Date): readonly AlertRule[] | undefined {
  if (config === undefined) return DEFAULT_RULES;
  if (!isObject(config)) return here.syntaxError('wrong_type', 'Must be an object with `rules`.');
  rejectUnknownMembers(config, ['rules'], here);
  const { rules } = config;
  const list = here.member('rules');
  if (!Array.isArray(rules)) {
    return rules === undefined
      ? list.error('required', 'The member "rules" is required.')
      : list.syntaxError('wrong_type', 'Must be an array of rules.');
  }
  const read = rules.flatMap((rule, at) => readRule(rule, list.entry(at), now) ?? []);
  rejectRepeated(rules, list);
  if (rules.length === 0) return list.error('too_few', 'An alert needs at least one rule.');
  if (read.length === 0 && list.findings.faults.length === 0)
    return list.error('too_few', 'An alert needs at least one rule that is not switched off.');
  return read;
}

function readRule(rule: unknown, here: ParseContext, now: Date): AlertRule | undefined {
  if (!isObject(rule)) return here.syntaxError('wrong_type', 'Must be an object.');
  rejectUnknownMembers(rule, members, here);
  const dropped = readEnabled(rule, here.member('enabled'), now);
  const eventType = readEventType(rule['eventType'], here.member('eventType'));
  const scope = readScope(rule['scope'], here.member('scope'));
  const ranges = readRanges(rule['variationPercent'], here.member('variationPercent'));
  if (ranges !== undefined && eventType !== undefined && eventType !== 'PRICE_CHANGE')
    here.member('variationPercent').error('not_allowed', 'Only a PRICE_CHANGE rule has a variation.');
  if (dropped || eventType === undefined || scope === undefined) return undefined;
  return { eventType, scope, ...(ranges !== undefined && { variationPercent: ranges }) };
}

/** Whether the rule is switched off. */
function readEnabled(rule: Record<string, unknown>, here: ParseContext, now: Date): boolean {
  if (!('enabled' in rule)) return false;
  if (now.getTime() >= ENABLED_REFUSED_FROM) {
    here.syntaxError(
      'removed_member',
      'Rules have no `enabled` since 2026-10-20: leave a rule out to stop its event.',
    );
  } else if (typeof rule['enabled'] !== 'boolean') here.syntaxError('wrong_type', 'Must be a boolean.');
  return rule['enabled'] === false;
}

function readEventType(value: unknown, here: ParseContext): AlertEventType | undefined {
  if (value === undefined) return here.error('required', 'The member "eventType" is required.');
  if (typeof value !== 'string') return here.syntaxError('wrong_type', 'Must be a string.');
  const known = types.find((type) => type === value);
  if (known !== undefined) return known;
  const replacement = Object.hasOwn(REPLACED_EVENT_TYPES, value) ? REPLACED_EVENT_TYPES[value] : undefined;
  return replacement === undefined
    ? here.syntaxError('unknown_value', `Must be one of ${types.join(', ')}.`)
    : here.syntaxError('replaced_value', `${value} is not used any more: use ${replacement}.`);
}

function readScope(value: unknown, here: ParseContext): AlertRule['scope'] | undefined {
  if (value === undefined) return 'PROPERTY';
  const known = scopes.find((scope) => scope === value);
  return known ?? here.syntaxError('unknown_value', `Must be one of ${scopes.join(', ')}.`);
}

function readRanges(value: unknown, here: ParseContext): readonly PercentRange[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value))
    return here.syntaxError('wrong_type', 'Must be an array of ranges, such as [{"lte": -5}].');
  if (value.length === 0) return here.error('too_few', 'Give at least one range, or leave it out.');
  if (value.length > MAX_RANGES) return here.error('too_many', `At most ${MAX_RANGES} ranges.`);
  return value.flatMap((range, at) => readRange(range, here.entry(at)) ?? []);
}

function readRange(range: unknown, here: ParseContext): PercentRange | undefined {
  if (!isObject(range)) return here.syntaxError('wrong_type', 'Must be an object with `gte`, `lte` or both.');
  rejectUnknownMembers(range, ['gte', 'lte'], here);
  const bound = (name: 'gte' | 'lte'): number | undefined => {
    const value = range[name];
    if (value === undefined) return undefined;
    return typeof value === 'number' && Number.isFinite(value)
      ? value
      : here.member(name).syntaxError('wrong_type', 'Must be a number.');
  };
  const [gte, lte] = [bound('gte'), bound('lte')];
  if (!('gte' in range) && !('lte' in range))
    return here.error('required', 'A range needs `gte`, `lte` or both.');
  if (gte !== undefined && lte !== undefined && gte > lte)
    return here.error('reversed', '`gte` must not be greater than `lte`.');
  return { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
}

function rejectRepeated(rules: readonly unknown[], here: ParseContext): void {
  const seen = new Set<unknown>();
  for (const [at, rule] of rules.entries()) {
    const type = isObject(rule) ? rule['eventType'] : undefined;
    if (typeof type !== 'string') continue;
    if (seen.has(type))
      here
        .entry(at)
        .member('eventType')
        .error('repeated', `There is already a rule for ${type}; one per event type.`);
    seen.add(type);
  }
}

function rejectUnknownMembers(
  value: Record<string, unknown>,
  known: readonly string[],
  here: ParseContext,
): void {
  for (const name of Object.keys(value))
    if (!known.includes(name))
      here.member(name).syntaxError('unknown_member', describeUnknownMember(name, known));
}
