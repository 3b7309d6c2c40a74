import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import PostalMime from 'postal-mime';
import type { AlertRow } from '../../src/alerts/alerts.ts';
import type { DeliveryPlan } from '../../src/alerts/delivery-plan.ts';
import { sendDueDigest } from '../../src/alerts/digests.ts';
import { findAlertEvent, listAlertEvents } from '../../src/alerts/events.ts';
import { recordEvents } from '../../src/alerts/record-matches.ts';
import type { AlertEventType } from '../../src/catalogue/service-vocabularies.ts';
import { sql } from '../../src/db/sql.ts';
import { addDestination } from '../../src/delivery/destinations/destinations.ts';
import { renderDigestMessage } from '../../src/delivery/email/digest-message.ts';
import { parisFlat } from '../fixtures/property-result.ts';
import { createTestAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { LONG_TIMEOUT_MS } from '../support/delivery-faults.ts';
import { startDeliveryHarness } from '../support/delivery-harness.ts';
import type { DigestTask } from '../support/digest-worker.ts';
import { testKeyring } from '../support/keyring.ts';
import { assertArrivedOnce } from '../support/missing-events.ts';
import { createTestProperty } from '../support/owners.ts';

const DIGEST_WORKER = join(import.meta.dirname, '../support/digest-worker.ts');

const house = await startDeliveryHarness({ after });
const { db, clock } = house;

/** The clock only goes forward. */
const moveTo = (moment: string) =>
  clock.advance({ seconds: (Date.parse(moment) - clock.now().getTime()) / 1_000 });

const eventOf = (propertyId: string, eventType: AlertEventType) =>
  ({ eventType, scope: 'PROPERTY', subjectId: propertyId, listingId: null, percents: [] }) as const;

const record = (alert: AlertRow, propertyId: string, eventType: AlertEventType = 'NEW_MATCH') =>
  recordEvents(db, clock, [
    { alert, propertyId, revisionId: randomUUID(), event: eventOf(propertyId, eventType) },
  ]);

async function sendDigests(): Promise<number> {
  let count = 0;
  while (await sendDueDigest(db, clock)) count += 1;
  await house.deliver();
  return count;
}

interface Body {
  eventType: string;
  eventId: string;
  alert: { id: string };
  homes?: { data: { id: string }; events: { eventId: string; eventType: string }[] }[];
}

const bodiesOf = (alert: AlertRow): Body[] =>
  house.receiver.requests
    .map(({ body }) => JSON.parse(body.toString()) as Body)
    .filter((body) => body.alert?.id === alert.id);

/** The events that reached the receiver, in any message. */
const receivedEvents = (alert: AlertRow): string[] =>
  bodiesOf(alert)
    .flatMap(
      ({ eventId, homes }) => homes?.flatMap(({ events }) => events.map((one) => one.eventId)) ?? [eventId],
    )
    .sort();

const recordedEvents = async (alert: AlertRow): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select alert_event_id as id from alert_event where alert_id = ${alert.id} order by alert_event_id`,
    )
  ).map(({ id }) => id);

async function alertWith(delivery: DeliveryPlan): Promise<AlertRow> {
  const customer = await house.customer();
  return createTestAlert(db, clock, customer, {
    delivery,
    destination: { destinationId: customer.destinationId },
  });
}

test('a digest waits for its local time, groups events by home, and loses none', async () => {
  await moveTo('2026-03-01T12:00:00Z');
  const alert = await alertWith({ mode: 'DIGEST', at: '18:30', timezone: 'Europe/Paris' });
  const other = await createTestProperty(db, clock);
  await record(alert, house.propertyId);
  await clock.advance({ seconds: 1 });
  await record(alert, other);
  await clock.advance({ seconds: 1 });
  await record(alert, house.propertyId, 'PRICE_CHANGE');
  await moveTo('2026-03-01T17:29:00Z');
  assert.equal(await sendDigests(), 0);
  await moveTo('2026-03-01T17:30:00Z');
  assert.equal(await sendDigests(), 1);
  const [digest, ...rest] = bodiesOf(alert);
  assert.deepEqual([digest?.eventType, rest.length], ['DIGEST', 0]);
  assert.deepEqual(
    digest?.homes?.map(({ data, events }) => [data.id, events.map(({ eventType }) => eventType)]),
    [
      [house.propertyId, ['NEW_MATCH', 'PRICE_CHANGE']],
      [other, ['NEW_MATCH']],
    ],
  );
  assert.deepEqual(receivedEvents(alert), await recordedEvents(alert));
  const { rows } = await listAlertEvents(
    db,
    { accountId: alert.accountId, alertId: alert.id, newestFirst: false },
    1,
  );
  assert.ok(rows.every(({ notifiedAt }) => notifiedAt !== null));
});

test('beyond the budget of a day events go into the next digest; the next local day has its own budget', async () => {
  await moveTo('2026-03-10T12:00:00Z');
  const alert = await alertWith({ mode: 'INSTANT', maxPerDay: 2, at: '08:00', timezone: 'Europe/Paris' });
  for (let count = 0; count < 5; count += 1) await record(alert, house.propertyId, 'OTHER_CHANGE');
  await sendDigests();
  assert.deepEqual(
    bodiesOf(alert).map(({ eventType }) => eventType),
    ['OTHER_CHANGE', 'OTHER_CHANGE'],
  );
  await moveTo('2026-03-10T23:00:00Z');
  await record(alert, house.propertyId, 'PRICE_CHANGE');
  await sendDigests();
  assert.equal(bodiesOf(alert).at(-1)?.eventType, 'PRICE_CHANGE', 'in Paris it is the next day');
  await moveTo('2026-03-11T07:00:00Z');
  assert.equal(await sendDigests(), 1);
  assert.equal(bodiesOf(alert).at(-1)?.homes?.[0]?.events.length, 3);
  assert.deepEqual(receivedEvents(alert), await recordedEvents(alert));
});

test('in quiet hours an event waits until they end', async () => {
  await moveTo('2026-03-12T22:30:00Z');
  const alert = await alertWith({ mode: 'INSTANT', quietHours: { from: '22:00', to: '07:00' } });
  await record(alert, house.propertyId);
  await house.deliver();
  assert.equal(bodiesOf(alert).length, 0);
  await moveTo('2026-03-13T06:00:00Z');
  await house.deliver();
  assert.deepEqual(receivedEvents(alert), await recordedEvents(alert));
});

test('many workers send each event of random plans exactly once', async () => {
  await moveTo('2026-03-20T05:00:00Z');
  const plans: DeliveryPlan[] = [
    { mode: 'DIGEST', at: '07:00' },
    { mode: 'INSTANT', maxPerDay: 3 },
    { mode: 'INSTANT', maxPerDay: 0, at: '23:59', timezone: 'America/New_York' },
    { mode: 'INSTANT', quietHours: { from: '06:00', to: '06:30' } },
  ];
  const alerts = await Promise.all(plans.map((plan) => alertWith(plan)));
  for (let round = 0; round < 30; round += 1) {
    const alert = alerts[(round * 7) % alerts.length] as AlertRow;
    await record(alert, house.propertyId, round % 2 === 0 ? 'OTHER_CHANGE' : 'PRICE_CHANGE');
    await clock.advance({ hours: 2 });
    await Promise.all([sendDueDigest(db, clock), sendDueDigest(db, clock), sendDueDigest(db, clock)]);
    await house.deliver();
  }
  await clock.advance({ hours: 48 });
  await sendDigests();
  for (const alert of alerts) assert.deepEqual(receivedEvents(alert), await recordedEvents(alert));
});

test('a digest by mail is in the language of its reader, with a photo', async () => {
  await moveTo('2026-04-02T12:00:00Z');
  const accountId = randomUUID();
  const email = `${randomUUID()}@customer.example`;
  const target = { url: null, email, isDefault: true };
  const added = await addDestination(db, { clock, keyring: testKeyring }, accountId, target);
  assert.ok(added.outcome === 'added');
  await db.rows(sql`update event_destination set status = 'ACTIVE', confirmed_at = ${clock.now()}
    where event_destination_id = ${added.destination.id}`);
  const alert = await createTestAlert(
    db,
    clock,
    { accountId },
    {
      delivery: { mode: 'DIGEST', language: 'fr' },
      destination: { destinationId: added.destination.id },
    },
  );
  await record(alert, house.propertyId);
  await clock.advance({ hours: 24 });
  await sendDigests();
  const mails = await Promise.all(
    readdirSync(house.mailFolder).map((name) => PostalMime.parse(readFileSync(join(house.mailFolder, name)))),
  );
  const mail = mails.find((one) => one.to?.[0]?.address === email && one.subject?.includes('1 bien'));
  assert.match(mail?.text ?? '', /Nouveau bien/);
  assert.match(mail?.html ?? '', /<html lang="fr">/);
  const events = [
    {
      eventId: randomUUID(),
      eventType: 'PRICE_CHANGE',
      propertyId: house.propertyId,
      listingId: null,
      price: null,
    },
  ];
  const about = { alertName: 'Lyon', language: 'fr' } as const;
  const { html } = renderDigestMessage(about, [{ result: parisFlat, events }], 'https://gable.example/stop');
  assert.match(html, /<img src="https:\/\/[^"]+" alt=""/);
});

test('events of an alert that is disabled are not sent, and stay visible', async () => {
  await moveTo('2026-04-10T12:00:00Z');
  const alert = await alertWith({ mode: 'DIGEST' });
  await record(alert, house.propertyId);
  await db.rows(sql`update alert set enabled = false where alert_id = ${alert.id}`);
  await clock.advance({ hours: 24 });
  await sendDigests();
  assert.deepEqual(bodiesOf(alert), []);
  const [id = ''] = await recordedEvents(alert);
  assert.ok(await findAlertEvent(db, { accountId: alert.accountId, alertId: alert.id }, id));
});

test('a plan is kept with the alert, is cleared by null, and a bad one is refused', async () => {
  const api = await startApi({ after }, { db, clock });
  const body = {
    name: 'Digest',
    notificationDestination: { webhookUrl: `https://hooks.customer.example/${randomUUID()}` },
    delivery: { mode: 'DIGEST', at: '18:30', timezone: 'Europe/Paris', maxPerDay: 5 },
  };
  const send = (method: 'POST' | 'PUT', path: string, sent: object) =>
    api.call({ method, path, body: sent, accept: 'application/json' });
  const created = await send('POST', '/alerts', body);
  assert.equal(created.status, 201);
  const { id, delivery } = created.body as { id: string; delivery: object };
  assert.deepEqual(delivery, body.delivery);
  const kept = await send('PUT', `/alerts/${id}`, { name: 'Other' });
  assert.deepEqual((kept.body as { delivery: object }).delivery, body.delivery);
  const cleared = await send('PUT', `/alerts/${id}`, { delivery: null });
  assert.ok(!('delivery' in (cleared.body as object)));
  for (const [bad, status] of [
    [{ mode: 'WEEKLY' }, 400],
    [{ mode: 'DIGEST', timezone: 'Mars/Olympus' }, 422],
    [{ mode: 'DIGEST', at: '25:00' }, 400],
    [{ mode: 'INSTANT', maxPerDay: -1 }, 400],
  ] as const) {
    const refused = await send('PUT', `/alerts/${id}`, { delivery: bad });
    assert.equal(refused.status, status, JSON.stringify(bad));
  }
});

