import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { day, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { createTestAlert } from '../../test/support/alerts.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { testDelivery } from '../../test/support/keyring.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOwner } from '../../test/support/owners.ts';
import { sql } from '../db/sql.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { HOUR_MS } from '../lib/durations.ts';
import type { Claims } from '../properties/listing-state.ts';
import { record } from '../properties/record.ts';
import { sqlEngine } from '../properties/search/sql-engine.ts';
import { AlertIndexReplica } from './alert-index-replica.ts';
import { updateAlert } from './alerts.ts';
import { listOnMarket, reportOnMarket } from './first-days.ts';
import { matchChanges } from './match-changes.ts';

const { db } = await freshDatabase({ after });
const clock = new MovableClock(new Date('2026-11-15T00:00:00Z'));
const owner = await createOwner(db, clock);
const lineage = async () => () => ({ ids: [], codes: [] });
const firstDays = {
  db,
  clock,
  engine: sqlEngine(
    db,
    createPlaceService(db, () => undefined),
  ),
  lineage,
  log: createMemoryLog(),
  turn: {},
};

const flat = (price: number): Claims => ({
  propertyType: 'FLAT',
  transaction: { type: 'SELL' },
  pricing: { displayed: price, currency: 'EUR' },
});
const listings = Array.from({ length: 6 }, (_, at) =>
  madeListing(flat(100_000 + at), { updatedAt: day(at + 1) }),
);
const ids: string[] = [];
for (const [at, listing] of listings.entries()) ids.push(await recordTogether(db, [listing], day(at + 1)));

async function matchAll(): Promise<void> {
  const log = createMemoryLog();
  const book = new AlertIndexReplica();
  while ((await matchChanges({ db, clock, log, book, lineage })).changes > 0);
}

async function reportAll(): Promise<void> {
  while (await listOnMarket(firstDays));
  while ((await reportOnMarket(firstDays)) > 0);
}

