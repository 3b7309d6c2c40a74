import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { clientConfig } from '../../src/db/connection.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { enqueue } from '../../src/delivery/notifications/enqueue.ts';
import { afterAttempt } from '../../src/delivery/sending/after-attempt.ts';
import type { Attempt } from '../../src/delivery/sending/claimed.ts';
import { PassedPlaces } from '../../src/delivery/sending/passed-places.ts';
import { Occupancy } from '../../src/delivery/sending/rooms.ts';
import { type Cursor, claimDue, putOutcomes } from '../../src/delivery/sending/store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { TestDatabase } from './database.ts';
import { newDestination } from './deliveries.ts';
import { eventOf } from './delivering.ts';

const DESTINATIONS = 20;
const FILLED_AT_ONCE = 1_000;
const DELIVERED: Attempt = { outcome: 'DELIVERED', startedAt: new Date(0), tookMs: 1 };

/** Milliseconds of each claim: with nobody else there, then beside a session that sits idle in its transaction, part by part. */
export interface Churned {
  alone: number[];
  beside: number[][];
}

/** So many notifications come and go in each of the six parts. */
export async function churnBesideIdleSession(
  { db, connection }: Pick<TestDatabase, 'db' | 'connection'>,
  rowsAPart: number,
): Promise<Churned> {
  const churn = await startChurn(db);
  await churn(rowsAPart / 2);
  const alone = await churn(rowsAPart);
  const idle = new pg.Client(clientConfig(connection, 'gable idle'));
  await idle.connect();
  try {
    await idle.query('begin isolation level repeatable read');
    await idle.query('select count(*) from event_notification');
    const beside: number[][] = [];
    while (beside.length < 5) beside.push(await churn(rowsAPart));
    return { alone, beside };
  } finally {
    await idle.end();
  }
}

/** Claims and completes as one worker does, refilling as it goes; answers how long each claim took. */
async function startChurn(db: OpenDatabase): Promise<(count: number) => Promise<number[]>> {
  const customers = await Promise.all(
    Array.from({ length: DESTINATIONS }, async () => {
      const accountId = randomUUID();
      const { id } = await newDestination(db, systemClock, { accountId });
      return { accountId, destinationId: id, signingKey: '' };
    }),
  );
  const fill = async (): Promise<void> => {
    const events = Array.from({ length: FILLED_AT_ONCE / DESTINATIONS }, () => customers.map(eventOf)).flat();
    await enqueue(
      db,
      systemClock,
      events.map((event) => ({ ...event, propertyId: randomUUID() })),
    );
  };
  for (let filled = 0; filled < 5; filled++) await fill();
  const passed = new PassedPlaces(systemClock);
  let cursor: Cursor = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };
  return async (count) => {
    const times: number[] = [];
    for (let done = 0; done < count; ) {
      const now = systemClock.now();
      const began = performance.now();
      const claims = await claimDue(db, {
        claim: randomUUID(),
        now,
        leaseUntil: new Date(now.getTime() + 60_000),
        cursor,
        rooms: { ...new Occupancy().rooms(), destinations: { usual: 16, known: new Map() } },
        passed: passed.inOrder(),
      });
      times.push(performance.now() - began);
      ({ cursor } = claims);
      passed.add(claims.looked);
      const attempt = { ...DELIVERED, startedAt: now };
      const finished = claims.claimed.map((claimed) => ({
        claimed,
        attempt,
        next: afterAttempt(claimed, attempt, now),
      }));
      await putOutcomes(db, finished, now);
      done += claims.claimed.length;
      if (done % FILLED_AT_ONCE < claims.claimed.length) await fill();
    }
    return times;
  };
}
