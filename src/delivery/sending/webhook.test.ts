import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUTBOUND_CONNECT_TIMEOUT_MS } from '../../outbound/connect.ts';
import { WEBHOOK_TIMEOUT_MS } from './webhook.ts';

test('an endpoint has its 30 s in all, including the connection', () => {
  assert.equal(WEBHOOK_TIMEOUT_MS, 30_000);
  assert.ok(OUTBOUND_CONNECT_TIMEOUT_MS >= WEBHOOK_TIMEOUT_MS);
});
