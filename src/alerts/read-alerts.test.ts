import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { createTestAlert } from '../../test/support/alerts.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { testDelivery } from '../../test/support/keyring.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOwner } from '../../test/support/owners.ts';
import { type Database, type Sql, sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { type AlertHead, AlertIndexReplica, pagesByBytes } from './alert-index-replica.ts';
import { createAlert, MAX_CRITERIA_BYTES_PER_ACCOUNT, updateAlert } from './alerts.ts';
import { DEFAULT_RULES } from './derive-events.ts';
import { matchChanges } from './match-changes.ts';

const { db } = await freshDatabase({ after });
const clock = systemClock;
const lineage = async () => () => ({ ids: [], codes: [] });
const MEGABYTE = 2 ** 20;
const LARGE_ALERTS = 200;

const PUT_AT_ONCE = 20;

/** Written without the API, as before there was a limit. White space, which JSON preserves, makes them large. */
async function putLargeAlerts(accountId: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += PUT_AT_ONCE)
    await db.rows(sql`
      with made as (
        insert into alert (account_id, alert_id, name, enabled, criteria, rules, version, created_at, updated_at)
        select ${accountId}::uuid, gen_random_uuid(), 'large', true,
               ('{"property": {"pricing": {"displayed": {"lte": 1' || repeat(' ', ${MEGABYTE}::int) || '}}}}')::json,
               ${JSON.stringify(DEFAULT_RULES)}::json, 1, now(), now()
        from generate_series(1, ${Math.min(PUT_AT_ONCE, count - at)})
        returning alert_id)
      insert into alert_log (alert_id, account_id, changed_in)
      select alert_id, ${accountId}::uuid, pg_current_xact_id() from made`);
}

const newHome = () =>
  recordTogether(
    db,
    [
      madeListing({
        propertyType: 'FLAT',
        transaction: { type: 'SELL' },
        pricing: { displayed: 200_000, currency: 'EUR' },
      }),
    ],
    clock.now(),
  );

const eventsOf = async (alertId: string): Promise<number> =>
  (await db.rows(sql`select 1 from alert_event where alert_id = ${alertId}`)).length;

test('pages of alerts have some megabytes, and one alert may fill a page', () => {
  const head = (bytes: number): AlertHead => ({
    accountId: '',
    id: '',
    version: 1,
    enabled: true,
    criteriaBytes: bytes,
  });
  const sizes = (bytes: number[]) =>
    pagesByBytes(bytes.map(head), 10).map((page) => page.map(({ criteriaBytes }) => criteriaBytes));
  assert.deepEqual(sizes([4, 6, 1, 20, 5, 5]), [[4, 6], [1], [20], [5, 5]]);
  assert.deepEqual(sizes([]), []);
});

test('a worker that starts reads hundreds of alerts of a megabyte, later ones too, and matches changes', async () => {
  const [large, other] = [await createOwner(db, clock), await createOwner(db, clock)];
  await putLargeAlerts(large.accountId, LARGE_ALERTS);
  const alert = await createTestAlert(db, clock, other);
  const book = new AlertIndexReplica((_, error) => assert.fail(error as Error));
  let largest = 0;
  const counting: Database = {
    ...db,
    async rows<Row>(statement: Sql) {
      const rows = await db.rows<Row>(statement);
      largest = Math.max(largest, rows.filter((row) => (row as { criteria?: object }).criteria).length);
      return rows;
    },
  };
  const matching = { db: counting, clock, log: createMemoryLog(), book, lineage };
  await newHome();
  assert.deepEqual(await matchChanges(matching), { changes: 1, events: 1 });
  assert.equal(book.index.size, LARGE_ALERTS + 1);
  // Later changes are read by bytes too: one result would be above the limit of the driver.
  await putLargeAlerts(large.accountId, LARGE_ALERTS);
  await newHome();
  assert.deepEqual(await matchChanges(matching), { changes: 1, events: 1 });
  assert.equal(book.index.size, 2 * LARGE_ALERTS + 1);
  assert.equal(await eventsOf(alert.id), 2);
  assert.ok(largest > 0 && largest <= 4, `${largest} MB of criteria in one answer`);
  await db.rows(sql`delete from alert where account_id = ${large.accountId}`);
});

test('an alert that cannot be parsed is set aside once, and the others are matched', async () => {
  const owner = await createOwner(db, clock);
  const [sound, broken] = [await createTestAlert(db, clock, owner), await createTestAlert(db, clock, owner)];
  await db.rows(
    sql`update alert set criteria = '{"property": {"nonsense": 1}}' where alert_id = ${broken.id}`,
  );
  for (const book of [new AlertIndexReplica((alert) => aside.push(alert.id))]) {
    await newHome();
    await matchChanges({ db, clock, log: createMemoryLog(), book, lineage });
    await newHome();
    await matchChanges({ db, clock, log: createMemoryLog(), book, lineage });
    assert.deepEqual(aside, [broken.id]);
    // Saved again, it is matched again.
    await updateAlert(parts, owner.accountId, broken.id, { criteria: null });
    await newHome();
    await matchChanges({ db, clock, log: createMemoryLog(), book, lineage });
  }
  assert.deepEqual([await eventsOf(sound.id), await eventsOf(broken.id)], [3, 1]);
});

const aside: string[] = [];
const parts = { db, clock, delivery: testDelivery };

test('the criteria of an account are limited in sum: none is added above it, any may be made smaller', async () => {
  const owner = await createOwner(db, clock);
  const first = await createTestAlert(db, clock, owner);
  await putLargeAlerts(owner.accountId, MAX_CRITERIA_BYTES_PER_ACCOUNT / MEGABYTE);
  const asked = {
    name: 'one more',
    rules: DEFAULT_RULES,
    criteria: { property: { pricing: { displayed: { lte: 2 } } } },
    destination: { webhookUrl: 'https://hooks.customer.example/more' },
  };
  assert.deepEqual(await createAlert(parts, owner.accountId, asked), { refused: 'too-much-criteria' });
  assert.deepEqual(await updateAlert(parts, owner.accountId, first.id, { criteria: asked.criteria }), {
    refused: 'too-much-criteria',
  });
  const [large] = await db.rows<{ id: string }>(sql`
    select alert_id as id from alert where account_id = ${owner.accountId} and name = 'large' limit 1`);
  await db.rows(sql`update alert set enabled = false where alert_id = ${large?.id}`);
  const smaller = await updateAlert(parts, owner.accountId, large?.id ?? '', { criteria: asked.criteria });
  assert.ok(smaller !== undefined && 'alert' in smaller);
  assert.ok('alert' in (await createAlert(parts, owner.accountId, asked)));
});
