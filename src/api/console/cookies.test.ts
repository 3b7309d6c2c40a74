import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCookie, setCookieHeader } from './cookies.ts';
import { createConsoleOrigins, parseReturnPath } from './origins.ts';

test('a session cookie is for https, for our own host and out of reach of scripts', () => {
  const written = setCookieHeader('session', 'secret', true);
  assert.equal(
    written,
    '__Host-gable_session=secret; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  );
});

test('a cookie that a sibling domain planted is not taken for ours', () => {
  assert.equal(readCookie('gable_session=planted', 'session', true), undefined);
  assert.equal(readCookie('gable_session=planted; __Host-gable_session=own', 'session', true), 'own');
  assert.equal(readCookie('gable_session=planted; gable_session=own', 'session', false), undefined);
});

test('cookies go without https on this machine only', () => {
  for (const [address, secure] of [
    ['http://localhost:8080', false],
    ['http://127.0.0.1:8080/console', false],
    ['http://[::1]:8080', false],
    ['http://gable.example', true],
    ['https://localhost', true],
    ['http://localhost.elsewhere.example', true],
    ['http://127.0.0.1.elsewhere.example', true],
  ] as const) {
    const place = createConsoleOrigins(address);
    assert.equal(place.isSecure(place.originFor(undefined) ?? ''), secure, address);
  }
});

test('without a setting only this machine is a place to sign in, whatever host is asked for', () => {
  const place = createConsoleOrigins(undefined);
  assert.equal(place.originFor('localhost:8080'), 'http://localhost:8080');
  for (const host of [
    'elsewhere.example',
    'localhost@elsewhere.example',
    'localhost.elsewhere.example',
    '',
  ]) {
    assert.equal(place.originFor(host), undefined, host);
  }
});

test('a sign-in returns to a path of the console or to none', () => {
  const origin = 'https://gable.example';
  assert.equal(parseReturnPath(null, origin), '/console/');
  assert.equal(parseReturnPath('/console/alerts?id=1#top', origin), '/console/alerts?id=1#top');
  for (const asked of [
    '//elsewhere.example',
    '/console/../docs',
    '/consoles',
    'https://gable.example/console/',
  ]) {
    assert.equal(parseReturnPath(asked, origin), undefined, asked);
  }
});
