import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../../../test/support/api.ts';
import { parseOrigins } from './cross-origin.ts';

const SITE = 'https://app.example';
const api = await startApi({ after }, { corsOrigins: [SITE] });
const preflight = (path: string, origin: string) =>
  api.app.inject({
    method: 'OPTIONS',
    url: path,
    headers: { host: 'gable', origin, 'access-control-request-method': 'POST' },
  });

test('origins are read one by one, or all of them', () => {
  assert.deepEqual(parseOrigins(' https://app.example , http://localhost:3000,'), [
    SITE,
    'http://localhost:3000',
  ]);
  assert.deepEqual(parseOrigins('*'), ['*']);
  assert.deepEqual(parseOrigins(''), []);
  for (const wrong of ['app.example', 'https://app.example/', 'https://app.example/x', 'ftp://a', 'null'])
    assert.match(String(parseOrigins(wrong)), /^must be/, wrong);
});

test('a preflight of a named site is answered, without the header of the console', async () => {
  const answer = await preflight('/properties', SITE);
  assert.equal(answer.statusCode, 204);
  assert.equal(answer.headers['access-control-allow-origin'], SITE);
  assert.match(String(answer.headers['access-control-allow-headers']), /\bx-api-key\b/);
  assert.doesNotMatch(String(answer.headers['access-control-allow-headers']), /console|cookie/);
  assert.equal(answer.headers['access-control-allow-credentials'], undefined);
});

test('another site, and the paths of the console, get no permission', async () => {
  for (const [path, origin] of [
    ['/properties', 'https://evil.example'],
    ['/console/api/session', SITE],
    ['/console', SITE],
    ['/oauth/token', SITE],
  ] as const) {
    const answer = await preflight(path, origin);
    assert.equal(answer.headers['access-control-allow-origin'], undefined, `${path} for ${origin}`);
    assert.notEqual(answer.statusCode, 204);
  }
});

test('an answer to a page of a named site may be read, also when it is a problem', async () => {
  for (const key of [api.owner.key, 'gbl_live_wrong']) {
    const headers = { host: 'gable', origin: SITE, 'x-api-key': key };
    const answer = await api.app.inject({ url: '/alerts', headers });
    assert.equal(answer.headers['access-control-allow-origin'], SITE);
    assert.match(String(answer.headers['access-control-expose-headers']), /retry-after/);
    assert.match(String(answer.headers['vary']), /\bOrigin\b/);
  }
});
