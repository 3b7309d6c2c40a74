import { randomUUID } from 'node:crypto';
import { type AlertRow, createAlert, type NewAlert } from '../../src/alerts/alerts.ts';
import { recordEvents } from '../../src/alerts/record-events.ts';
import { DEFAULT_RULES } from '../../src/alerts/rules.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { testDelivery } from './keyring.ts';
import { newProperty } from './owners.ts';

interface OfAccount {
  accountId: string;
}

/** An enabled alert with a destination of its own. */
export async function newAlert(
  db: Database,
  clock: Clock,
  { accountId }: OfAccount,
  asked: Partial<NewAlert> = {},
): Promise<AlertRow> {
  const saved = await createAlert({ db, clock, delivery: testDelivery }, accountId, {
    name: 'Flats in Lyon',
    rules: DEFAULT_RULES,
    destination: { webhookUrl: `https://hooks.customer.example/${randomUUID()}` },
    ...asked,
  });
  if ('refused' in saved) throw new Error(saved.refused);
  return saved.alert;
}

/** An alert and something that it told. */
export async function newAlertEvent(
  db: Database,
  clock: Clock,
  owner: OfAccount,
): Promise<{ alertId: string; id: string }> {
  const alert = await newAlert(db, clock, owner);
  const propertyId = await newProperty(db, clock);
  const happening = {
    eventType: 'NEW_MATCH',
    scope: 'PROPERTY',
    subjectId: propertyId,
    listingId: null,
    percents: [],
  } as const;
  await recordEvents(db, clock, [{ alert, propertyId, revisionId: randomUUID(), happening }]);
  const [event] = await db.rows<{ id: string }>(
    sql`select alert_event_id as id from alert_event where alert_id = ${alert.id}`,
  );
  return { alertId: alert.id, id: event?.id ?? '' };
}
