import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startApi } from '../support/api.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const folder = temporaryDirectory({ after });
const built = join(folder, 'built');
await mkdir(join(built, 'assets'), { recursive: true });
await writeFile(join(folder, 'secret.txt'), 'out of reach');
await writeFile(join(built, '.built-from'), 'hidden');
await writeFile(join(built, 'index.html'), '<!doctype html><title>Gable</title>');
await writeFile(join(built, 'assets', 'main-4f2a.js'), 'let a = 1;');
await writeFile(join(built, 'assets', 'main-4f2a.js.gz'), gzipSync('let a = 1;'));

const api = await startApi({ after }, { consoleFiles: built, unauthenticatedPerMinute: 5 });
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  api.app.inject({ method, url, headers });

test('every path of a screen returns the console, with a strict content security policy', async () => {
  for (const url of ['/console/', '/console/alerts', '/console/explore?where=paris', '/console/index.html']) {
    const { statusCode, headers, payload } = await get(url);
    assert.equal(statusCode, 200, url);
    assert.match(payload, /Gable/);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.ok(!policy.includes('unsafe'));
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
  const bare = await get('/console');
  assert.deepEqual([bare.statusCode, bare.headers['location']], [308, '/console/']);
});

test('files named by their content are cached for ever, and sent compressed to clients that accept it', async () => {
  const plain = await get('/console/assets/main-4f2a.js');
  assert.equal(plain.payload, 'let a = 1;');
  assert.match(String(plain.headers['cache-control']), /immutable/);
  assert.match(String(plain.headers['content-type']), /^text\/javascript/);
  const packed = await get('/console/assets/main-4f2a.js', { 'accept-encoding': 'gzip, br' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  const head = await get('/console/assets/main-4f2a.js', {}, 'HEAD');
  assert.deepEqual([head.statusCode, head.payload, head.headers['content-length']], [200, '', '10']);
});

test('files outside the directory, hidden files and missing files are not served', async () => {
  for (const url of [
    '/console/assets/absent.js',
    '/console/../secret.txt',
    '/console/..%2fsecret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/assets/..%5c..%5csecret.txt',
    '/console/.built-from',
    '/console/api/nothing',
  ]) {
    const { statusCode, payload, headers } = await get(url);
    assert.ok(!payload.includes('out of reach') && !payload.includes('hidden'), url);
    if (statusCode !== 200) assert.match(String(headers['content-type']), /problem\+json/);
    else assert.match(payload, /<title>Gable/);
  }
  assert.equal((await get('/console/assets/absent.js')).statusCode, 404);
  assert.equal((await get('/console/api/nothing')).statusCode, 404);
});

test('the files of the console do not count against the limit of an IP address', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => get('/console/assets/main-4f2a.js')));
  assert.ok(answers.every(({ statusCode }) => statusCode === 200));
});

test('without a build its page explains how to build the console', async () => {
  const bare = await startApi({ after }, { consoleFiles: join(folder, 'absent') });
  const { statusCode, payload } = await bare.app.inject({ url: '/console/' });
  assert.equal(statusCode, 404);
  assert.match(payload, /npm run build/);
});
