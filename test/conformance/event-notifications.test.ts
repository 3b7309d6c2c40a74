import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { skipAlertNotifications } from '../../src/delivery/notifications/skip.ts';
import { createTestAlertEvent } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { fetchAllPages, readBoth } from '../support/both-formats.ts';
import { createTestDestination, createTestNotification } from '../support/deliveries.ts';
import { createOwner, createTestProperty } from '../support/owners.ts';
import { findProblemErrors } from '../support/problem-referee.ts';

const api = await startApi({ after });
const path = '/event-notifications';

interface Logged {
  id: string;
  status: string;
  event: string | null;
  alert: string | null;
  property: string | null;
  createdAt: string;
  lastErrorMessage: string | null;
}

async function loggedAccount(count: number) {
  const owner = await createOwner(api.db, api.clock);
  const destination = await createTestDestination(api.db, api.clock, owner);
  const propertyId = await createTestProperty(api.db, api.clock);
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    ids.push(await createTestNotification(api.db, api.clock, owner, { propertyId }));
    await api.db.rows(sql`
      update event_notification set created_at = ${new Date(Date.UTC(2026, 2, 1 + at))}
      where event_notification_id = ${ids.at(-1)}`);
  }
  return { owner, destination, ids };
}

test('a new notification is pending and shows its destination', async () => {
  const { owner, destination, ids } = await loggedAccount(1);
  const [one] = await readBoth<Logged[]>(api, path, owner.key);
  assert.deepEqual(
    { ...one, updatedAt: undefined, event: undefined, alert: undefined, property: undefined },
    {
      id: ids[0],
      event: undefined,
      alert: undefined,
      property: undefined,
      eventType: 'NEW_MATCH',
      channel: 'WEBHOOK',
      destinationAddress: destination.url,
      status: 'PENDING',
      attemptNumber: 0,
      deliveredAt: null,
      lastErrorMessage: null,
      createdAt: '2026-03-01T00:00:00+00:00',
      updatedAt: undefined,
    },
  );
  assert.deepEqual(await readBoth(api, `${path}/${ids[0]}`, owner.key), one);
});

test('filters by time and status apply, with inclusive and exclusive bounds', async () => {
  const { owner, ids } = await loggedAccount(4);
  await api.db.rows(sql`
    update event_notification set status = 'DELIVERED' where event_notification_id = ${ids[1]}`);
  const found = async (query: string) =>
    (await readBoth<Logged[]>(api, `${path}?${query}`, owner.key)).map(({ id }) => ids.indexOf(id));
  assert.deepEqual(await found(''), [3, 2, 1, 0], 'the newest first');
  assert.deepEqual(await found('createdAt[before]=2026-03-02'), [1, 0]);
  assert.deepEqual(await found('createdAt[strictly_before]=2026-03-02'), [0]);
  assert.deepEqual(await found('createdAt[after]=2026-03-03T00:00:00Z'), [3, 2]);
  assert.deepEqual(await found('createdAt[strictly_after]=2026-03-03T01:00:00%2B01:00'), [3]);
  assert.deepEqual(await found('createdAt[after]=2026-03-02&createdAt[before]=2026-03-03'), [2, 1]);
  assert.deepEqual(await found('status=DELIVERED'), [1]);
  assert.deepEqual(await found('status=PENDING&createdAt[before]=2026-03-02'), [0]);
});

