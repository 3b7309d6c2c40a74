import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../../src/db/connection.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { firstRow, sql } from '../../src/db/sql.ts';
import { addDestination } from '../../src/delivery/destinations/destinations.ts';
import { createKeyring } from '../../src/delivery/keys/keyring.ts';
import { enqueueNotifications, type NewNotification } from '../../src/delivery/notifications/enqueue.ts';
import { Sender } from '../../src/delivery/sending/sender.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createOutboundClient } from '../../src/outbound/client.ts';
import { type Receiver, startReceiver } from '../faults/receiver.ts';
import { until } from '../faults/until.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { type Customer, testEvent } from './delivery-harness.ts';
import { createTestProperty } from './owners.ts';

// Workers, senders and customers for tests that kill, stop and disconnect.

/** Small numbers in every run of the tests; `npm run test:faults` uses large ones. */
export const LONG_TIMEOUT_MS = process.env['DELIVERY_FAULTS'] === 'long';
const SECRET = randomBytes(32);
export const keyring = createKeyring([{ version: 1, secret: SECRET }]);
export interface DeliveryWorld {
  db: OpenDatabase;
  connection: Connection;
  receiver: Receiver;
  propertyId: string;
  /** Of this process, which is that of the receiver: an endpoint that stalls times out. */
  delay: ReturnType<typeof monitorEventLoopDelay>;
  /** What must end before the database is dropped: hooks run in the order they are registered. */
  stops: (() => Promise<void>)[];
}

interface WorldOptions {
  open?: (t: TestContext) => Promise<TestDatabase>;
  /**
   * Default plain HTTP: each worker opens hundreds of connections, and their handshakes were most of the CPU of a test
   * that is about something else.
   */
  withTls?: boolean;
}

export async function startDeliveryWorld(
  t: TestContext,
  { open = freshDatabase, withTls = false }: WorldOptions = {},
): Promise<DeliveryWorld> {
  const stops: DeliveryWorld['stops'] = [];
  t.after(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  const { db, connection } = await open(t);
  const receiver = await startReceiver({ plain: !withTls });
  t.after(() => receiver.close());
  const delay = monitorEventLoopDelay();
  delay.enable();
  const propertyId = await createTestProperty(db, systemClock);
  return { db, connection, receiver, propertyId, delay, stops };
}

export async function createCustomer({ db, receiver }: DeliveryWorld, path: string): Promise<Customer> {
  const accountId = randomUUID();
  const target = { url: receiver.url + path, email: null, isDefault: false };
  const added = await addDestination(db, { clock: systemClock, keyring }, accountId, target);
  assert.ok(added.outcome === 'added');
  return { accountId, destinationId: added.destination.id, signingKey: added.signingKey ?? '' };
}

/** One after the other: as many sessions at once are not opened in time on a busy machine. */
export async function createCustomers(world: DeliveryWorld, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let at = 0; at < count; at++) customers.push(await createCustomer(world, `/${at}`));
  return customers;
}

/** Returns the ids of the events. */
export async function enqueueEvents(
  { db, propertyId }: DeliveryWorld,
  customers: Customer[],
  count: number,
  given: Partial<NewNotification> = {},
): Promise<string[]> {
  const made = Array.from({ length: count }, (_, at) => {
    const customer = customers[at % customers.length];
    assert.ok(customer);
    return { ...testEvent(customer), propertyId, ...given };
  });
  for (let at = 0; at < count; at += 500)
    await enqueueNotifications(db, systemClock, made.slice(at, at + 500));
  return made.map(({ alertEventId }) => alertEventId);
}

/** Lease and response timeout, where they differ from the defaults. */
interface WorkerTimeouts {
  leaseMs: number;
  deadlineMs: number;
}

