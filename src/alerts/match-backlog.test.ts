import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { createTestAlert } from '../../test/support/alerts.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOwner, type Owner } from '../../test/support/owners.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { AlertIndexReplica } from './alert-index-replica.ts';
import { type BacklogContext, matchBacklog } from './match-backlog.ts';
import { matchChanges } from './match-changes.ts';

const { db } = await freshDatabase({ after });
const clock = systemClock;
const log = createMemoryLog();
const matching: BacklogContext & { limits: { perAccount: number; perBatch: number } } = {
  db,
  clock,
  log,
  book: new AlertIndexReplica(),
  lineage: async () => () => ({ ids: [], codes: [] }),
  turn: {},
  limits: { perAccount: 3, perBatch: 100 },
  backlog: { accounts: 10, alerts: 8 },
};

/** Accounts with so many alerts each that match everything. */
async function ownersOf(...counts: number[]): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (const count of counts) {
    const owner = await createOwner(db, clock);
    owners.push(owner);
    const url = { webhookUrl: `https://hooks.customer.example/${owner.accountId}` };
    for (let at = 0; at < count; at++)
      await createTestAlert(db, clock, owner, { criteria: null, destination: url });
  }
  return owners;
}

const newHome = (at: number): Promise<unknown> =>
  recordTogether(
    db,
    [
      madeListing({
        propertyType: 'FLAT',
        transaction: { type: 'SELL' },
        pricing: { displayed: 100_000 + at, currency: 'EUR' },
      }),
    ],
    day(at),
  );

const eventsOf = async (owner: Owner | undefined): Promise<number> =>
  (await db.rows(sql`select 1 from alert_event where account_id = ${owner?.accountId}`)).length;
const notificationsOf = async (owner: Owner | undefined): Promise<number> =>
  (await db.rows(sql`select 1 from event_notification where account_id = ${owner?.accountId}`)).length;

test('an account with many alerts is recorded in slices, after the others, and shares slices with its like', async () => {
  const [heavy, other, light] = await ownersOf(20, 9, 2);
  await newHome(1);
  await newHome(2);
  assert.deepEqual(await matchChanges(matching), { changes: 2, events: 2 });
  assert.deepEqual(await Promise.all([heavy, other, light].map(eventsOf)), [0, 0, 2]);
  assert.equal(
    (await matchChanges(matching)).changes,
    0,
    'the changes are matched, what waits is kept elsewhere',
  );
  // The second home matches two alerts of the light account as well: four in a batch are above its share.
  await matchBacklog(matching);
  assert.deepEqual(await Promise.all([heavy, other, light].map(eventsOf)), [3, 3, 4], 'a slice of each');
  while ((await matchBacklog(matching)) > 0);
  assert.deepEqual(await Promise.all([heavy, other, light].map(eventsOf)), [40, 18, 4]);
  assert.deepEqual(await Promise.all([heavy, other, light].map(notificationsOf)), [40, 18, 4]);
  assert.deepEqual(await db.rows(sql`select * from match_backlog`), []);
});

test('an entry that cannot be recorded is postponed and logged, and delays no other', async () => {
  const [broken, sound] = await ownersOf(5, 5);
  await newHome(3);
  await matchChanges(matching);
  await db.rows(sql`
    create function refuse_event() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  const trigger = `create trigger refuse before insert on alert_event for each row
    when (new.account_id = '${broken?.accountId}') execute function refuse_event()`;
  await db.rows({ text: trigger, values: [] });
  while ((await matchBacklog(matching)) > 0);
  assert.deepEqual(await Promise.all([broken, sound].map(eventsOf)), [0, 5]);
  const waiting = await db.rows<{ later: boolean }>(sql`
    select due_at > now() as later from match_backlog where account_id = ${broken?.accountId}`);
  assert.deepEqual(waiting, [{ later: true }]);
  assert.equal(log.kept.filter(({ fields }) => fields['event'] === 'alerts.backlog_failed').length, 1);
});
