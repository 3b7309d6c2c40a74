import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRules } from './read-rules.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const BEFORE = new Date('2026-10-19T23:59:59Z');

const faultsOf = (config: unknown, now = NOW): string[] => {
  const read = readRules(config, now);
  return 'faults' in read
    ? read.faults.map(
        ({ propertyPath, code, understood }) => `${propertyPath} ${code} ${understood ? 422 : 400}`,
      )
    : [];
};

test('an alert without rules reports new matches, once for each property', () => {
  assert.deepEqual(readRules(undefined, NOW), { rules: [{ eventType: 'NEW_MATCH', scope: 'PROPERTY' }] });
});

test('a rule has its scope and its ranges', () => {
  const rules = [
    { eventType: 'PRICE_CHANGE', scope: 'LISTING', variationPercent: [{ lte: -5 }, { gte: 3, lte: 10 }] },
    { eventType: 'EXPIRED', scope: 'PROPERTY' },
  ];
  assert.deepEqual(readRules({ rules }, NOW), { rules });
});

const bad: [what: string, config: unknown, faults: string[]][] = [
  ['no object', 3, ['notificationConfig wrong_type 400']],
  ['no rules', {}, ['notificationConfig.rules required 422']],
  ['an empty list', { rules: [] }, ['notificationConfig.rules too_few 422']],
  [
    'an unknown member',
    { rules: [{ eventType: 'EXPIRED', when: 1 }] },
    ['notificationConfig.rules[0].when unknown_member 400'],
  ],
  ['no event type', { rules: [{}] }, ['notificationConfig.rules[0].eventType required 422']],
  [
    'a variation on another event than PRICE_CHANGE',
    { rules: [{ eventType: 'NEW_MATCH', variationPercent: [{ lte: -5 }] }] },
    ['notificationConfig.rules[0].variationPercent not_allowed 422'],
  ],
  [
    'an unknown event type',
    { rules: [{ eventType: 'SOLD' }] },
    ['notificationConfig.rules[0].eventType unknown_value 400'],
  ],
  [
    'an unknown scope',
    { rules: [{ eventType: 'EXPIRED', scope: 'ALL' }] },
    ['notificationConfig.rules[0].scope unknown_value 400'],
  ],
  [
    'ranges that are no array',
    { rules: [{ eventType: 'PRICE_CHANGE', variationPercent: { lte: -5 } }] },
    ['notificationConfig.rules[0].variationPercent wrong_type 400'],
  ],
  [
    'a reversed range',
    { rules: [{ eventType: 'PRICE_CHANGE', variationPercent: [{ gte: 5, lte: -5 }] }] },
    ['notificationConfig.rules[0].variationPercent[0] reversed 422'],
  ],
  [
    'a range without bounds',
    { rules: [{ eventType: 'PRICE_CHANGE', variationPercent: [{}] }] },
    ['notificationConfig.rules[0].variationPercent[0] required 422'],
  ],
  [
    'two rules for one event, and another fault',
    { rules: [{ eventType: 'EXPIRED' }, { eventType: 'EXPIRED', scope: 'LISTING' }, { eventType: 1 }] },
    [
      'notificationConfig.rules[2].eventType wrong_type 400',
      'notificationConfig.rules[1].eventType repeated 422',
    ],
  ],
];

for (const [what, config, faults] of bad) {
  test(`rules with ${what} are refused with the path of the fault`, () =>
    assert.deepEqual(faultsOf(config), faults));
}

test('the names of the earlier version are refused with what replaces them', () => {
  const replaced = {
    ADDITIONAL_LISTING: 'NEW_MATCH with scope LISTING',
    PRICE_CHANGED: 'PRICE_CHANGE',
    ANY_ATTRIBUTE_CHANGED: 'OTHER_CHANGE',
    LISTING_EXPIRED: 'EXPIRED',
    LISTING_REACTIVATED: 'REACTIVATED',
  };
  for (const [old, now] of Object.entries(replaced)) {
    const read = readRules({ rules: [{ eventType: old }] }, NOW);
    assert.ok('faults' in read);
    assert.deepEqual(
      read.faults.map(({ message, understood }) => [message, understood]),
      [[`${old} is not used any more: use ${now}.`, false]],
    );
  }
});

test('a rule that carries enabled is tolerated until 2026-10-20 and refused from then on', () => {
  const rules = [
    { eventType: 'NEW_MATCH', enabled: true },
    { eventType: 'EXPIRED', enabled: false },
  ];
  assert.deepEqual(readRules({ rules }, BEFORE), { rules: [{ eventType: 'NEW_MATCH', scope: 'PROPERTY' }] });
  assert.deepEqual(faultsOf({ rules }), [
    'notificationConfig.rules[0].enabled removed_member 400',
    'notificationConfig.rules[1].enabled removed_member 400',
  ]);
  assert.deepEqual(faultsOf({ rules: [{ eventType: 'EXPIRED', enabled: false }] }, BEFORE), [
    'notificationConfig.rules too_few 422',
  ]);
});
