import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDistributed } from '../../src/db/distribution.ts';
import { sql } from '../../src/db/sql.ts';
import { churnBesideIdleSession } from '../support/claims-churn.ts';
import { freshDatabase } from '../support/database.ts';
import { LONG_TIMEOUT_MS } from '../support/delivery-faults.ts';
import { startDeliveryHarness } from '../support/delivery-harness.ts';

const house = await startDeliveryHarness({ after });
const { db, clock } = house;

/** A scan by account has no bookmarks. */
const skip = (await isDistributed(db, 'event_notification')) && 'the tables are distributed';

test('a row that commits late behind a bookmark is sent with the next full scan', { skip }, async () => {
  const customer = await house.customer();
  await house.events(customer, 3);
  await house.deliver();
  const [late = ''] = await house.events(customer);
  await db.rows(sql`
    update event_notification set due_at = ${new Date(clock.now().getTime() - 20_000)}
    where event_notification_id = ${late}`);
  await house.deliver();
  assert.equal((await house.state(late)).status, 'PENDING');
  await clock.advance({ seconds: 31 });
  await house.deliver();
  assert.equal((await house.state(late)).status, 'DELIVERED');
});

test('destinations are found between, before and behind bookmarks', async () => {
  const customers = await Promise.all(Array.from({ length: 9 }, () => house.customer()));
  for (const customer of customers.filter((_, at) => at % 3 === 0)) await house.events(customer, 2);
  await house.deliver();
  for (const customer of customers) await house.events(customer, 2);
  await house.deliver();
  const sent = await Promise.all(
    customers.map(async (customer) => (await house.states(customer))['DELIVERED']),
  );
  assert.deepEqual(
    sent,
    customers.map((_, at) => (at % 3 === 0 ? 4 : 2)),
  );
});

test('claims stay fast beside a session that is idle in its transaction', { skip }, async (t) => {
  const { alone, beside } = await churnBesideIdleSession(
    await freshDatabase(t),
    LONG_TIMEOUT_MS ? 10_000 : 500,
  );
  const usual = lowerQuartile(alone);
  const disturbed = Math.max(...beside.map(lowerQuartile));
  t.diagnostic(`a claim takes ${usual.toFixed(0)} ms alone, ${disturbed.toFixed(0)} ms beside it`);
  if (LONG_TIMEOUT_MS) assert.ok(disturbed <= 3 * usual, `${disturbed} ms after ${usual}`);
});

/** Dead rows slow every claim, and a busy machine most of them: the faster quarter shows the rows and hardly the machine. */
const lowerQuartile = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)] ?? Number.NaN;
