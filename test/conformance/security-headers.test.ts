import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addReference } from '../../src/api/reference.ts';
import { signLinkToken } from '../../src/delivery/email/links.ts';
import { startApi } from '../support/api.ts';
import { testKeyring } from '../support/keyring.ts';

const { app } = await startApi({ after }, { trustedProxies: ['10.0.0.1'] });
addReference(app);

const token = signLinkToken(testKeyring, 'confirm', {
  accountId: crypto.randomUUID(),
  id: crypto.randomUUID(),
});

for (const url of ['/docs/', '/problems/not-found', `/email/confirm/${token}`]) {
  test(`${url.slice(0, 12)} may not be framed or sniffed, and loads nothing from elsewhere`, async () => {
    const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    assert.equal(statusCode, 200);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /base-uri 'none'/);
    assert.doesNotMatch(policy, /script-src[^;]*('unsafe-inline'|'unsafe-eval'|https?:)/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.match(String(headers['referrer-policy']), /^(same-origin|no-referrer)$/);
  });
}

test('the script of the reference carries the headers of a file', async () => {
  const { headers } = await app.inject({ url: '/docs/js/scalar.js' });
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('the script of the reference is compressed below 1.5 MB and cached', async () => {
  const url = '/docs/js/scalar.js';
  const plain = await app.inject({ url });
  for (const [coding, decode] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': coding } });
    assert.equal(headers['content-encoding'], coding);
    assert.equal(headers['content-length'], String(rawPayload.length));
    assert.ok(rawPayload.length < 1.5e6, `${coding}: ${rawPayload.length} bytes`);
    assert.ok(decode(rawPayload).equals(plain.rawPayload));
    assert.match(String(headers['cache-control']), /max-age=\d{4,}/);
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    assert.deepEqual([again.statusCode, again.payload], [304, '']);
  }
});

test('the reference with an invalid host is a bad request, not an internal error', async () => {
  assert.equal((await app.inject({ url: '/docs/', headers: { host: '[' } })).statusCode, 400);
});

const strictTransport = async (given: { remoteAddress?: string; headers?: Record<string, string> }) =>
  (await app.inject({ url: '/health/live', ...given })).headers['strict-transport-security'];

test('behind TLS every response has HSTS, by the header of a trusted proxy only', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  assert.match(String(await strictTransport({ remoteAddress: '10.0.0.1', headers })), /^max-age=31536000/);
  assert.equal(await strictTransport({ remoteAddress: '10.0.0.2', headers }), undefined);
  assert.equal(await strictTransport({ remoteAddress: '10.0.0.1' }), undefined);
  assert.equal(
    await strictTransport({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-proto': 'http' } }),
    undefined,
  );
});
