import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { Occupancy } from '../../src/delivery/sending/rooms.ts';
import { claimDue } from '../../src/delivery/sending/store.ts';
import { startDelivering } from '../support/delivering.ts';

const house = await startDelivering({ after });
const { db, clock, receiver } = house;
const NOWHERE = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };

/** A worker claims all it may and is never heard of again; then its leases end. Answers how many it had. */
async function deadWorker(): Promise<number> {
  const occupancy = new Occupancy();
  let had = 0;
  for (let claims = 0; claims < 10; claims++) {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + 60_000);
    const claiming = { claim: randomUUID(), now, leaseUntil, cursor: NOWHERE, rooms: occupancy.rooms() };
    const { claimed } = await claimDue(db, claiming);
    for (const one of claimed) occupancy.enter(one);
    had += claimed.length;
  }
  await clock.advance({ seconds: 61 });
  return had;
}

test('workers that die one after another, whatever kills them, end no notification they had under way', async () => {
  const customer = await house.customer();
  await house.events(customer, 4);
  const had: number[] = [];
  for (let death = 0; death < 7; death++) had.push(await deadWorker());
  assert.deepEqual(had, [4, 4, 4, 1, 1, 1, 1], 'what two died with is claimed one at a time');
  await house.deliver();
  assert.deepEqual(await house.states(customer), { DELIVERED: 4 });
});

test('a notification that kills its worker each time ends after five, and is not sent a sixth time', async () => {
  const customer = await house.customer();
  const [id = ''] = await house.events(customer);
  for (let death = 0; death < 5; death++) assert.equal(await deadWorker(), 1);
  const before = receiver.requests.length;
  await house.deliver();
  const { status, failedAttempts } = await house.state(id);
  assert.deepEqual([status, failedAttempts, receiver.requests.length - before], ['FAILED', 0, 0]);
  house.faults.length = 0;
});