export async function startDeliveryWorker(
  { connection, receiver, stops }: DeliveryWorld,
  timeouts?: WorkerTimeouts,
): Promise<ChildProcess> {
  const config = {
    connection,
    timeouts,
    ca: String(receiver.authority.certificate),
    secret: SECRET.toString('base64'),
  };
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'delivery-worker.ts')], {
    env: { ...process.env, DELIVERY_WORKER: JSON.stringify(config) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  stops.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

export async function waitForExit(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  const gone = once(child, 'close');
  child.kill(signal);
  const [code, name] = await gone;
  return code ?? name;
}

/** Claimed, and nothing recorded about it yet. */
export const countInFlight = async ({ db }: DeliveryWorld): Promise<number> =>
  (
    await firstRow<{ n: number }>(
      db,
      sql`select count(*)::int as n from event_notification where claim_id is not null and due_at > now()`,
    )
  )?.n ?? 0;

/** Their ids. */
export const listInFlight = async ({ db }: DeliveryWorld): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select event_notification_id as id from event_notification where claim_id is not null and status = 'PENDING'`)
  ).map(({ id }) => id);

/** Waits until all of these are delivered. */
export async function waitForDelivered(
  world: DeliveryWorld,
  ids: readonly string[],
  withinMs: number,
): Promise<void> {
  const left = () =>
    world.db.rows(sql`
      select status, attempt_number, due_at, last_error_message from event_notification
      where event_notification_id = any(${ids}::uuid[]) and status <> 'DELIVERED'`);
  await until(async () => (await left()).length === 0, {
    within: withinMs,
    every: 100,
    what: async () =>
      `delivery of ${JSON.stringify((await left()).slice(0, 5))}; ${await describeWorld(world)}`,
  });
}

/** A statement of a killed worker may still run, and claim or record, after its death. */
export async function countForgotten({ db }: DeliveryWorld): Promise<void> {
  const left = sql`select 1 from pg_stat_activity where datname = current_database() and application_name = 'gable test worker'`;
  while ((await db.rows(left)).length > 0) await pause(10);
}

/** As if a minute had passed since the worker died. */
export const expireLeases = ({ db }: DeliveryWorld): Promise<unknown> =>
  db.rows(
    sql`update event_notification set due_at = now() where claim_id is not null and status = 'PENDING'`,
  );

export const countUnfinished = async ({ db }: DeliveryWorld): Promise<number> =>
  (
    await firstRow<{ n: number }>(
      db,
      sql`select count(*)::int as n from event_notification where status <> 'DELIVERED'`,
    )
  )?.n ?? 0;

export async function attemptsLogged({ db }: DeliveryWorld): Promise<Record<string, number>> {
  const rows = await db.rows<{ outcome: string; n: number }>(
    sql`select outcome, count(*)::int as n from delivery_attempt group by 1`,
  );
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]));
}

/** Failures charged to endpoints. Healthy endpoints have none, whatever happens to us. */
export const countCharged = ({ db }: DeliveryWorld): Promise<unknown[]> =>
  db.rows(sql`
    select error, count(*)::int as times, max(took_ms) as longest from delivery_attempt where outcome = 'FAILED' group by 1`);

const countLeftOver = ({ db }: DeliveryWorld): Promise<unknown[]> =>
  db.rows(sql`
    select status, attempt_number, internal_failures, failed_attempts, last_error_message, count(*)::int
    from event_notification where status <> 'DELIVERED' group by 1, 2, 3, 4, 5`);

/** What a failed test needs: what is left, what endpoints were charged with, and whether the receiver stalled. */
async function describeWorld(world: DeliveryWorld): Promise<string> {
  const [left, charged] = await Promise.all([countLeftOver(world), countCharged(world)]);
  return JSON.stringify({ left, charged, receiver: describeDelay(world) });
}

/** Nanoseconds are measured. */
export const describeDelay = ({ delay }: DeliveryWorld): string =>
  `delayed at most ${Math.round(delay.max / 1e6)} ms, p99 ${Math.round(delay.percentile(99) / 1e6)} ms`;

export const waitForAllDelivered = (world: DeliveryWorld, withinMs: number): Promise<void> =>
  until(async () => (await countUnfinished(world)) === 0, {
    within: withinMs,
    every: 100,
    what: async () => `delivery of all: ${await describeWorld(world)}`,
  });

/** Waits for so many requests, duplicates included. */
export const waitForReceived = (world: DeliveryWorld, count: number, withinMs = 120_000): Promise<void> =>
  until(() => world.receiver.requests.length >= count, {
    within: withinMs,
    what: async () =>
      `${world.receiver.requests.length} of ${count} came, ${await describeWorld(world).catch(String)}: the rest`,
  });

/** Waits until this event arrives. */
export async function waitForEvent(world: DeliveryWorld, id: string, withinMs: number): Promise<void> {
  const { requests } = world.receiver;
  let read = 0;
  const hasCome = (): boolean => {
    for (; read < requests.length; read++) if (String(requests[read]?.body).includes(id)) return true;
    return false;
  };
  const what = async () => `the event (${await describeWorld(world).catch(String)})`;
  await until(hasCome, { within: withinMs, every: 5, what });
}

/** The events that arrived, and how many arrived again. */
export function tallyReceived(
  { receiver }: DeliveryWorld,
  ids: readonly string[],
): { lost: number; duplicates: number } {
  const came = receiver.requests.map(({ body }) => JSON.parse(String(body)).eventId as string);
  const distinct = new Set(came);
  return { lost: ids.filter((id) => !distinct.has(id)).length, duplicates: came.length - distinct.size };
}

/**
 * A sender in this process over a database of the test's choice; returns the errors it reports. Timeouts are the defaults unless
 * given: on a busy machine a receiver in the same process may take seconds.
 */
export function startSending(
  { receiver, stops }: DeliveryWorld,
  db: OpenDatabase,
  deadlineMs?: number,
): unknown[] {
  const faults: unknown[] = [];
  const outbound = createOutboundClient(
    { loopback: true, ownHosts: [] },
    { ca: String(receiver.authority.certificate) },
  );
  const sender = new Sender({
    db,
    clock: systemClock,
    outbound,
    keyring,
    mail: undefined as never,
    onFault: (error) => void faults.push(error),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  const ending = new AbortController();
  const running = sender.run(ending.signal);
  stops.push(async () => {
    ending.abort();
    await running;
    await outbound.close();
  });
  return faults;
}
