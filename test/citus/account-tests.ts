import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { isDistributed } from '../../src/db/distribution.ts';
import { TABLES_KEYED_BY_ACCOUNT } from '../../src/db/planes.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { enqueueNotifications } from '../../src/delivery/notifications/enqueue.ts';
import { claimDueNotifications } from '../../src/delivery/sending/claim.ts';
import { ConcurrencyLimiter } from '../../src/delivery/sending/concurrency-limiter.ts';
import { storeAttempts } from '../../src/delivery/sending/store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { distributeAccounts } from '../../src/regions/distribute-accounts.ts';
import { createTestDestination } from '../support/deliveries.ts';
import { testEvent } from '../support/delivery-harness.ts';
import type { CitusWorld } from './crash-tests.ts';

const ACCOUNTS = 12;
const START = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };

/** Within a transaction a statement that asks more than one shard fails. */
const refuseSeveralShards = (db: Db): Promise<unknown> =>
  db.rows(sql`select set_config('citus.multi_task_query_log_level', 'error', true)`);

/**
 * Statements over the shards of all accounts, each with the reason. They read or tidy what no single account knows of;
 * none is run for an event.
 */
export const OVER_ALL_ACCOUNTS: Readonly<Record<string, string>> = {
  'src/alerts/digest-store.ts': 'the next digest that is due, and retention',
  'src/alerts/event-retention.ts': 'retention',
  'src/alerts/first-days-store.ts': 'what was reported to several accounts, with a batch of their matches',
  'src/delivery/destinations/status-changes.ts': 'the replays that are due',
  'src/delivery/destinations/store.ts': 'the destinations of a batch of events',
  'src/delivery/notifications/cleanup.ts': 'retention, and notifications without a destination',
  'src/delivery/notifications/digest.ts': 'digests of a batch of deliveries, and retention',
  'src/delivery/notifications/forget-property.ts': 'a removal by law',
  'src/delivery/notifications/metrics.ts': 'metrics of the service',
  'src/delivery/rebase-due.ts': 'a clock that was set back',
  'src/delivery/sending/due-by-account.ts': 'the destinations with something due',
  'src/delivery/sending/probe.ts': 'the probes that are due',
  'src/delivery/sending/store.ts': 'a batch of attempts, or of claims that are released',
  'src/queue/claims.ts': 'a batch of leases',
  'src/usage/store.ts': 'the calls of a second, and retention',
};

export function testAccounts({ several }: CitusWorld): void {
  test('what grows with customers is distributed by account, and distributing it again does nothing', async () => {
    for (const table of TABLES_KEYED_BY_ACCOUNT) assert.ok(await isDistributed(several, table), table);
    assert.deepEqual(await distributeAccounts(several, 8), []);
    const spread = await several.rows<{ nodes: number; rows: number }>(sql`
      select count(distinct nodeport)::int as nodes, count(*)::int as rows from citus_shards
      where table_name = 'event_notification'::regclass`);
    assert.deepEqual(spread, [{ nodes: 2, rows: 8 }]);
  });

  test('a claim asks the one shard of its account, and sends each event once', async () => {
    const customers = [];
    for (let at = 0; at < ACCOUNTS; at += 1) {
      const accountId = randomUUID();
      const { id } = await createTestDestination(
        several,
        systemClock,
        { accountId },
        `https://a.example/${at}`,
      );
      customers.push({ accountId, destinationId: id, signingKey: '' });
    }
    await enqueueNotifications(
      several,
      systemClock,
      customers.flatMap((customer) =>
        [1, 2, 3].map(() => ({ ...testEvent(customer), propertyId: randomUUID() })),
      ),
    );
    const now = systemClock.now();
    const own = new Set<string>(customers.map(({ accountId }) => accountId));
    const seen = new Set<string>();
    for (let cursor = START, left = 20; left > 0 && seen.size < 3 * ACCOUNTS; left -= 1) {
      const guarded: Db = {
        rows: (statement) =>
          /event_destination d\s+where d.account_id <> all/.test(statement.text)
            ? several.rows(statement)
            : several.transaction(async (tx) => {
                await refuseSeveralShards(tx);
                return tx.rows(statement);
              }),
      };
      const claims = await claimDueNotifications(guarded, {
        claim: randomUUID(),
        now,
        leaseUntil: new Date(now.getTime() + 60_000),
        cursor,
        slots: new ConcurrencyLimiter().freeSlots(),
        bookmarks: [],
        byAccount: true,
      });
      ({ cursor } = claims);
      const ours = claims.claimed.filter(({ accountId }) => own.has(accountId));
      for (const { id } of ours) {
        assert.ok(!seen.has(id), 'claimed twice');
        seen.add(id);
      }
      const attempt = { outcome: 'DELIVERED' as const, startedAt: now, tookMs: 1 };
      const next = {
        status: 'DELIVERED' as const,
        dueAt: null,
        deliveredAt: now,
        error: null,
        failedAttempts: 0,
        internalFailures: 0,
        lane: 0 as const,
      };
      const stored = await storeAttempts(
        several,
        claims.claimed.map((claimed) => ({ claimed, attempt, next })),
        now,
      );
      assert.equal(stored.size, claims.claimed.length);
    }
    assert.equal(seen.size, 3 * ACCOUNTS);
  });
}
