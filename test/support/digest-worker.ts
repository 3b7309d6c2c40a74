// A worker that records events of alerts with delivery plans and sends their digests, in its own process, so that a test can kill it.
// Its clock passes twenty minutes with each event.
import { randomUUID } from 'node:crypto';
import type { AlertRow } from '../../src/alerts/alerts.ts';
import { sendDueDigest } from '../../src/alerts/digests.ts';
import { recordEvents } from '../../src/alerts/record-matches.ts';
import type { Connection } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { MINUTE_MS } from '../../src/lib/durations.ts';
import { silentLog } from './log.ts';

export interface DigestTask {
  readonly connection: Connection;
  readonly alerts: readonly AlertRow[];
  readonly propertyId: string;
  readonly from: string;
  /** How many events it records at most. */
  readonly events: number;
}

const STEP_MS = 20 * MINUTE_MS;

const { connection, alerts, propertyId, from, events }: DigestTask = JSON.parse(process.argv[2] ?? '{}');
const db = openDatabase(connection, { log: silentLog, applicationName: 'gable digest worker' });
let now = Date.parse(from);
const clock = {
  now: () => new Date(now),
  monotonicMs: () => performance.now(),
  sleep: async () => undefined,
};
for (let count = 0; count < events; count += 1) {
  const alert = alerts[count % alerts.length] as AlertRow;
  const eventType = count % 3 === 0 ? 'PRICE_CHANGE' : 'OTHER_CHANGE';
  const event = {
    eventType,
    scope: 'PROPERTY',
    subjectId: propertyId,
    listingId: null,
    percents: [],
  } as const;
  // In one transaction, as matching does: an event and what is sent of it are stored together.
  await db.transaction((tx) =>
    recordEvents(tx, clock, [{ alert, propertyId, revisionId: randomUUID(), event }]),
  );
  process.send?.(count);
  now += STEP_MS;
  await Promise.all([sendDueDigest(db, clock), sendDueDigest(db, clock)]);
}
await db.end();
process.disconnect?.();
