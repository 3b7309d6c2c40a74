import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONNECT_MS } from '../../outbound/connect.ts';
import { REPLY_WITHIN_MS } from './webhook.ts';

test('an endpoint has its 30 s in all, whatever part of them the connection takes', () => {
  assert.equal(REPLY_WITHIN_MS, 30_000);
  assert.ok(CONNECT_MS >= REPLY_WITHIN_MS);
});
