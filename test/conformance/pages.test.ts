import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiDescription } from '../../src/api/routes/pages.ts';
import { routes } from '../../src/api/routes/table.ts';
import { type ProblemName, problems } from '../../src/service/problem.ts';
import { startApi } from '../support/api.ts';
import { readHeader } from '../support/test-response.ts';

const api = await startApi({ after });
const open = (path: string, headers: Record<string, string> = {}) => api.call({ path, key: null, headers });

for (const name of Object.keys(problems) as ProblemName[]) {
  test(`/problems/${name} explains the problem to a person`, async () => {
    const page = await open(`/problems/${name}`);
    assert.equal(page.status, 200);
    assert.equal(readHeader(page, 'content-type'), 'text/html; charset=utf-8');
    const { title, status, explanation } = problems[name];
    for (const words of [title, explanation, `HTTP ${status}`, `/problems/${name}`]) {
      assert.ok(page.text.includes(words), words);
    }
  });
}

test('the root greets a browser, links to what exists, and repeats no hostile host', async () => {
  const page = await open('/', { accept: 'text/html', host: 'gable.example:8443' });
  assert.equal(page.status, 200);
  assert.equal(readHeader(page, 'content-type'), 'text/html; charset=utf-8');
  assert.match(readHeader(page, 'content-security-policy') ?? '', /style-src 'sha256-/);
  assert.ok(page.text.includes('http://gable.example:8443/properties'));
  const links = [...page.text.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
  assert.ok(links.length >= 5);
  for (const path of links.filter((link) => !/^\/(?:console|docs)/.test(link)))
    assert.ok((await open(path)).status < 400, path);
  const hostile = await open('/', { host: 'a"><script>alert(1)</script>' });
  assert.ok(!hostile.text.includes('<script'));
});

test('an unknown problem page is 404', async () => {
  for (const name of ['nothing', '__proto__', 'toString', '%00', '..%2fvalidation', '<script>']) {
    const page = await open(`/problems/${name}`);
    assert.equal(page.status, 404, name);
    assert.ok(!page.text.includes('<'));
  }
});

test('probes and the OpenAPI document need no key and use up no limit', async (t) => {
  const tight = await startApi(t, { unauthenticatedPerMinute: 1 });
  for (const path of ['/health/live', '/health/ready', '/metrics']) {
    for (let round = 0; round < 3; round++) {
      const answered = await tight.call({ path, key: null });
      assert.equal(answered.status, 200);
      assert.equal(readHeader(answered, 'x-ratelimit-limit'), undefined);
    }
  }
  assert.equal((await tight.call({ path: '/openapi.json', key: null })).status, 200);
  assert.equal((await tight.call({ path: '/openapi.json', key: null })).status, 429);
});

test('the metrics count requests by route and status, not by path', async () => {
  await api.call({ path: '/sources/0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f' });
  const { text } = await open('/metrics');
  assert.match(
    text,
    /gable_http_request_duration_seconds_count\{method="GET",route="GET \/sources\/\{id\}",status="404"\} 1/,
  );
  assert.match(text, /gable_http_request_duration_seconds_bucket\{.*le="\+Inf".*\} 1/);
  assert.match(text, /gable_http_requests_in_flight 1\n/, 'this very request');
  assert.match(text, /gable_process_cpu_seconds_total/);
  assert.ok(!text.includes('0190d7a8'));
});

test('with a token set, the metrics need it', async (t) => {
  const guarded = await startApi(t, { metricsToken: 'swordfish' });
  const ask = (headers: Record<string, string>) => guarded.call({ path: '/metrics', key: null, headers });
  for (const authorization of [
    '',
    'swordfish',
    'Bearer',
    'Bearer swordfis',
    'Bearer swordfish2',
    'Basic swordfish',
  ]) {
    const refused = await ask(authorization === '' ? {} : { authorization });
    assert.equal(refused.status, 401, authorization);
    assert.equal(readHeader(refused, 'www-authenticate'), 'Bearer');
  }
  assert.equal((await ask({ authorization: 'Bearer swordfish' })).status, 200);
});

interface Description {
  openapi: string;
  info: { version: string; description: string };
  paths: Record<string, Record<string, { operationId: string }>>;
}

test('the OpenAPI document is served as generated, with every route and page', async () => {
  const served = (await open('/openapi.json')).body as Description;
  const servers = [{ url: '/', description: 'The service that serves this document.' }];
  assert.deepEqual(served, { ...JSON.parse(JSON.stringify(apiDescription())), servers });
  assert.equal(served.openapi, '3.1.0');
  assert.equal(served.info.version, '2.0.0');
  assert.match(served.info.description, /beta/i);
  for (const { method, path, operationId } of routes) {
    assert.equal(served.paths[path]?.[method.toLowerCase()]?.operationId, operationId);
  }
  for (const path of ['/problems/{name}', '/health/live', '/health/ready', '/metrics', '/openapi.json']) {
    assert.ok(served.paths[path]?.['get'] !== undefined, path);
  }
});

test('every operationId is unique', async () => {
  const { paths } = (await open('/openapi.json')).body as Description;
  const names = Object.values(paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  assert.equal(new Set(names).size, names.length);
});
