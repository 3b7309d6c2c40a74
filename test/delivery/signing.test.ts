import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { rotateSigningKey } from '../../src/delivery/keys/signing-keys.ts';
import type { ReceivedRequest } from '../faults/exchange.ts';
import {
  createCustomer,
  createCustomers,
  enqueueEvents,
  keyring,
  LONG_TIMEOUT_MS,
  startDeliveryWorld,
  startSending,
  tallyReceived,
  waitForAllDelivered,
  waitForReceived,
} from '../support/delivery-faults.ts';

const signedAt = ({ headers }: ReceivedRequest): number => Number(headers['x-webhook-timestamp']) * 1_000;

const isSignedWith = (key: string, { headers, body }: ReceivedRequest): boolean =>
  headers['x-webhook-signature'] ===
  `sha256=${createHmac('sha256', key).update(`${headers['x-webhook-timestamp']}.`).update(body).digest('hex')}`;

test('a key rotated while deliveries run signs everything sent after it', {
  timeout: 120_000,
}, async (t) => {
  const world = await startDeliveryWorld(t);
  const customer = await createCustomer(world, '/rotates');
  const count = LONG_TIMEOUT_MS ? 1_000 : 200;
  const ids = await enqueueEvents(world, [customer], count);
  startSending(world, world.db);
  await waitForReceived(world, count / 4);
  const { key } = await rotateSigningKey(world.db, keyring, customer.accountId, new Date());
  const rotatedAt = Date.now();
  await waitForAllDelivered(world, 60_000);
  const { requests } = world.receiver;
  const old = requests.filter((request) => isSignedWith(customer.signingKey, request));
  const fresh = requests.filter((request) => isSignedWith(key, request));
  assert.equal(old.length + fresh.length, count);
  assert.ok(old.length >= count / 4 && fresh.length > 0, `${old.length} and ${fresh.length}`);
  const latest = Math.max(...old.map(signedAt)) - rotatedAt;
  t.diagnostic(`signed with the old key at the latest ${latest} ms after the rotation`);
  assert.ok(latest <= 5_000, `${latest} ms`);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
});

test('one notification that cannot be built delays none of the others', { timeout: 120_000 }, async (t) => {
  const world = await startDeliveryWorld(t);
  const customers = await createCustomers(world, 10);
  const poisoned = await createCustomer(world, '/poison');
  const broken = Buffer.alloc(80, 1);
  await world.db.rows(
    sql`update signing_key set encrypted_key = ${broken} where account_id = ${poisoned.accountId}`,
  );
  const [poison] = await enqueueEvents(world, [poisoned], 1);
  const ids = await enqueueEvents(world, customers, LONG_TIMEOUT_MS ? 999 : 199);
  const faults = startSending(world, world.db);
  await waitForReceived(world, ids.length);
  assert.deepEqual(tallyReceived(world, ids), { lost: 0, duplicates: 0 });
  assert.ok(faults.length >= 1, 'and it is reported');
  const [row] = await world.db.rows(sql`
    select status, attempt_number as attempts, failed_attempts as failed, internal_failures as ours
    from event_notification where alert_event_id = ${poison}`);
  assert.deepEqual(row, { status: 'PENDING', attempts: 1, failed: 0, ours: 1 });
});
