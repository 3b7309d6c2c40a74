import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { routes } from '../../src/api/routes/table.ts';
import { startApi } from '../support/api.ts';
import { assertProblem } from '../support/problem-referee.ts';
import { exchangeBytes } from '../support/raw-http.ts';
import { readHeader } from '../support/test-response.ts';

const api = await startApi({ after });
const port = await api.listen();
const ID = '0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f';

/** The target exactly as written: a client library would normalise it first. */
async function asked(target: string, method = 'GET') {
  const head = `${method} ${target} HTTP/1.1\r\nHost: gable\r\nX-API-KEY: ${api.owner.key}\r\n`;
  const { answers } = await exchangeBytes(port, `${head}Connection: close\r\n\r\n`, { patienceMs: 5_000 });
  const [answered] = answers;
  assert.ok(answered !== undefined && answers.length === 1);
  if (answered.status >= 400 && method !== 'HEAD') assertProblem(answered);
  return answered;
}

const targets: [target: string, status: number][] = [
  ['/', 200],
  ['/nowhere', 404],
  ['/Sources', 404],
  ['//sources', 404],
  ['/sources/', 404],
  ['/sources;x=1', 404],
  ['/sources/..', 404],
  ['/sources/../sources', 404],
  ['/sources/%2e%2e', 404],
  ['/sources/%2e%2e%2fsources', 404],
  ['/sources/%00', 404],
  [`/sources/${ID}%00`, 404],
  [`/sources/%20${ID}`, 404],
  [`/sources/{${ID}}`, 404],
  [`/sources/urn:uuid:${ID}`, 404],
  [`/sources/${ID.replaceAll('-', '')}`, 404],
  ['/sources/00000000-0000-0000-0000-000000000000', 404],
  [`/sources/${ID.toUpperCase()}`, 404],
  [`/sources/${'a'.repeat(10_240)}`, 404],
  ['/sources/__proto__', 404],
  [`/sources/${ID}/more`, 404],
  ['/sources/%zz', 400],
  ['/sources/%', 400],
  ['/sources/%ff', 400],
  ['/%c0%ae%c0%ae/etc/passwd', 400],
  ['/%73ources', 200],
];

for (const [target, status] of targets) {
  test(`GET ${target.slice(0, 60)} is answered ${status}`, async () => {
    assert.equal((await asked(target)).status, status);
  });
}

test('an id is read in upper case too, and links give it in lower case', async () => {
  const [category] = (await api.call({ path: '/source-categories', accept: 'application/json' })).body as [
    { id: string },
  ];
  const { body } = await api.call({ path: `/source-categories/${category.id.toUpperCase()}` });
  assert.equal((body as { data: { id: string } }).data.id, category.id);
});

test('a target that names another host is answered with links to this service', async () => {
  const { status, body } = await asked('http://elsewhere.example/sources?name=x');
  assert.equal(status, 200);
  assert.equal((body as { links: { self: string } }).links.self, '/sources?name=x&page=1');
});

test('a known path answers every other method with the methods that it takes', async () => {
  const paths = Map.groupBy(routes, (route) => route.path);
  for (const [path, group] of paths) {
    const taken = new Set<string>(group.map((route) => route.method));
    if (taken.has('GET')) taken.add('HEAD');
    for (const method of ['PATCH', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
      if (taken.has(method)) continue;
      const answered = await asked(path.replace('{id}', ID), method);
      assert.equal(answered.status, 405, `${method} ${path}`);
      assert.equal(readHeader(answered, 'allow'), [...taken].sort().join(', '));
    }
  }
});

test('pages take GET and HEAD only', async () => {
  for (const path of ['/openapi.json', '/problems/validation', '/health/live', '/metrics']) {
    const answered = await api.call({ method: 'POST', path, key: null, outside: true });
    assert.equal(answered.status, 405);
    assert.equal(readHeader(answered, 'allow'), 'GET, HEAD');
    assert.equal((await api.call({ method: 'HEAD', path, key: null })).status, 200);
  }
});

test('unknown paths need no key, and reveal nothing', async () => {
  const [without, withKey] = [
    await api.call({ path: '/accounts', key: null, outside: true }),
    await api.call({ path: '/accounts', outside: true }),
  ];
  assert.equal(without.status, 404);
  assert.equal(withKey.status, 404);
});
