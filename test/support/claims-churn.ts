import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { clientConfig } from '../../src/db/connection.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import { enqueueNotifications } from '../../src/delivery/notifications/enqueue.ts';
import { ScanBookmarks } from '../../src/delivery/sending/backlog-parker.ts';
import { claimDueNotifications } from '../../src/delivery/sending/claim.ts';
import type { AttemptResult } from '../../src/delivery/sending/claimed-notification.ts';
import { ConcurrencyLimiter, type ScanPosition } from '../../src/delivery/sending/concurrency-limiter.ts';
import { computeNextState } from '../../src/delivery/sending/next-state.ts';
import { storeAttempts } from '../../src/delivery/sending/store.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { TestDatabase } from './database.ts';
import { createTestDestination } from './deliveries.ts';
import { testEvent } from './delivery-harness.ts';

const DESTINATIONS = 20;
const FILL_BATCH_ROWS = 1_000;
const DELIVERED: AttemptResult = { outcome: 'DELIVERED', startedAt: new Date(0), tookMs: 1 };

/** Milliseconds of each claim: alone, then beside a session that is idle in its transaction, part by part. */
export interface ChurnTimings {
  alone: number[];
  beside: number[][];
}

/** Notifications that are added and completed in each of the six parts. */
export async function churnBesideIdleSession(
  { db, connection }: Pick<TestDatabase, 'db' | 'connection'>,
  rowsAPart: number,
): Promise<ChurnTimings> {
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

/** Claims and completes as one worker does and refills the queue; returns the duration of each claim. */
async function startChurn(db: OpenDatabase): Promise<(count: number) => Promise<number[]>> {
  const customers = await Promise.all(
    Array.from({ length: DESTINATIONS }, async () => {
      const accountId = randomUUID();
      const { id } = await createTestDestination(db, systemClock, { accountId });
      return { accountId, destinationId: id, signingKey: '' };
    }),
  );
  const fill = async (): Promise<void> => {
    const events = Array.from({ length: FILL_BATCH_ROWS / DESTINATIONS }, () =>
      customers.map(testEvent),
    ).flat();
    await enqueueNotifications(
      db,
      systemClock,
      events.map((event) => ({ ...event, propertyId: randomUUID() })),
    );
  };
  for (let filled = 0; filled < 5; filled++) await fill();
  const passed = new ScanBookmarks(systemClock);
  let cursor: ScanPosition = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };
  return async (count) => {
    const times: number[] = [];
    for (let done = 0; done < count; ) {
      const now = systemClock.now();
      const began = performance.now();
      const claims = await claimDueNotifications(db, {
        claim: randomUUID(),
        now,
        leaseUntil: new Date(now.getTime() + 60_000),
        cursor,
        slots: {
          ...new ConcurrencyLimiter().freeSlots(),
          destinations: { defaultSlots: 16, slotsById: new Map() },
        },
        bookmarks: passed.sorted(),
      });
      times.push(performance.now() - began);
      ({ cursor } = claims);
      passed.add(claims.bookmarks);
      const attempt = { ...DELIVERED, startedAt: now };
      const finished = claims.claimed.map((claimed) => ({
        claimed,
        attempt,
        next: computeNextState(claimed, attempt, now),
      }));
      await storeAttempts(db, finished, now);
      done += claims.claimed.length;
      if (done % FILL_BATCH_ROWS < claims.claimed.length) await fill();
    }
    return times;
  };
}
