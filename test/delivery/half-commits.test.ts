import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { removeDestination } from '../../src/alerts/remove-destination.ts';
import { sql } from '../../src/db/sql.ts';
import { addDestination } from '../../src/delivery/destinations/destinations.ts';
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
