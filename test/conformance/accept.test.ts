import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import { readHeader } from '../support/test-response.ts';

const api = await startApi({ after });
const JSON_API = 'application/vnd.api+json';
const FLAT = 'application/json';
const manyTypes = Array.from({ length: 1_000 }, (_, at) => `text/x${at}`).join(',');

/** The contract's table, then the cases around it. null is 406. */
const table: [accept: string | undefined, type: string | null][] = [
  [undefined, JSON_API],
  ['*/*', JSON_API],
  ['application/*', JSON_API],
  [FLAT, FLAT],
  [JSON_API, JSON_API],
  ['text/html', null],
  ['application/xml', null],
  ['', JSON_API],
  ['*/*;q=0', null],
  ['application/json;q=0', null],
  ['application/json;q=0, */*', JSON_API],
  ['application/json;q=0.9, application/vnd.api+json;q=0.8', FLAT],
  ['application/json;q=0.8, application/vnd.api+json;q=0.9', JSON_API],
  ['text/html,*/*;q=0.1', JSON_API],
  ['application/vnd.api+json;charset=utf-8', null],
  ['application/vnd.api+json;ext="https://example.com/x"', null],
  ['application/vnd.api+json;profile="https://example.com/x"', JSON_API],
  ['application/json;q=2', null],
  ['application/json;q=x, */*;q=0.1', JSON_API],
  [manyTypes, null],
  [`${manyTypes},application/json`, FLAT],
  ['application/problem+json', null],
];

for (const [accept, type] of table) {
  const shown = accept === undefined ? 'no Accept' : `Accept "${accept.slice(0, 60)}"`;
  test(`${shown} is answered with ${type ?? '406'}`, async () => {
    const answered = await api.call({
      path: '/source-categories',
      ...(accept === undefined ? {} : { accept }),
    });
    assert.equal(answered.status, type === null ? 406 : 200);
    assert.equal(readHeader(answered, 'content-type'), type ?? 'application/problem+json');
  });
}

test('two Accept headers are one list', async () => {
  const headers = { accept: ['text/html', 'application/json'] };
  assert.equal(readHeader(await api.call({ path: '/sources', headers }), 'content-type'), FLAT);
});

test('errors are problem+json whatever is accepted', async () => {
  for (const accept of [FLAT, JSON_API, '*/*', 'text/html']) {
    const missing = await api.call({ path: '/sources/0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f', accept });
    assert.equal(readHeader(missing, 'content-type'), 'application/problem+json');
    const nowhere = await api.call({ path: '/nowhere', accept, outside: true });
    assert.equal(nowhere.status, 404);
  }
});

test('HEAD answers as GET does, without the body', async () => {
  for (const path of ['/source-categories', '/sources/0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f']) {
    const [got, head] = [await api.call({ path }), await api.call({ path, method: 'HEAD' })];
    assert.equal(head.status, got.status);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'content-length']) {
      assert.equal(readHeader(head, name), readHeader(got, name), name);
    }
  }
});
