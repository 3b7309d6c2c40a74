import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeDestination } from '../../src/alerts/remove-destination.ts';
import { sql } from '../../src/db/sql.ts';
import { findRefusal } from '../../src/delivery/confirmations/confirmations.ts';
import { addDestination } from '../../src/delivery/destinations/destinations.ts';
import { unsubscribe } from '../../src/delivery/destinations/status-changes.ts';
import { findSigningKeyHint } from '../../src/delivery/keys/signing-keys.ts';
import { systemClock as clock } from '../../src/lib/clock.ts';
import { createTestAlert } from '../support/alerts.ts';
import { freshDatabase } from '../support/database.ts';
import { testDelivery } from '../support/keyring.ts';

/**
 * On a cluster destinations are committed on a worker, and then keys and alerts on the coordinator. Each test makes the
 * state that a crash in between leaves, and repeats the call.
 */
const { db } = await freshDatabase({ after });
const parts = { clock, keyring: testDelivery.keyring };

test('a webhook whose signing key was lost gets one when it is added again', async () => {
  const accountId = randomUUID();
  const target = { url: `https://hooks.customer.example/${randomUUID()}`, email: null, isDefault: false };
  const first = await addDestination(db, parts, accountId, target);
  await db.rows(sql`delete from signing_key where account_id = ${accountId}`);
  const again = await addDestination(db, parts, accountId, target);
  assert.ok(first.outcome === 'added' && again.outcome === 'already');
  assert.equal(again.destination.id, first.destination.id);
  assert.match(again.signingKey ?? '', /^whsec_/);
  assert.notEqual(await findSigningKeyHint(db, accountId), undefined);
  const third = await addDestination(db, parts, accountId, target);
  assert.ok(third.outcome === 'already' && third.signingKey === undefined, 'a key is shown once');
});

test('a destination whose removal kept its alerts is removed from them by the next one', async () => {
  const accountId = randomUUID();
  const alert = await createTestAlert(db, clock, { accountId });
  const destinationId = alert.destinationId ?? '';
  await db.rows(
    sql`delete from event_destination where account_id = ${accountId} and event_destination_id = ${destinationId}`,
  );
  assert.equal(await removeDestination(db, clock, accountId, destinationId), true);
  const rows = await db.rows(sql`
    select event_destination_id as "destinationId", enabled, disabled_reason as reason
    from alert where account_id = ${accountId}`);
  assert.deepEqual(rows, [{ destinationId: null, enabled: false, reason: 'NO_DESTINATION' }]);
  assert.equal(await removeDestination(db, clock, accountId, destinationId), false);
});

test('a refusal is committed before the destination that it ends', async () => {
  const accountId = randomUUID();
  const email = `${randomUUID()}@stranger.example`;
  const added = await addDestination(db, parts, accountId, { url: null, email, isDefault: false });
  assert.ok(added.outcome === 'added');
  const { id } = added.destination;
  const ended = await db.transaction(async (holder) => {
    await holder.rows(
      sql`select 1 from event_destination where account_id = ${accountId} and event_destination_id = ${id} for update`,
    );
    const unsubscribing = unsubscribe(db, clock, accountId, id);
    // The second part waits for the lock.
    for (let left = 100; left > 0 && (await findRefusal(db, accountId, email)) === undefined; left -= 1)
      await sleep(20);
    return { unsubscribing, isRefused: (await findRefusal(db, accountId, email)) !== undefined };
  });
  assert.equal(await ended.unsubscribing, true);
  assert.ok(ended.isRefused);
  assert.equal(await unsubscribe(db, clock, accountId, randomUUID()), false);
});
