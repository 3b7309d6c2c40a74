import { randomUUID } from 'node:crypto';
import type { Connection } from '../../src/db/connection.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { sql } from '../../src/db/sql.ts';
import { replayDue } from '../../src/delivery/destinations/status-changes.ts';
import { createDirectoryTransport } from '../../src/delivery/email/mail-transport.ts';
import { enqueueNotifications, type NewNotification } from '../../src/delivery/notifications/enqueue.ts';
import { BatchLoader } from '../../src/delivery/sending/batch-loader.ts';
import { probeDue } from '../../src/delivery/sending/probe.ts';
import { Sender, type SenderParts } from '../../src/delivery/sending/sender.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createOutboundClient } from '../../src/outbound/client.ts';
import { MovableClock } from '../faults/movable-clock.ts';
import { type Receiver, startReceiver } from '../faults/receiver.ts';
import { freshDatabase } from './database.ts';
import { createTestDestination } from './deliveries.ts';
import { testKeyring } from './keyring.ts';
import { createTestProperty } from './owners.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import type { TestScope } from './test-scope.ts';

export interface DeliveryHarness {
  db: OpenDatabase;
  connection: Connection;
  clock: MovableClock;
  receiver: Receiver;
  parts: SenderParts;
  sender: Sender;
  errors: unknown[];
  propertyId: string;
  mailFolder: string;
  /** An account with a webhook at a path of the receiver. */
  customer(path?: string): Promise<Customer>;
  /** Enqueues events for a customer and returns their notifications. */
  events(customer: Customer, count?: number, given?: Partial<NewNotification>): Promise<string[]>;
  /** Sends until nothing is due. */
  deliver(): Promise<void>;
  probe(): Promise<number>;
  replay(): Promise<number>;
  state(id: string): Promise<NotificationState>;
  /** The number of notifications of a customer in each state. */
  states(customer: Customer): Promise<Record<string, number>>;
}

export interface Customer {
  accountId: string;
  destinationId: string;
  signingKey: string;
}

export interface NotificationState {
  status: string;
  attemptNumber: number;
  failedAttempts: number;
  error: string | null;
  dueAt: Date | null;
}

export async function startDeliveryHarness(
  t: TestScope,
  given: Partial<SenderParts> = {},
): Promise<DeliveryHarness> {
  const { db, connection } = await freshDatabase(t);
  const clock = new MovableClock('2026-03-01T12:00:00Z');
  const receiver = await startReceiver({ clock });
  const outbound = createOutboundClient(
    { loopback: true, ownHosts: [] },
    { ca: receiver.authority.certificate.toString() },
  );
  t.after(async () => {
    await outbound.close();
    await receiver.close();
  });
  const faults: unknown[] = [];
  const mailFolder = temporaryDirectory(t);
  const parts: SenderParts = {
    db,
    clock,
    outbound,
    keyring: testKeyring,
    mail: {
      clock,
      keyring: testKeyring,
      mailTransport: createDirectoryTransport(mailFolder),
      from: 'Gable <alerts@gable.example>',
      baseUrl: 'https://api.gable.example',
    },
    onFault: (error) => void faults.push(error),
    ...given,
  };
  const sender = new Sender(parts);
  const probing = { ...parts, composer: new BatchLoader(db, testKeyring) };
  const propertyId = await createTestProperty(db, clock);
  return {
    db,
    connection,
    clock,
    receiver,
    parts,
    sender,
    errors: faults,
    propertyId,
    mailFolder,
    customer: (path) => newCustomer(db, clock, receiver, path),
    events: (customer, count = 1, more = {}) =>
      enqueueNotifications(
        db,
        clock,
        Array.from({ length: count }, () => ({ ...testEvent(customer), propertyId, ...more })),
      ),
    async deliver() {
      do await sender.drain();
      while ((await sender.claimBatch()) > 0);
      await sender.drain();
    },
    probe: () => probeDue(probing),
    replay: () => replayDue(db, clock),
    state: (id) => readState(db, id),
    states: (customer) => countStates(db, customer),
  };
}

async function newCustomer(
  db: OpenDatabase,
  clock: Clock,
  receiver: Receiver,
  path = `/${randomUUID()}`,
): Promise<Customer> {
  const accountId = randomUUID();
  const { id, signingKey = '' } = await createTestDestination(db, clock, { accountId }, receiver.url + path);
  return { accountId, destinationId: id, signingKey };
}

export const testEvent = ({ accountId, destinationId }: Customer): Omit<NewNotification, 'propertyId'> => ({
  accountId,
  destinationId,
  alertEventId: randomUUID(),
  alertId: randomUUID(),
  alertName: 'Château à Nîmes 🏰',
  eventType: 'PRICE_CHANGE',
  listingId: null,
});

async function readState(db: OpenDatabase, id: string): Promise<NotificationState> {
  const [row] = await db.rows<NotificationState>(sql`
    select status, attempt_number as "attemptNumber", failed_attempts as "failedAttempts", last_error_message as error,
           due_at as "dueAt"
    from event_notification where event_notification_id = ${id}`);
  if (row === undefined) throw new Error('there is no such notification');
  return row;
}

async function countStates(db: OpenDatabase, { accountId }: Customer): Promise<Record<string, number>> {
  const rows = await db.rows<{ status: string; count: number }>(sql`
    select status, count(*)::int as count from event_notification where account_id = ${accountId} group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