/** `npm run test:faults` kills more. */
const KILLS = LONG_TIMEOUT_MS ? 20 : 4;
const EVENTS_BETWEEN_KILLS = 400;

test('workers killed while they record and send digests lose no event and send none twice', {
  timeout: 300_000,
}, async () => {
  await moveTo('2026-05-01T05:00:00Z');
  const plans: DeliveryPlan[] = [
    { mode: 'DIGEST', at: '07:00' },
    { mode: 'DIGEST', at: '18:30', timezone: 'Europe/Paris' },
    { mode: 'INSTANT', maxPerDay: 2, at: '08:00' },
    { mode: 'INSTANT', maxPerDay: 5, quietHours: { from: '22:00', to: '07:00' } },
    { mode: 'INSTANT', quietHours: { from: '12:00', to: '13:00' } },
  ];
  const alerts = await Promise.all(plans.map((plan) => alertWith(plan)));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const task: DigestTask = {
      connection: house.connection,
      alerts,
      propertyId: house.propertyId,
      from: clock.now().toISOString(),
      events: EVENTS_BETWEEN_KILLS,
    };
    const worker = fork(DIGEST_WORKER, [JSON.stringify(task)]);
    const recordedSome = 10 + 3 * kill;
    await new Promise<void>((resolve) => {
      worker.on('message', (count) => count === recordedSome && resolve());
      worker.on('exit', () => resolve());
    });
    assert.equal(worker.exitCode, null, 'it is killed at work');
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
    await clock.advance({ hours: EVENTS_BETWEEN_KILLS / 3 });
  }
  await clock.advance({ hours: 48 });
  await sendDigests();
  let digests = 0;
  for (const alert of alerts) {
    const recorded = await recordedEvents(alert);
    assert.ok(recorded.length > 0, 'each has events');
    await assertArrivedOnce(db, { recorded, received: receivedEvents(alert), of: alert.delivery });
    digests += bodiesOf(alert).filter(({ eventType }) => eventType === 'DIGEST').length;
  }
  assert.ok(digests > 0);
});
