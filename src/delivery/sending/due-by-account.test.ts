import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startDeliveryHarness } from '../../../test/support/delivery-harness.ts';
import { isDistributed } from '../../db/distribution.ts';
import { sql } from '../../db/sql.ts';
import { claimDueNotifications } from './claim.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

const house = await startDeliveryHarness({ after });
const { db, clock } = house;
const START = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };

/** Customers with something due in each lane, later, claimed, suspect, skipped, and to a suspended destination. */
async function createBacklogs(): Promise<void> {
  for (let at = 0; at < 12; at += 1) {
    const customer = await house.customer();
    const ids = await house.events(customer, 2 + (at % 7));
    const [first, second] = ids;
    await db.rows(sql`
      update event_notification set
        lane = case when event_notification_id = ${first} then 1 else 0 end,
        claim_id = case when event_notification_id = ${second} then ${randomUUID()}::uuid end,
        claimed_at = created_at, internal_failures = case when event_notification_id = ${second} then ${at % 4} else 0 end,
        skip_reason = case when event_notification_id = ${first} and ${at % 5 === 0} then 'x' end,
        due_at = due_at + make_interval(secs => ${at % 3 === 0 ? 3_600 : -at})
      where account_id = ${customer.accountId}`);
    await db.rows(sql`
      update event_destination set status = ${at % 4 === 3 ? 'SUSPENDED' : 'ACTIVE'}
      where account_id = ${customer.accountId}`);
  }
}

class RolledBack extends Error {}

/** What a worker would claim from a position on; nothing is changed. */
async function claimFrom(cursor: typeof START, byAccount: boolean) {
  let found: unknown;
  const now = clock.now();
  const work = db.transaction(async (tx) => {
    const { claimed, suspended } = await claimDueNotifications(tx, {
      claim: randomUUID(),
      now,
      leaseUntil: new Date(now.getTime() + 60_000),
      cursor,
      slots: new ConcurrencyLimiter().freeSlots(),
      bookmarks: [],
      byAccount,
    });
    const ids = claimed.map(({ id, sequence, attempt }) => `${id} ${sequence} ${attempt}`).sort();
    const parked = suspended.map(({ id }) => id);
    found = { ids, parked: [...new Set(parked)].sort() };
    assert.ok(claimed.length > 10 && parked.length > 0);
    throw new RolledBack();
  });
  await assert.rejects(work, RolledBack);
  return found;
}

test('claims by account are those of a scan over all destinations', async (t) => {
  // There the scan over all destinations is refused.
  if (await isDistributed(db, 'event_notification')) return t.skip('the tables are distributed');
  await createBacklogs();
  const middle = { destination: '80000000-0000-0000-0000-000000000000', lane: 0 };
  for (const cursor of [START, middle])
    assert.deepEqual(await claimFrom(cursor, true), await claimFrom(cursor, false));
});
