import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOAuthClients } from './oauth.ts';

test('clients are read with their redirect URI, which is HTTPS or this machine', () => {
  assert.deepEqual(parseOAuthClients(' a=https://a.example/cb , b=http://localhost:3000/cb,'), [
    { id: 'a', redirectUri: 'https://a.example/cb' },
    { id: 'b', redirectUri: 'http://localhost:3000/cb' },
  ]);
  assert.deepEqual(parseOAuthClients(''), []);
  for (const wrong of [
    'a',
    'a=',
    'a=http://a.example/',
    'a=javascript:alert(1)',
    '=https://a.example',
    'a b=https://x.example',
  ])
    assert.match(String(parseOAuthClients(wrong)), /^must be/, wrong);
});