const reportedIds = async (alertId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select property_id as id from alert_event where alert_id = ${alertId} and event_type = 'NEW_MATCH'
      order by created_at, alert_event_id`)
  ).map(({ id }) => id);

test('properties on the market are reported over three days, newest first, and never before recent changes', async () => {
  const alert = await createTestAlert(db, clock, owner, {
    criteria: { property: { type: { in: ['FLAT'] } } },
  });
  await reportAll();
  assert.deepEqual(await reportedIds(alert.id), [], 'changes wait to be matched: they come first');
  await db.rows(sql`update property_change set match_due_at = null`);
  await reportAll();
  const newestFirst = ids.toReversed();
  assert.deepEqual(await reportedIds(alert.id), newestFirst.slice(0, 1), 'the newest at once');
  for (const count of [2, 3, 4, 5, 6]) {
    clock.advance(12 * HOUR_MS);
    await reportAll();
    assert.deepEqual(
      await reportedIds(alert.id),
      newestFirst.slice(0, count),
      'and one more every twelve hours',
    );
  }
  clock.advance(100 * HOUR_MS);
  await reportAll();
  assert.equal((await reportedIds(alert.id)).length, ids.length);
});

test('a match reported because it changed is not reported again, and one that no longer matches is not reported', async () => {
  const criteria = { property: { pricing: { displayed: { lte: 200_000 } } } };
  const rules = [{ eventType: 'NEW_MATCH', scope: 'PROPERTY' }] as const;
  const alert = await createTestAlert(db, clock, owner, { criteria, rules });
  while (await listOnMarket(firstDays));
  const [dear, cheap] = [listings[0], listings[1]];
  assert.ok(dear && cheap);
  await record(db, { listings: [{ state: revisited(dear, day(20), flat(900_000)) }] }, day(20));
  await record(db, { listings: [{ state: revisited(cheap, day(20), flat(900_000)) }] }, day(20));
  await record(db, { listings: [{ state: revisited(cheap, day(21), flat(150_000)) }] }, day(21));
  await matchAll();
  assert.deepEqual(await reportedIds(alert.id), [ids[1]], 'it fell back into range');
  clock.advance(80 * HOUR_MS);
  await reportAll();
  assert.deepEqual((await reportedIds(alert.id)).toSorted(), ids.slice(1).toSorted());
});

test('a widened alert reports only what it did not report before; a disabled one reports nothing', async () => {
  const parts = { db, clock, delivery: testDelivery };
  const upTo = (lte: number) => ({ property: { pricing: { displayed: { lte } } } });
  const alert = await createTestAlert(db, clock, owner, { criteria: upTo(100_002) });
  clock.advance(80 * HOUR_MS);
  await reportAll();
  const before = await reportedIds(alert.id);
  assert.deepEqual(before, [ids[2]]);
  await updateAlert(parts, owner.accountId, alert.id, { criteria: upTo(100_004) });
  clock.advance(80 * HOUR_MS);
  await updateAlert(parts, owner.accountId, alert.id, { enabled: false });
  await reportAll();
  assert.deepEqual(await reportedIds(alert.id), before);
  await updateAlert(parts, owner.accountId, alert.id, { enabled: true });
  clock.advance(80 * HOUR_MS);
  await reportAll();
  assert.deepEqual((await reportedIds(alert.id)).toSorted(), [ids[2], ids[3], ids[4]].toSorted());
});

test('accounts take turns in their first days, however many alerts one of them has', async () => {
  const [many, few] = [await createOwner(db, clock), await createOwner(db, clock)];
  for (let at = 0; at < 5; at++) await createTestAlert(db, clock, many);
  const alert = await createTestAlert(db, clock, few);
  const isListed = async (): Promise<boolean> =>
    (await db.rows(sql`select 1 from alert where alert_id = ${alert.id} and first_days_from is null`))
      .length > 0;
  await listOnMarket(firstDays);
  await listOnMarket(firstDays);
  assert.equal(await isListed(), true, 'one of the others at most was listed before it');
  while (await listOnMarket(firstDays));
  await clock.advance(72 * HOUR_MS);
  await reportOnMarket(firstDays);
  assert.equal((await reportedIds(alert.id)).length, ids.length, 'half of one transaction is its share');
});

test('an alert that cannot be listed is postponed, and those after it are listed', async () => {
  const both = await createOwner(db, clock);
  const [broken, sound] = [await createTestAlert(db, clock, both), await createTestAlert(db, clock, both)];
  await db.rows(sql`
    update alert set criteria = '{"property": {"nonsense": 1}}', first_days_from = first_days_from - interval '1 hour'
    where alert_id = ${broken.id}`);
  const log = createMemoryLog();
  while (await listOnMarket({ ...firstDays, log }));
  const waiting = await db.rows<{ id: string }>(sql`
    select alert_id as id from alert where first_days_from is not null`);
  assert.deepEqual(waiting, [{ id: broken.id }]);
  assert.equal(log.kept.filter(({ fields }) => fields['event'] === 'alerts.first_matches_failed').length, 1);
  await updateAlert({ db, clock, delivery: testDelivery }, both.accountId, broken.id, { criteria: null });
  while (await listOnMarket({ ...firstDays, log }));
  assert.deepEqual(await db.rows(sql`select 1 from alert where first_days_from is not null`), []);
  assert.ok(sound);
});

test('workers that list the same alert at once all end, and list it once', async () => {
  const log = createMemoryLog();
  for (let round = 0; round < 5; round += 1) {
    const alert = await createTestAlert(db, clock, await createOwner(db, clock));
    await Promise.all([1, 2, 3, 4].map(() => listOnMarket({ ...firstDays, log, turn: {} })));
    const listed = await db.rows(sql`select 1 from first_match where alert_id = ${alert.id}`);
    assert.equal(listed.length, ids.length);
  }
  assert.deepEqual(log.kept, []);
});
