import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startApi } from '../support/api.ts';
import type { TestRequest } from '../support/checked-call.ts';
import { measureCpuMs } from '../support/cpu-time.ts';
import { createTestProperty } from '../support/owners.ts';
import { findProblemErrors } from '../support/problem-referee.ts';

const api = await startApi({ after });
const propertyId = await createTestProperty(api.db, api.clock);
const fine = JSON.stringify({ propertyId });
const post = (asking: Omit<TestRequest, 'path' | 'method'>) =>
  api.call({ method: 'POST', path: '/favorite-properties', ...asking });

const MiB = 1024 * 1024;
const padded = (bytes: number): string => fine + ' '.repeat(bytes - fine.length);

test('a body of 1 MiB is read, one byte more is 413, and so are 5 MB of spaces', async () => {
  assert.equal((await post({ body: padded(MiB) })).status, 201);
  assert.equal((await post({ body: padded(MiB + 1) })).status, 413);
  assert.equal((await post({ body: ' '.repeat(5_000_000) })).status, 413);
});

const types: [type: string | null, status: number][] = [
  ['application/json', 200],
  ['APPLICATION/JSON', 200],
  ['application/json; charset=utf-8', 200],
  ['application/json; charset="UTF-8"', 200],
  ['application/json; charset=iso-8859-1', 415],
  ['application/json; version=2', 415],
  [null, 415],
  ['', 415],
  ['text/plain', 415],
  ['text/json', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/problem+json', 415],
  ['application/vnd.api+json; charset=utf-8', 415],
  ['application/vnd.api+json; ext="https://example.com/x"', 415],
  ['application/json, application/json', 415],
  ['nonsense', 415],
  ['*/*', 415],
];

for (const [type, status] of types) {
  test(`a body sent as ${type === null ? 'nothing' : `"${type}"`} is answered ${status}`, async () => {
    assert.equal((await post({ body: fine, type })).status, status);
  });
}

test('compressed bodies are refused, known coding or not, before anything is decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * MiB));
  const bodies: [coding: string, body: Buffer][] = [
    ['gzip', bomb],
    ['gzip, gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(Buffer.from(fine))],
    ['deflate', Buffer.from(fine)],
    ['compress', Buffer.from(fine)],
    ['something', Buffer.from(fine)],
  ];
  for (const [coding, body] of bodies) {
    const cpuMs = await measureCpuMs(async () => {
      assert.equal((await post({ body, headers: { 'content-encoding': coding } })).status, 415, coding);
    });
    assert.ok(cpuMs < 500, `${coding}: ${cpuMs} ms`);
  }
  assert.equal((await post({ body: fine, headers: { 'content-encoding': 'Identity' } })).status, 200);
});

test('a creation without a body is 400', async () => {
  assert.equal((await post({})).status, 400);
  assert.equal((await post({ body: '' })).status, 400);
  assert.equal((await post({ body: ' \n' })).status, 400);
});

test('a body on a route without one is ignored', async () => {
  const asking = { body: '{', type: 'nonsense' };
  assert.equal((await api.call({ path: '/sources', ...asking })).status, 200);
  const path = `/favorite-properties/${propertyId}`;
  assert.equal((await api.call({ method: 'DELETE', path, ...asking })).status, 404);
});

/** Rows of bad bodies, each with all its faults. */
const rows: [what: string, body: string | Buffer, faults: string[]][] = [
  ['no JSON at all', '{', ['400 malformed ']],
  ['a trailing comma', `{"propertyId":"${propertyId}",}`, ['400 malformed ']],
  ['a comment', `${fine}// mine`, ['400 malformed ']],
  ['a bare NaN', '{"propertyId":NaN}', ['400 malformed ']],
  ['a bare Infinity', '{"propertyId":Infinity}', ['400 malformed ']],
  ['a byte order mark', `\ufeff${fine}`, ['400 malformed ']],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), ['400 malformed ']],
  ['UTF-16', Buffer.from(fine, 'utf16le'), ['400 malformed ']],
  [
    'a member twice',
    `{"propertyId":"${propertyId}","propertyId":"${propertyId}"}`,
    ['400 duplicate_member propertyId'],
  ],
  ['a list', '[]', ['400 wrong_type ']],
  ['a text', '"x"', ['400 wrong_type ']],
  ['null', 'null', ['400 wrong_type ']],
  ['an empty object', '{}', ['422 required propertyId']],
  ['null for the member', '{"propertyId":null}', ['400 wrong_type propertyId']],
  ['a number for the member', '{"propertyId":1}', ['400 wrong_type propertyId']],
  ['a list for the member', `{"propertyId":["${propertyId}"]}`, ['400 wrong_type propertyId']],
  ['not an id', '{"propertyId":"x"}', ['422 wrong_format propertyId']],
  ['an id as a URN', `{"propertyId":"urn:uuid:${propertyId}"}`, ['422 wrong_format propertyId']],
  ['an id with a space', `{"propertyId":"${propertyId} "}`, ['422 wrong_format propertyId']],
  ['a NUL', '{"propertyId":"a\\u0000"}', ['422 not_storable propertyId']],
  ['half of a surrogate pair', '{"propertyId":"\\ud800"}', ['422 not_storable propertyId']],
  ['a number without an end', '{"propertyId":1e400}', ['422 not_exact propertyId']],
  ['a number that would be rounded', '{"propertyId":9007199254740993}', ['422 not_exact propertyId']],
  ['minus zero', '{"propertyId":-0}', ['422 not_exact propertyId']],
  ['10,000 digits', `{"propertyId":${'1'.repeat(10_000)}}`, ['422 not_exact propertyId']],
  ['an unknown member', `{"propertyId":"${propertyId}","note":"x"}`, ['400 unknown_member note']],
  ['__proto__', `{"propertyId":"${propertyId}","__proto__":{"a":1}}`, ['400 unknown_member __proto__']],
  ['constructor', `{"propertyId":"${propertyId}","constructor":1}`, ['400 unknown_member constructor']],
  [
    'several faults at once',
    '{"note":1,"toString":2}',
    ['400 required propertyId', '400 unknown_member note', '400 unknown_member toString'],
  ],
];

for (const [what, body, faults] of rows) {
  test(`a body with ${what} is answered ${faults.join(' and ')}`, async () => {
    assert.deepEqual(findProblemErrors(await post({ body })), faults);
  });
}

test('hostile bodies are refused and change nothing', async () => {
  const bodies: [what: string, body: string, status: number][] = [
    ['a million levels', '['.repeat(MiB / 2) + ']'.repeat(MiB / 2), 422],
    ['a million levels that do not end', '['.repeat(MiB), 400],
    ['levels that end too often', `{"propertyId":${'['.repeat(70)}${']'.repeat(71)}}`, 400],
    ['70 levels', `{"propertyId":${'['.repeat(70)}${']'.repeat(70)}}`, 422],
    ['90,000 members', `{${Array.from({ length: 90_000 }, (_, at) => `"k${at}":1`).join()}}`, 400],
    ['a name of 1 MB', `{"${'x'.repeat(1_000_000)}":1}`, 400],
    ['a text of 1 MB', `{"propertyId":"${'x'.repeat(1_000_000)}"}`, 422],
  ];
  for (const [what, body, status] of bodies) assert.equal((await post({ body })).status, status, what);
  assert.equal(Object.getOwnPropertyNames(Object.prototype).length, 12);
});
