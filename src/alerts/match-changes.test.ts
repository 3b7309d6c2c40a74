import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { createTestAlert } from '../../test/support/alerts.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { testDelivery } from '../../test/support/keyring.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createMergedProperty, createOwner } from '../../test/support/owners.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import type { Claims, ListingState } from '../properties/listing-state.ts';
import { record } from '../properties/record.ts';
import { AlertIndexReplica } from './alert-index-replica.ts';
import { removeAlert, updateAlert } from './alerts.ts';
import type { AlertRule } from './derive-events.ts';
import { matchChanges } from './match-changes.ts';

const { db } = await freshDatabase({ after });
const clock = systemClock;
const owner = await createOwner(db, clock);
const parts = { db, clock, delivery: testDelivery };
const log = createMemoryLog();
const book = new AlertIndexReplica();

async function matchAll(): Promise<number> {
  let events = 0;
  for (;;) {
    const batch = await matchChanges({
      db,
      clock,
      log,
      book,
      lineage: async () => () => ({ ids: [], codes: [] }),
    });
    if (batch.changes === 0) return events;
    events += batch.events;
  }
}

const all: readonly AlertRule[] = (
  ['NEW_MATCH', 'PRICE_CHANGE', 'OTHER_CHANGE', 'EXPIRED', 'REACTIVATED'] as const
).map((eventType) => ({ eventType, scope: 'PROPERTY' }));
const perListing = all.map((rule) => ({ ...rule, scope: 'LISTING' as const }));

const flat = (price: number, more: Claims = {}): Claims => ({
  propertyType: 'FLAT',
  transaction: { type: 'SELL' },
  pricing: { displayed: price, currency: 'EUR' },
  ...more,
});
const under = (lte: number): object => ({ property: { pricing: { displayed: { lte } } } });
const visit = (state: ListingState, at: number, claims: Claims): Promise<unknown> =>
  record(db, { listings: [{ state: revisited(state, day(at), claims) }] }, day(at));

/** The events of an alert, oldest first and those of one moment by name, as `TYPE subject`. */
async function eventsOf(alertId: string, subjects: Record<string, string> = {}): Promise<string[]> {
  const rows = await db.rows<{ type: string; subject: string }>(sql`
    select event_type as type, subject_id as subject from alert_event where alert_id = ${alertId}
    order by created_at, event_type`);
  return rows.map(({ type, subject }) => `${type} ${subjects[subject] ?? 'property'}`);
}

const notifications = async (alertId: string): Promise<number> =>
  (await db.rows(sql`select 1 from event_notification where alert_id = ${alertId} and status = 'PENDING'`))
    .length;

test('a property is followed from its first match to its end, once for each event', async () => {
  const alert = await createTestAlert(db, clock, owner, { criteria: under(300_000), rules: all });
  const listing = madeListing(flat(320_000));
  await recordTogether(db, [listing], day(1));
  await matchAll();
  assert.deepEqual(await eventsOf(alert.id), [], 'too expensive');
  await visit(listing, 2, flat(290_000));
  await matchAll();
  assert.deepEqual(
    await eventsOf(alert.id),
    ['NEW_MATCH property', 'PRICE_CHANGE property'],
    'fell into range',
  );
  const titled = (price: number) => flat(price, { body: { title: 'Vue sur mer' } });
  await visit(listing, 3, titled(290_000));
  await matchAll();
  await visit(listing, 4, titled(310_000));
  await matchAll();
  await visit(listing, 5, titled(305_000));
  await matchAll();
  assert.deepEqual(
    (await eventsOf(alert.id)).slice(2),
    ['OTHER_CHANGE property', 'PRICE_CHANGE property'],
    'left, then is gone',
  );
  await visit(listing, 6, titled(280_000));
  const latest = revisited(listing, day(6), titled(280_000));
  await record(db, { listings: [{ state: expired(latest, day(7)) }] }, day(7));
  await record(db, { listings: [{ state: revisited(latest, day(8), titled(280_000)) }] }, day(8));
  await matchAll();
  assert.deepEqual(
    (await eventsOf(alert.id)).slice(4).sort(),
    ['EXPIRED property', 'NEW_MATCH property', 'PRICE_CHANGE property', 'REACTIVATED property'],
    'back on the market is not new',
  );
  assert.equal(
    await notifications(alert.id),
    (await eventsOf(alert.id)).length,
    'each with its notification',
  );
});