test('a notification refers to its event, alert and property, and each filters it', async () => {
  const owner = await createOwner(api.db, api.clock);
  const [first, second] = [
    await createTestAlertEvent(api.db, api.clock, owner),
    await createTestAlertEvent(api.db, api.clock, owner),
  ];
  const list = (query = '') => readBoth<Logged[]>(api, `${path}?${query}`, owner.key);
  const all = await list();
  const one = all.find(({ alert }) => alert === `/alerts/${first.alertId}`);
  assert.ok(one);
  assert.equal(one.event, `/alerts/${first.alertId}/events/${first.id}`);
  assert.equal((await api.call({ path: one.event, key: owner.key })).status, 200);
  assert.equal((await api.call({ path: one.property ?? '', key: owner.key })).status, 200);
  const property = one.property?.split('/').at(-1);
  for (const query of [`event=${first.id}`, `alert=${first.alertId}`, `property=${property}`])
    assert.deepEqual(
      (await list(query)).map(({ id }) => id),
      [one.id],
      query,
    );
  assert.deepEqual(await list(`alert=${second.alertId}&property=${property}`), []);
  assert.deepEqual(findProblemErrors(await api.call({ path: `${path}?alert=x`, key: owner.key })), [
    '422 wrong_format alert',
  ]);
});

test('invalid filters are refused with all faults', async () => {
  const faults = async (query: string) => findProblemErrors(await api.call({ path: `${path}?${query}` }));
  assert.deepEqual(await faults('createdAt[before]=2026-02-31&createdAt[after]=yesterday'), [
    '400 wrong_format createdAt[before]',
    '400 wrong_format createdAt[after]',
  ]);
  assert.deepEqual(await faults('status=SENT'), ['400 unknown_value status']);
  assert.deepEqual(await faults('createdAt=2026-01-01'), ['400 unknown_member createdAt']);
});

test('31 notifications are two pages', async () => {
  const { owner } = await loggedAccount(0);
  const propertyId = await createTestProperty(api.db, api.clock);
  for (let at = 0; at < 31; at++) await createTestNotification(api.db, api.clock, owner, { propertyId });
  const other = {
    ...api,
    call: (asking: Parameters<typeof api.call>[0]) => api.call({ key: owner.key, ...asking }),
  };
  const pages = await fetchAllPages(other, path);
  assert.deepEqual(
    pages.map(({ data }) => data.length),
    [30, 1],
  );
});

test('the same event twice is one notification', async () => {
  const { owner } = await loggedAccount(0);
  const alertEventId = randomUUID();
  await createTestNotification(api.db, api.clock, owner, { alertEventId });
  await assert.rejects(createTestNotification(api.db, api.clock, owner, { alertEventId }), /already/);
});

test('an event of an account without a destination is recorded as skipped, with the reason', async () => {
  const owner = await createOwner(api.db, api.clock);
  await createTestNotification(api.db, api.clock, owner);
  const [one] = await readBoth<Logged[]>(api, path, owner.key);
  assert.deepEqual([one?.status, one?.lastErrorMessage], ['SKIPPED', 'no destination']);
});

test("an alert's own destination takes precedence, and the default replaces a deleted one", async () => {
  const { owner, destination } = await loggedAccount(0);
  const other = await createTestDestination(api.db, api.clock, owner);
  await createTestNotification(api.db, api.clock, owner, { destinationId: other.id });
  await createTestNotification(api.db, api.clock, owner, { destinationId: randomUUID() });
  const log = await readBoth<{ destinationAddress: string }[]>(api, path, owner.key);
  assert.deepEqual(log.map((one) => one.destinationAddress).toReversed(), [other.url, destination.url]);
});

test('pending notifications of a disabled alert are skipped; finished ones stay as they are', async () => {
  const { owner } = await loggedAccount(0);
  const alertId = randomUUID();
  const ids = [
    await createTestNotification(api.db, api.clock, owner, { alertId }),
    await createTestNotification(api.db, api.clock, owner, { alertId }),
    await createTestNotification(api.db, api.clock, owner),
  ];
  await api.db.rows(sql`
    update event_notification set status = 'DELIVERED' where event_notification_id = ${ids[0]}`);
  await skipAlertNotifications(
    api.db,
    { accountId: owner.accountId, ids: [alertId], reason: 'the alert was disabled' },
    api.clock.now(),
  );
  const log = await readBoth<Logged[]>(api, path, owner.key);
  assert.deepEqual(
    ids.map((id) => log.find((one) => one.id === id)?.status),
    ['DELIVERED', 'SKIPPED', 'PENDING'],
  );
});
