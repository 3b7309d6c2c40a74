import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negotiate } from './negotiate.ts';

const table: [accept: string | undefined, format: string | undefined][] = [
  [undefined, 'json-api'],
  ['', 'json-api'],
  ['*/*', 'json-api'],
  ['application/*', 'json-api'],
  ['application/json', 'flat'],
  ['APPLICATION/JSON', 'flat'],
  ['application/json; charset=utf-8', 'flat'],
  ['application/vnd.api+json', 'json-api'],
  ['text/html', undefined],
  ['application/xml', undefined],
  ['text/*', undefined],
  ['*/*;q=0', undefined],
  ['application/json;q=0', undefined],
  ['application/json;q=0, */*', 'json-api'],
  ['application/vnd.api+json;q=0, */*', 'flat'],
  ['application/json;q=0.5, application/vnd.api+json;q=0.4', 'flat'],
  ['application/json;q=0.4, application/vnd.api+json;q=0.5', 'json-api'],
  ['application/json, application/vnd.api+json', 'json-api'],
  ['application/json, text/plain, */*', 'flat'],
  ['application/json;q=0.2, */*;q=0.9', 'json-api'],
  ['text/html,*/*;q=0.1', 'json-api'],
  ['application/vnd.api+json;charset=utf-8', undefined],
  ['application/vnd.api+json;charset=utf-8, application/vnd.api+json', 'json-api'],
  ['application/vnd.api+json; profile="https://example.com/a,b;c"', 'json-api'],
  ['application/vnd.api+json; ext="https://example.com/atomic"', undefined],
  ['application/json;q=2', undefined],
  ['application/json;q=high, */*;q=0.3', 'json-api'],
  ['application/json;q=', undefined],
  ['nonsense', undefined],
  [',,,', undefined],
  [Array.from({ length: 1000 }, (_, at) => `text/x${at}`).join(','), undefined],
  [`${Array.from({ length: 1000 }, (_, at) => `text/x${at}`).join(',')},application/json`, 'flat'],
];

for (const [accept, format] of table) {
  const shown = accept === undefined ? 'no Accept' : `Accept "${accept.slice(0, 60)}"`;
  test(`${shown} ${format === undefined ? 'is not acceptable' : `asks for ${format}`}`, () => {
    assert.equal(negotiate(accept), format);
    assert.equal(negotiate(accept), format, 'the same when remembered');
  });
}
