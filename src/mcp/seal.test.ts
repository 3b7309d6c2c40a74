import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { seal, unseal } from './seal.ts';

const secret = randomBytes(32);
const said = { key: 'k', until: 5, name: 'été "quoted"' };

test('what was sealed is read again for the same purpose and with the same secret', () => {
  assert.deepEqual(unseal(secret, 'session', seal(secret, 'session', said)), said);
});

test('a seal is good for one purpose and one secret', () => {
  const text = seal(secret, 'session', said);
  assert.equal(unseal(secret, 'confirmation', text), undefined);
  assert.equal(unseal(randomBytes(32), 'session', text), undefined);
});

test('a text with any sign changed, added or taken away is nobody’s', () => {
  const text = seal(secret, 'session', said);
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === 'A' ? 'B' : 'A';
    assert.equal(
      unseal(secret, 'session', text.slice(0, at) + other + text.slice(at + 1)),
      undefined,
      `${at}`,
    );
    assert.equal(unseal(secret, 'session', text.slice(0, at)), undefined);
  }
  for (const added of ['A', '=', '==', ' ', '\n', '+', '.'])
    assert.equal(unseal(secret, 'session', text + added), undefined, JSON.stringify(added));
});

test('other spellings of the same bytes are refused, and so is what is too long to be ours', () => {
  const text = seal(secret, 'session', said);
  const standard = Buffer.from(text, 'base64url').toString('base64');
  if (standard !== text) assert.equal(unseal(secret, 'session', standard), undefined);
  assert.equal(unseal(secret, 'session', seal(secret, 'session', { long: 'x'.repeat(5_000) })), undefined);
  for (const made of ['', 'x', '!', 'é'.repeat(40), 'A'.repeat(22)])
    assert.equal(unseal(secret, 'session', made), undefined, made);
});
