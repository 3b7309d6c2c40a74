import { randomUUID } from 'node:crypto';
import { type AlertRow, createAlert, type NewAlert } from '../../src/alerts/alerts.ts';
import { DEFAULT_RULES } from '../../src/alerts/derive-events.ts';
import { recordEvents } from '../../src/alerts/record-matches.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { testDelivery } from './keyring.ts';
import { createTestProperty } from './owners.ts';

interface AccountRef {
  accountId: string;
}

/** An enabled alert with its own destination. */
export async function createTestAlert(
  db: Database,
  clock: Clock,
  { accountId }: AccountRef,
  overrides: Partial<NewAlert> = {},
): Promise<AlertRow> {
  const saved = await createAlert({ db, clock, delivery: testDelivery }, accountId, {
    name: 'Flats in Lyon',
    rules: DEFAULT_RULES,
    destination: { webhookUrl: `https://hooks.customer.example/${randomUUID()}` },
    ...overrides,
  });
  if ('refused' in saved) throw new Error(saved.refused);
  return saved.alert;
}

/** An alert and one of its events. */
export async function createTestAlertEvent(
  db: Database,
  clock: Clock,
  owner: AccountRef,
): Promise<{ alertId: string; id: string }> {
  const alert = await createTestAlert(db, clock, owner);
  const propertyId = await createTestProperty(db, clock);
  const happening = {
    eventType: 'NEW_MATCH',
    scope: 'PROPERTY',
    subjectId: propertyId,
    listingId: null,
    percents: [],
  } as const;
  await recordEvents(db, clock, [{ alert, propertyId, revisionId: randomUUID(), event: happening }]);
  const [event] = await db.rows<{ id: string }>(
    sql`select alert_event_id as id from alert_event where alert_id = ${alert.id}`,
  );
  return { alertId: alert.id, id: event?.id ?? '' };
}
