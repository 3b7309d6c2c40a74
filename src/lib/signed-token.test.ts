import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { signToken, verifyToken } from './signed-token.ts';

const secret = randomBytes(32);
const payload = { key: 'k', until: 5, name: 'été "quoted"' };

test('a token is verified for the same purpose and with the same secret', () => {
  assert.deepEqual(verifyToken(secret, 'session', signToken(secret, 'session', payload)), payload);
});

test('a token is valid for one purpose and one secret', () => {
  const text = signToken(secret, 'session', payload);
  assert.equal(verifyToken(secret, 'confirmation', text), undefined);
  assert.equal(verifyToken(randomBytes(32), 'session', text), undefined);
});

test('a token with any character changed, added or removed is refused', () => {
  const text = signToken(secret, 'session', payload);
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === 'A' ? 'B' : 'A';
    assert.equal(
      verifyToken(secret, 'session', text.slice(0, at) + other + text.slice(at + 1)),
      undefined,
      `${at}`,
    );
    assert.equal(verifyToken(secret, 'session', text.slice(0, at)), undefined);
  }
  for (const added of ['A', '=', '==', ' ', '\n', '+', '.'])
    assert.equal(verifyToken(secret, 'session', text + added), undefined, JSON.stringify(added));
});

test('other spellings of the same bytes are refused, and so is a text that is too long', () => {
  const text = signToken(secret, 'session', payload);
  const standard = Buffer.from(text, 'base64url').toString('base64');
  if (standard !== text) assert.equal(verifyToken(secret, 'session', standard), undefined);
  assert.equal(
    verifyToken(secret, 'session', signToken(secret, 'session', { long: 'x'.repeat(5_000) })),
    undefined,
  );
  for (const made of ['', 'x', '!', 'é'.repeat(40), 'A'.repeat(22)])
    assert.equal(verifyToken(secret, 'session', made), undefined, made);
});

test('a purpose cannot be shifted into the payload', () => {
  const token = Buffer.from(signToken(secret, 'cursor', [1]), 'base64url');
  const shifted = Buffer.concat([token.subarray(0, 16), Buffer.from('r'), token.subarray(16)]);
  assert.equal(verifyToken(secret, 'curso', shifted.toString('base64url')), undefined);
});
