import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../../src/db/sql.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { stallBeforeHead } from '../faults/behaviours.ts';
import {
  countCharged,
  countUnfinished,
  createCustomer,
  createCustomers,
  type DeliveryWorld,
  enqueueEvents,
  LONG_TIMEOUT_MS,
  startDeliveryWorker,
  startDeliveryWorld,
  waitForAllDelivered,
  waitForReceived,
} from '../support/delivery-faults.ts';
import type { Customer } from '../support/delivery-harness.ts';

/** For an endpoint that hangs. */
const PATIENCE = { leaseMs: 10_000, deadlineMs: 5_000 };

/** Milliseconds from enqueueing to arrival, sorted, of so many rounds of one event for each customer. */
async function latencies(world: DeliveryWorld, customers: Customer[], rounds: number): Promise<number[]> {
  const { requests } = world.receiver;
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let read = requests.length;
    const queued = Date.now();
    const awaited = new Set(await enqueueEvents(world, customers, customers.length));
    for (; awaited.size > 0; await pause(5)) {
      for (; read < requests.length; read++) {
        const { body, arrivedAt } = requests[read] ?? assert.fail();
        if (awaited.delete(JSON.parse(String(body)).eventId)) found.push(arrivedAt.getTime() - queued);
      }
    }
  }
  return found.sort((one, other) => one - other);
}

/** The best of three: other load of this machine does not count. */
async function bestP99(world: DeliveryWorld, customers: Customer[]): Promise<number> {
  const found: number[] = [];
  for (let part = 0; part < 3; part++)
    found.push(p99(await latencies(world, customers, LONG_TIMEOUT_MS ? 10 : 1)));
  return Math.min(...found);
}

interface Comparison {
  aloneMs: number;
  besideMs: number;
}

/**
 * Compares until one comparison is within its limit, at most three times: the load of the machine may change between
 * the two measurements of one, while a delay of our own is in every one.
 */
async function compareRepeatedly(
  compare: (round: number) => Promise<Comparison>,
  maxMs: (aloneMs: number) => number,
): Promise<{ isWithin: boolean; seen: string }> {
  const seen: Comparison[] = [];
  const isWithin = ({ aloneMs, besideMs }: Comparison): boolean => besideMs <= maxMs(aloneMs);
  while (seen.length < 3 && !seen.some(isWithin)) seen.push(await compare(seen.length));
  const text = seen.map(({ aloneMs, besideMs }) => `${besideMs} ms, ${aloneMs} ms alone`).join('; ');
  return { isWithin: seen.some(isWithin), seen: text };
}

test('an endpoint that hangs with thousands queued delays no other', { timeout: 300_000 }, async (t) => {
  const world = await startDeliveryWorld(t);
  const others = await createCustomers(world, 50);
  world.receiver.when(({ url }) => url.startsWith('/hangs'), stallBeforeHead());
  await startDeliveryWorker(world, PATIENCE);
  const compare = async (round: number): Promise<Comparison> => {
    // Idle connections were closed meanwhile: the first rounds open them again.
    await latencies(world, others, 3);
    const aloneMs = await bestP99(world, others);
    // A new one each time: after some failures an endpoint is suspended, and hangs no more.
    const hanging = await createCustomer(world, `/hangs-${round}`);
    await enqueueEvents(world, [hanging], LONG_TIMEOUT_MS ? 10_000 : 1_000);
    await latencies(world, others, 3);
    const besideMs = await bestP99(world, others);
    await world.db.rows(sql`delete from event_notification where account_id = ${hanging.accountId}`);
    return { aloneMs, besideMs };
  };
  // A few rounds at load measure the machine: there only a large delay counts.
  const maxMs = (aloneMs: number): number => (LONG_TIMEOUT_MS ? 2 * aloneMs : 20_000);
  const { isWithin, seen } = await compareRepeatedly(compare, maxMs);
  t.diagnostic(`p99 of 50 others beside one that hangs: ${seen}`);
  assert.ok(isWithin, seen);
});

/** Waits for these events; returns how long each took from `since`, sorted. */
async function measureDelays(world: DeliveryWorld, ids: readonly string[], since: number): Promise<number[]> {
  const { requests } = world.receiver;
  const awaited = new Set(ids);
  const found: number[] = [];
  for (let read = 0; awaited.size > 0; await pause(5)) {
    for (; read < requests.length; read++) {
      const { body, arrivedAt } = requests[read] ?? assert.fail();
      if (awaited.delete(JSON.parse(String(body)).eventId)) found.push(arrivedAt.getTime() - since);
    }
  }
  return found.sort((one, other) => one - other);
}