test('with scope LISTING every listing has its own events', async () => {
  const alert = await createTestAlert(db, clock, owner, { criteria: under(300_000), rules: perListing });
  const [one, other] = [madeListing(flat(250_000)), madeListing(flat(250_000))];
  const names = { [one.id]: 'one', [other.id]: 'other' };
  const propertyId = await recordTogether(db, [one], day(1));
  await matchAll();
  await record(db, { listings: [{ state: other, propertyId }] }, day(2));
  await matchAll();
  assert.deepEqual(await eventsOf(alert.id, names), ['NEW_MATCH one', 'NEW_MATCH other']);
  await visit(other, 3, flat(240_000));
  await record(db, { listings: [{ state: expired(one, day(4)) }] }, day(4));
  await matchAll();
  assert.deepEqual((await eventsOf(alert.id, names)).slice(2).toSorted(), [
    'EXPIRED one',
    'PRICE_CHANGE other',
  ]);
});

test('the ranges of a rule match only changes within one of them', async () => {
  const rules: AlertRule[] = [
    { eventType: 'PRICE_CHANGE', scope: 'PROPERTY', variationPercent: [{ lte: -5 }, { gte: 8 }] },
  ];
  const alert = await createTestAlert(db, clock, owner, { rules });
  let listing = madeListing(flat(100_000));
  await recordTogether(db, [listing], day(1));
  for (const [at, price] of [98_000, 93_000, 95_000, 104_000].entries()) {
    listing = revisited(listing, day(2 + at), flat(price));
    await record(db, { listings: [{ state: listing }] }, day(2 + at));
  }
  await matchAll();
  assert.equal((await eventsOf(alert.id)).length, 2, '-5.1 % and +9.5 %, not -2 % and +2 %');
});

test('merges raise no new match', async () => {
  const alert = await createTestAlert(db, clock, owner, { criteria: null, rules: all });
  await createMergedProperty(db, clock);
  await matchAll();
  assert.deepEqual(
    await eventsOf(alert.id),
    ['NEW_MATCH property', 'NEW_MATCH property'],
    'one each before the merge, none after',
  );
});

test('an alert is matched from the moment it is saved until it is deleted, disabled or narrowed', async () => {
  const rules: AlertRule[] = [{ eventType: 'PRICE_CHANGE', scope: 'PROPERTY' }];
  const listing = madeListing(flat(200_000));
  await recordTogether(db, [listing], day(1));
  await matchAll();
  const [unchanged, deleted, disabled, narrowed] = await Promise.all(
    [1, 2, 3, 4].map(() => createTestAlert(db, clock, owner, { criteria: under(300_000), rules })),
  );
  assert.ok(unchanged && deleted && disabled && narrowed);
  // The change is recorded and not matched yet.
  await visit(listing, 2, flat(190_000));
  await removeAlert(parts, owner.accountId, deleted.id);
  await updateAlert(parts, owner.accountId, disabled.id, { enabled: false });
  await updateAlert(parts, owner.accountId, narrowed.id, { criteria: under(100) });
  await matchAll();
  assert.deepEqual(
    await Promise.all(
      [unchanged, deleted, disabled, narrowed].map(async ({ id }) => (await eventsOf(id)).length),
    ),
    [1, 0, 0, 0],
  );
  await updateAlert(parts, owner.accountId, disabled.id, { enabled: true });
  await visit(listing, 3, flat(180_000));
  await matchAll();
  assert.deepEqual(
    await Promise.all([unchanged, disabled].map(async ({ id }) => (await eventsOf(id)).length)),
    [2, 1],
  );
});

test('a change that cannot be matched delays no other, and is retried', async () => {
  const alert = await createTestAlert(db, clock, owner, {
    criteria: null,
    rules: [{ eventType: 'PRICE_CHANGE', scope: 'PROPERTY' }],
  });
  const [broken, sound] = [madeListing(flat(200_000)), madeListing(flat(200_000))];
  for (const listing of [broken, sound]) await recordTogether(db, [listing], day(1));
  await matchAll();
  for (const listing of [broken, sound]) await visit(listing, 2, flat(150_000));
  await db.rows(sql`
    update property_change set after = '{"id": "x"}' where match_due_at is not null and listing_id = ${broken.id}`);
  await matchAll();
  assert.equal((await eventsOf(alert.id)).length, 1);
  const [waiting] = await db.rows<{ later: boolean }>(
    sql`select match_due_at > now() as later from property_change where match_due_at is not null`,
  );
  assert.deepEqual(waiting, { later: true });
  assert.equal(log.kept.filter(({ message }) => message.includes('could not be matched')).length, 1);
});
