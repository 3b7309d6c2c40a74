import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from './tokens.ts';

test('a text costs its words by three letters, its numbers by two digits and its signs one each', () => {
  assert.equal(countTokens(''), 0);
  assert.equal(countTokens('flat'), 2);
  assert.equal(countTokens('a flat for sale'), 1 + 2 + 1 + 2, 'spaces go with the word after them');
  assert.equal(countTokens('420000'), 3);
  assert.equal(countTokens('m2'), 2, 'letters and digits are runs of their own');
  assert.equal(countTokens('{"a":1}'), 7);
  assert.equal(countTokens('\n\n'), 2);
});

test('letters beyond the common ones cost one each, those of two units two', () => {
  assert.equal(countTokens('é'), 1);
  assert.equal(countTokens('宽敞'), 2);
  assert.equal(countTokens('🏠'), 2);
});

test('an identifier costs as much as common tokenizers take for it', () => {
  const cost = countTokens('0199c2f4-7a10-7c3e-9b1d-2f6a5c4e8d01');
  assert.ok(cost >= 20 && cost <= 36, `${cost}`);
});

test('two texts side by side never cost more than both by themselves', () => {
  for (const [one, other] of [
    ['ab', 'cd'],
    ['12', '345'],
    ['x-', '-y'],
    ['maison 4', ' pièces'],
  ] as const)
    assert.ok(countTokens(one + other) <= countTokens(one) + countTokens(other));
});

test('counting stops above the limit, exact below it', () => {
  const text = 'maison 4 pièces, '.repeat(50_000);
  assert.equal(countTokens(text, 1_000), 1_001);
  assert.equal(countTokens(text, countTokens(text)), countTokens(text));
});