const asRetries = ({ db }: DeliveryWorld): Promise<unknown> =>
  db.rows(sql`update event_notification set lane = 1 where status = 'PENDING'`);
/** The limit is for an idle machine: on a busy one it is relative to the time without other events. */
const soon = (aloneMs: number): number => (LONG_TIMEOUT_MS ? Math.max(5_000, 10 * aloneMs) : 60_000);
const p99 = (times: number[]): number => times[Math.floor(times.length * 0.99)] ?? 0;

async function alone(world: DeliveryWorld, customers: Customer[], count: number): Promise<number> {
  const since = Date.now();
  return p99(await measureDelays(world, await enqueueEvents(world, customers, count), since));
}

test('one event of one account does not wait for the many of another', { timeout: 300_000 }, async (t) => {
  const world = await startDeliveryWorld(t);
  const [busy, quiet] = await createCustomers(world, 2);
  assert.ok(busy && quiet);
  const count = LONG_TIMEOUT_MS ? 100_000 : 3_000;
  await enqueueEvents(world, [busy], count);
  await startDeliveryWorker(world);
  await waitForReceived(world, 100);
  const took = await alone(world, [quiet], 1);
  const left = await countUnfinished(world);
  t.diagnostic(`beside ${count} queued of another account: ${took} ms, when ${left} were left`);
  assert.ok(took <= soon(0) && left > count / 2, `${took} ms, ${left} left`);
  await world.db.rows(sql`delete from event_notification where status = 'PENDING'`);
});

test('new events do not wait for thousands of retries that are due', { timeout: 300_000 }, async (t) => {
  const world = await startDeliveryWorld(t);
  const customers = await createCustomers(world, 10);
  const retries = LONG_TIMEOUT_MS ? 5_000 : 600;
  await enqueueEvents(world, customers, retries, { dueAt: new Date(Date.now() + HOUR_MS) });
  await asRetries(world);
  await startDeliveryWorker(world);
  const baseline = await alone(world, customers, retries / 50);
  await world.db.rows(sql`update event_notification set due_at = now() where status = 'PENDING'`);
  await waitForReceived(world, world.receiver.requests.length + 50);
  const beside = await alone(world, customers, retries / 50);
  const left = await countUnfinished(world);
  assert.deepEqual(await countCharged(world), []);
  t.diagnostic(
    `p99 of new events: ${baseline} ms alone, ${beside} ms beside ${retries} retries, when ${left} were left`,
  );
  assert.ok(beside <= soon(baseline) && left > 0, `${beside} ms, ${left} left`);
});

test('retries that are due at once start at once', { timeout: 300_000 }, async (t) => {
  const world = await startDeliveryWorld(t);
  const customers = await createCustomers(world, 20);
  const count = LONG_TIMEOUT_MS ? 1_000 : 200;
  await startDeliveryWorker(world);
  const compare = async (): Promise<Comparison> => {
    const aloneMs = await alone(world, customers, count);
    const due = Date.now() + (LONG_TIMEOUT_MS ? 5_000 : 1_000);
    const ids = await enqueueEvents(world, customers, count, { dueAt: new Date(due) });
    await asRetries(world);
    await waitForAllDelivered(world, 60_000);
    const started = await world.db.rows<{ late: number }>(sql`
      select (extract(epoch from started_at) * 1000 - ${due})::float8 as late
      from delivery_attempt join event_notification using (account_id, event_notification_id)
      where alert_event_id = any (${ids}::uuid[]) order by 1`);
    assert.ok((started[0]?.late ?? -1) >= 0, 'none starts early');
    return { aloneMs, besideMs: Math.round(p99(started.map((one) => one.late))) };
  };
  const maxMs = (aloneMs: number): number => (LONG_TIMEOUT_MS ? Math.max(2_000, 2 * aloneMs) : 60_000);
  const { isWithin, seen } = await compareRepeatedly(compare, maxMs);
  assert.deepEqual(await countCharged(world), []);
  t.diagnostic(`p99 of the lateness of ${count} retries due at once, and as new events: ${seen}`);
  assert.ok(isWithin, seen);
});
