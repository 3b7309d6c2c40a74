import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { rebaseDeliveries } from '../../src/delivery/rebase-due.ts';
import { answer } from '../faults/behaviours.ts';
import { startDeliveryHarness } from '../support/delivery-harness.ts';

const house = await startDeliveryHarness({ after });
const { db, clock, receiver } = house;

test('what is recorded after the wall clock was set back is sent at once', async () => {
  const customer = await house.customer();
  await house.events(customer, 3);
  await house.deliver();
  clock.step({ days: -1 });
  await house.events(customer, 3);
  await house.deliver();
  assert.deepEqual(await house.states(customer), { DELIVERED: 6 });
});

test('what waited when the wall clock was set back is due after the wait it had left', async () => {
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

test('a probe of a suspended endpoint is not put off by a step back', async () => {
  const customer = await house.customer();
  await db.rows(sql`
    update event_destination set status = 'SUSPENDED', next_probe_at = ${new Date(clock.now().getTime() + 300_000)}
    where event_destination_id = ${customer.destinationId}`);
  clock.step({ days: -1 });
  assert.equal(await rebaseDeliveries(db, clock.now()), 1);
  await clock.advance({ minutes: 5 });
  assert.equal(await house.probe(), 1);
});

test('a worker whose wall clock jumps an hour ahead keeps what it has under way', async () => {
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
