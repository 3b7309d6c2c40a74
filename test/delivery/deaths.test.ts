import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { after, test } from 'node:test';
import { isDistributed } from '../../src/db/distribution.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { type Sql, sql } from '../../src/db/sql.ts';
import { claimDueNotifications } from '../../src/delivery/sending/claim.ts';
import { ConcurrencyLimiter } from '../../src/delivery/sending/concurrency-limiter.ts';
import { Sender } from '../../src/delivery/sending/sender.ts';
import { createOutboundClient } from '../../src/outbound/client.ts';
import { dialTcp } from '../../src/outbound/connect.ts';
import { until } from '../faults/until.ts';
import { startDeliveryHarness } from '../support/delivery-harness.ts';

const house = await startDeliveryHarness({ after });
const { db, clock, receiver } = house;
const byAccount = await isDistributed(db, 'event_notification');
const NOWHERE = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };

/** A worker claims all it may and dies; then its leases end. Returns how many it had. */
async function deadWorker(): Promise<number> {
  const limiter = new ConcurrencyLimiter();
  let had = 0;
  for (let claims = 0; claims < 10; claims++) {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + 60_000);
    const claiming = {
      claim: randomUUID(),
      now,
      leaseUntil,
      cursor: NOWHERE,
      slots: limiter.freeSlots(),
      bookmarks: [],
      byAccount,
    };
    const { claimed } = await claimDueNotifications(db, claiming);
    for (const one of claimed) limiter.acquire(one);
    had += claimed.length;
  }
  await clock.advance({ seconds: 61 });
  return had;
}

test('workers that die one after another end none of the notifications they had claimed', async () => {
  const customer = await house.customer();
  await house.events(customer, 4);
  const had: number[] = [];
  for (let death = 0; death < 12; death++) had.push(await deadWorker());
  assert.deepEqual(had, [4, 4, 4, ...Array(9).fill(1)], 'suspects are claimed one at a time');
  await house.deliver();
  assert.deepEqual(await house.states(customer), { DELIVERED: 4 });
});

test('a notification that kills its worker each time ends after ten, and is not sent again', async () => {
  const customer = await house.customer();
  const [id = ''] = await house.events(customer);
  for (let death = 0; death < 10; death++) assert.equal(await deadWorker(), 1);
  const before = receiver.requests.length;
  await house.deliver();
  const { status, failedAttempts } = await house.state(id);
  assert.deepEqual([status, failedAttempts, receiver.requests.length - before], ['FAILED', 0, 0]);
  house.errors.length = 0;
});

const isClaim = ({ text }: Sql): boolean => text.includes('claim_notifications');
const isRecord = ({ text }: Sql): boolean => text.includes('insert into delivery_attempt');
const never = new Promise<never>(() => undefined);

type Ask = (statement: Sql) => Promise<unknown[]>;
interface Death {
  /** The statement at which it dies, and what happens to it. */
  at?: (statement: Sql) => boolean;
  meets?: (ask: Ask, statement: Sql) => Promise<unknown>;
  /** At the moment it would connect. */
  connecting?: boolean;
}

/** A worker in this process. Once it is dead nothing it does reaches the database or an endpoint. */
function mortalWorker(death: Death) {
  let dead = false;
  const outbound = createOutboundClient(
    { loopback: true, ownHosts: [] },
    {
      ca: String(receiver.authority.certificate),
      dial: (to) => {
        if (death.connecting !== true) return dialTcp(to);
        die();
        return new Socket();
      },
    },
  );
  function die(): void {
    dead = true;
    void outbound.close();
  }
  const ask: Ask = (statement) => db.rows(statement);
  const mortal: OpenDatabase = {
    ...db,
    transaction: (...given) => (dead ? never : db.transaction(...given)),
    rows: async <Row>(statement: Sql) => {
      if (dead) return never;
      if (death.at?.(statement) !== true) return db.rows<Row>(statement);
      await death.meets?.(ask, statement);
      die();
      return never;
    },
  };
  const sender = new Sender({ ...house.parts, db: mortal, outbound });
  return { sender, die, isDead: () => dead };
}

const rolledBack = (_: Ask, statement: Sql): Promise<unknown> =>
  db
    .transaction(async (tx) => {
      await tx.rows(statement);
      throw new Error('died before the commit');
    })
    .catch(() => undefined);

const POINTS: [string, Death, number][] = [
  ['after its claim', { at: isClaim, meets: (ask, statement) => ask(statement) }, 1],
  ['before it connects', { connecting: true }, 1],
  ['after the bytes are sent', {}, 2],
  ['after a 2xx is read', { at: isRecord }, 2],
  ['before the commit of its record', { at: isRecord, meets: rolledBack }, 2],
  ['after that commit', { at: isRecord, meets: (ask, statement) => ask(statement) }, 1],
];

for (const [when, death, arrivals] of POINTS) {
  test(`a worker that dies ${when} loses nothing, and its event arrives ${arrivals === 1 ? 'once' : 'twice'}`, async () => {
    const path = `/${randomUUID()}`;
    const customer = await house.customer(path);
    const worker = mortalWorker(death);
    if (when === 'after the bytes are sent') {
      receiver.when(
        ({ url }) => url === path && !worker.isDead(),
        async () => worker.die(),
      );
    }
    await house.events(customer);
    void worker.sender.claimBatch();
    await until(worker.isDead);
    await clock.advance({ seconds: 61 });
    await house.deliver();
    assert.deepEqual(await house.states(customer), { DELIVERED: 1 });
    const came = receiver.requests
      .filter(({ url }) => url === path)
      .map(({ body }) => JSON.parse(String(body)).eventId);
    assert.deepEqual([came.length, new Set(came).size], [arrivals, 1]);
  });
}

test('a worker frozen past its lease changes nothing when it wakes', async () => {
  const path = `/${randomUUID()}`;
  const customer = await house.customer(path);
  const came = (): number => receiver.requests.filter(({ url }) => url === path).length;
  await house.events(customer, 4);
  const thaw = Promise.withResolvers<void>();
  let frozen = 0;
  const slow: OpenDatabase = {
    ...db,
    rows: async <Row>(statement: Sql) => {
      if (isRecord(statement)) {
        frozen += 1;
        await thaw.promise;
      }
      return db.rows<Row>(statement);
    },
  };
  const sender = new Sender({ ...house.parts, db: slow });
  assert.equal(await sender.claimBatch(), 4);
  await until(() => frozen > 0 && came() === 4);
  await clock.advance({ seconds: 61 });
  await house.deliver();
  assert.equal(came(), 8, 'one duplicate of each');
  const shown = () =>
    db.rows(sql`select n.*, a.outcome, a.attempt_number as of from event_notification n join delivery_attempt a using (account_id, event_notification_id)
                where n.account_id = ${customer.accountId} order by event_notification_id, a.attempt_number`);
  const known = await shown();
  assert.equal(known.length, 8);
  thaw.resolve();
  await sender.drain();
  assert.deepEqual(await shown(), known);
});
