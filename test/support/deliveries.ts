import { randomUUID } from 'node:crypto';
import { type Database, sql } from '../../src/db/sql.ts';
import { addDestination, type DestinationRow } from '../../src/delivery/destinations/destinations.ts';
import { enqueueNotifications, type NewNotification } from '../../src/delivery/notifications/enqueue.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { testKeyring } from './keyring.ts';
import { createTestProperty } from './owners.ts';

interface AccountRef {
  accountId: string;
}

export async function createTestDestination(
  db: Database,
  clock: Clock,
  { accountId }: AccountRef,
  url = `https://hooks.customer.example/${randomUUID()}`,
): Promise<DestinationRow & { signingKey: string | undefined }> {
  const target = { url, email: null, isDefault: false };
  const added = await addDestination(db, { clock, keyring: testKeyring }, accountId, target);
  if (added.outcome !== 'added') throw new Error(added.outcome);
  return { ...added.destination, signingKey: added.signingKey };
}

/** As an alert of the account enqueues it. */
export async function createTestNotification(
  db: Database,
  clock: Clock,
  { accountId }: AccountRef,
  given: Partial<NewNotification> = {},
): Promise<string> {
  const [id] = await enqueueNotifications(db, clock, [
    {
      accountId,
      alertEventId: randomUUID(),
      alertId: randomUUID(),
      alertName: 'Flats in Lyon',
      destinationId: null,
      eventType: 'NEW_MATCH',
      propertyId: given.propertyId ?? (await createTestProperty(db, clock)),
      listingId: null,
      ...given,
    },
  ]);
  if (id === undefined) throw new Error('the event has a notification already');
  return id;
}

/** As after five failures in a row; the next probe is due in an hour. */
export async function suspendTestDestination(db: Database, url: string): Promise<void> {
  await db.rows(sql`
    update event_destination set status = 'SUSPENDED', suspended_at = now(), failures = 5,
      next_probe_at = now() + interval '1 hour' where url = ${url}`);
}
