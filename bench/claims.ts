import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import type { OpenDatabase } from '../src/db/pool.ts';
import { enqueue } from '../src/delivery/notifications/enqueue.ts';
import { afterAttempt } from '../src/delivery/sending/after-attempt.ts';
import type { Attempt } from '../src/delivery/sending/claimed.ts';
import { Occupancy } from '../src/delivery/sending/rooms.ts';
import { type Cursor, claimDue, putOutcomes } from '../src/delivery/sending/store.ts';
import { systemClock } from '../src/lib/clock.ts';
import { freshDatabase } from '../test/support/database.ts';
import { newDestination } from '../test/support/deliveries.ts';
import { eventOf } from '../test/support/delivering.ts';

export const title =
  'Claims of due notifications while a session sits idle in a transaction and 50,000 rows come and go';

const DESTINATIONS = 20;
const CHURN = 50_000;

export async function run([rows = String(CHURN)]: string[]): Promise<void> {
  const endings: (() => Promise<void>)[] = [];
  const { db, connection } = await freshDatabase({ after: (end) => endings.push(end) });
  try {
    console.log(`load: ${loadavg().map((one) => one.toFixed(1))}`);
    const customers = await Promise.all(
      Array.from({ length: DESTINATIONS }, async () => {
        const accountId = randomUUID();
        return {
          accountId,
          destinationId: (await newDestination(db, systemClock, { accountId })).id,
          signingKey: '',
        };
      }),
    );
    const fill = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1_000) {
        const some = Array.from({ length: 1_000 }, (_, of) =>
          eventOf(customers[of % DESTINATIONS] ?? never()),
        );
        await enqueue(
          db,
          systemClock,
          some.map((event) => ({ ...event, propertyId: randomUUID() })),
        );
      }
    };
    await fill(5_000);
    tell('warming up', await churn(db, fill, 5_000));
    tell('alone', await churn(db, fill, Number(rows) / 5));
    const { default: pg } = await import('pg');
    const { clientConfig } = await import('../src/db/connection.ts');
    const idle = new pg.Client(clientConfig(connection, 'bench idle'));
    await idle.connect();
    await idle.query('begin isolation level repeatable read');
    await idle.query('select count(*) from event_notification');
    for (let part = 1; part <= 5; part++) {
      tell(
        `beside an idle transaction, after ${(part * Number(rows)) / 5} rows`,
        await churn(db, fill, Number(rows) / 5),
      );
    }
    await idle.end();
    console.log(`load: ${loadavg().map((one) => one.toFixed(1))}`);
  } finally {
    for (const end of endings) await end();
  }
}

function never(): never {
  throw new Error('no such customer');
}

const DELIVERED: Attempt = { outcome: 'DELIVERED', startedAt: new Date(0), tookMs: 1 };

/** Claims and completes so many, refilling as it goes; answers how long each claim took. */
async function churn(
  db: OpenDatabase,
  fill: (count: number) => Promise<void>,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  let cursor: Cursor = { destination: '00000000-0000-0000-0000-000000000000', lane: -1 };
  for (let done = 0; done < count; ) {
    const rooms = { ...new Occupancy().rooms(), destinations: { usual: 16, known: new Map() } };
    const now = systemClock.now();
    const leaseUntil = new Date(now.getTime() + 60_000);
    const began = performance.now();
    const claims = await claimDue(db, { claim: randomUUID(), now, leaseUntil, cursor, rooms });
    times.push(performance.now() - began);
    cursor = claims.cursor;
    const at = systemClock.now();
    await putOutcomes(
      db,
      claims.claimed.map((claimed) => ({
        claimed,
        attempt: { ...DELIVERED, startedAt: now },
        next: afterAttempt(claimed, DELIVERED, at),
      })),
      at,
    );
    done += claims.claimed.length;
    if (done % 1_000 < claims.claimed.length) await fill(1_000);
  }
  return times;
}

function tell(what: string, times: number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  console.log(`${what}: claim p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${sorted.length}`);
}
