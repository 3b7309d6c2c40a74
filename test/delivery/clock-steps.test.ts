import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { rebaseDeliveries } from '../../src/delivery/rebase-due.ts';
import { answer } from '../faults/behaviours.ts';
import { startDeliveryHarness } from '../support/delivery-harness.ts';

const house = await startDeliveryHarness({ after });
const { db, clock, receiver } = house;

test('an event recorded after the wall clock was set back is sent at once', async () => {
  const customer = await house.customer();
  await house.events(customer, 3);
  await house.deliver();
  clock.step({ days: -1 });
  await house.events(customer, 3);
  await house.deliver();
  assert.deepEqual(await house.states(customer), { DELIVERED: 6 });
});

test('a notification that waited when the wall clock was set back is due after its remaining wait', async () => {
  const customer = await house.customer();
  receiver.next(answer(500));
  const [failed = ''] = await house.events(customer);
  await house.deliver();
  const [fresh = ''] = await house.events(customer);
  clock.step({ days: -1 });
  assert.equal(await rebaseDeliveries(db, clock.now()), 2);
  assert.equal(await rebaseDeliveries(db, clock.now()), 0, 'twice changes nothing');
  await house.deliver();
  assert.equal((await house.state(fresh)).status, 'DELIVERED');
  assert.equal((await house.state(failed)).status, 'PENDING', 'not before its minute');
  await clock.advance({ seconds: 70 });
  await house.deliver();
  assert.equal((await house.state(failed)).status, 'DELIVERED');
});

test('a step back does not delay the probe of a suspended endpoint', async () => {
  const customer = await house.customer();
  await db.rows(sql`
    update event_destination set status = 'SUSPENDED', next_probe_at = ${new Date(clock.now().getTime() + 300_000)}
    where event_destination_id = ${customer.destinationId}`);
  clock.step({ days: -1 });
  assert.equal(await rebaseDeliveries(db, clock.now()), 1);
  await clock.advance({ minutes: 5 });
  assert.equal(await house.probe(), 1);
});

test('a worker whose wall clock jumps an hour ahead does not lose its claims', async () => {
  const customer = await house.customer();
  const gate = Promise.withResolvers<void>();
  receiver.next(async (exchange) => {
    await gate.promise;
    await answer(204)(exchange);
  });
  const [slow = ''] = await house.events(customer);
  const ending = new AbortController();
  const running = house.sender.run(ending.signal);
  await receiver.received(receiver.requests.length + 1);
  clock.step({ hours: 1 });
  await house.events(customer, 2);
  await receiver.received(receiver.requests.length + 2);
  gate.resolve();
  ending.abort();
  await running;
  const { status, attemptNumber } = await house.state(slow);
  assert.deepEqual({ status, attemptNumber }, { status: 'DELIVERED', attemptNumber: 1 });
});

test('a claim right after the wall clock jumped ahead does not take what the worker has in flight', async () => {
  const customer = await house.customer();
  const gate = Promise.withResolvers<void>();
  receiver.next(async (exchange) => {
    await gate.promise;
    await answer(204)(exchange);
  });
  const [slow = ''] = await house.events(customer);
  assert.equal(await house.sender.claimBatch(), 1);
  await receiver.received(receiver.requests.length + 1);
  clock.step({ hours: 1 });
  assert.equal(await house.sender.claimBatch(), 0);
  gate.resolve();
  await house.sender.drain();
  const { status, attemptNumber } = await house.state(slow);
  assert.deepEqual({ status, attemptNumber }, { status: 'DELIVERED', attemptNumber: 1 });
});
