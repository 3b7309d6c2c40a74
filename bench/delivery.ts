import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PropertyResult } from '../src/catalogue/document.ts';
import type { OpenDatabase } from '../src/db/pool.ts';
import { sql } from '../src/db/sql.ts';
import { enqueueNotifications } from '../src/delivery/notifications/enqueue.ts';
import { Sender } from '../src/delivery/sending/sender.ts';
import { buildWebhookPayload, postWebhook } from '../src/delivery/sending/webhook.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createOutboundClient, type OutboundClient } from '../src/outbound/client.ts';
import { findSerializedProperties } from '../src/properties/lookup.ts';
import { packDocumentHex } from '../src/properties/packed-document.ts';
import { createAuthority } from '../test/faults/authority.ts';
import { parisFlat } from '../test/fixtures/property-result.ts';
import { freshDatabase } from '../test/support/database.ts';
import { createTestDestination } from '../test/support/deliveries.ts';
import { testKeyring } from '../test/support/keyring.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Webhooks a second over TLS with all bookkeeping, beside the same client with none; change to receipt at 100 a second';

const ACCOUNTS = 4;
const DESTINATIONS = 20;
const PROPERTIES = 500;
const [MIN_BODY_BYTES, MAX_BODY_BYTES] = [2_000, 20_000];
const BATCH_ROWS = 64;
const PACED_PER_SECOND = 100;

interface ReceivedTotals {
  requests: number;
  bytes: number;
  delays: number[];
}

/** Seconds of each measurement; 60 for the goal, fewer for a quick look. */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const { seconds } = parseOptions(args, { seconds: 15 });
  const { db } = await freshDatabase(scope);
  const authority = await createAuthority();
  const identity = await authority.identity('valid');
  const receiver = fork(join(import.meta.dirname, 'delivery/receiver.ts'), {
    env: { ...process.env, BENCH_IDENTITY: JSON.stringify(identity) },
  });
  scope.after(async () => void receiver.kill());
  const [port] = (await once(receiver, 'message')) as [number];
  const outbound = createOutboundClient(
    { loopback: true, ownHosts: [] },
    { ca: String(authority.certificate) },
  );
  scope.after(() => outbound.close());
  await measure(await prepare(db, outbound, port), receiver, seconds);
}

interface Bench {
  db: OpenDatabase;
  outbound: OutboundClient;
  destinations: { id: string; accountId: string; url: string; key: string }[];
  propertyIds: string[];
}

async function prepare(db: OpenDatabase, outbound: OutboundClient, port: number): Promise<Bench> {
  const accounts = Array.from({ length: ACCOUNTS }, () => ({ accountId: randomUUID(), key: '' }));
  const destinations: Bench['destinations'] = [];
  for (let at = 0; at < DESTINATIONS; at++) {
    const account = accounts[at % ACCOUNTS] ?? { accountId: '', key: '' };
    const made = await createTestDestination(db, systemClock, account, `https://127.0.0.1:${port}/${at}`);
    account.key = made.signingKey ?? account.key;
    destinations.push({ id: made.id, accountId: account.accountId, url: made.url ?? '', key: account.key });
  }
  const documents = Array.from({ length: PROPERTIES }, (_, at) => sized(at));
  await db.rows(sql`
    insert into property (property_id, created_at, packed)
    select id, now(), decode(packed, 'hex')
    from unnest(${documents.map(({ id }) => id)}::uuid[],
                ${documents.map((document) => packDocumentHex(JSON.stringify(document)))}::text[]) as given (id, packed)`);
  return { db, outbound, destinations, propertyIds: documents.map(({ id }) => id) };
}

/** From 2 to 20 KB, evenly; the text hardly compresses. */
function sized(at: number): PropertyResult {
  const document = structuredClone(parisFlat) as PropertyResult;
  const bytes = MIN_BODY_BYTES + ((MAX_BODY_BYTES - MIN_BODY_BYTES) * at) / PROPERTIES;
  const room = Math.max(0, bytes - JSON.stringify(document).length);
  const description = randomBytes(Math.ceil(room / 2))
    .toString('hex')
    .replaceAll(/[0-7]/g, ' a ')
    .slice(0, room);
  return {
    ...document,
    id: randomUUID(),
    property: { ...document.property, body: { title: 'x', description } },
  };
}

const events = ({ destinations, propertyIds }: Bench, count: number, name: string) =>
  Array.from({ length: count }, (_, at) => {
    const { id, accountId } = destinations[at % DESTINATIONS] ?? { id: '', accountId: '' };
    return {
      accountId,
      destinationId: id,
      alertEventId: randomUUID(),
      alertId: randomUUID(),
      alertName: name,
      eventType: 'NEW_MATCH' as const,
      propertyId: propertyIds[Math.floor(Math.random() * propertyIds.length)] ?? '',
      listingId: null,
    };
  });

async function measure(bench: Bench, receiver: ChildProcess, seconds: number): Promise<void> {
  console.log(
    `load before: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  );
  await bare(bench, 1);
  await readReceived(receiver);
  const bareRate = await rateOf(receiver, () => bare(bench, seconds));
  console.log(`same client, same bytes, no bookkeeping: ${bareRate.toFixed(0)} a second`);
  const fullRate = await rateOf(receiver, () => sending(bench, seconds));
  console.log(
    `with all bookkeeping: ${fullRate.toFixed(0)} a second, ${((100 * fullRate) / bareRate).toFixed(0)} %`,
  );
  await readReceived(receiver);
  await paced(bench, seconds);
  const { delays } = await readReceived(receiver);
  const sorted = delays.sort((one, other) => one - other);
  const at = (share: number): string => `${sorted[Math.floor(sorted.length * share)] ?? 0} ms`;
  console.log(
    `enqueued to received at ${PACED_PER_SECOND} a second: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} of ${sorted.length}`,
  );
  console.log(
    `load after: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  );
}

async function readReceived(receiver: ChildProcess): Promise<ReceivedTotals> {
  receiver.send('report');
  return ((await once(receiver, 'message')) as [ReceivedTotals])[0];
}

async function rateOf(receiver: ChildProcess, run: () => Promise<number>): Promise<number> {
  await readReceived(receiver);
  const seconds = await run();
  return (await readReceived(receiver)).requests / seconds;
}

async function bare({ db, outbound, destinations, propertyIds }: Bench, seconds: number): Promise<number> {
  const properties = await findSerializedProperties(db, propertyIds);
  const [event] = events({ db, outbound, destinations, propertyIds }, 1, 'bare');
  const bodies = [...properties.values()].map((property) =>
    buildWebhookPayload(
      { ...(event as never as Parameters<typeof buildWebhookPayload>[0]), eventId: randomUUID() },
      property,
    ),
  );
  const parts = { db, outbound, clock: systemClock, onFault: () => undefined };
  const began = performance.now();
  let at = 0;
  await Promise.all(
    Array.from({ length: BATCH_ROWS }, async () => {
      while (performance.now() - began < seconds * 1_000) {
        at += 1;
        const { url, key } = destinations[at % DESTINATIONS] ?? { url: '', key: '' };
        await postWebhook(parts, {
          accountId: randomUUID(),
          url,
          key,
          body: bodies[at % bodies.length] ?? Buffer.alloc(0),
          sequence: at,
        });
      }
    }),
  );
  return (performance.now() - began) / 1_000;
}

const sender = ({ db, outbound }: Bench): Sender =>
  new Sender({
    db,
    outbound,
    clock: systemClock,
    keyring: testKeyring,
    mail: undefined as never,
    onFault: (error) => console.error(error),
  });

/** The queue is filled beforehand with more than can be sent in the time. */
async function sending(bench: Bench, seconds: number): Promise<number> {
  for (let filled = 0; filled < seconds * 2_500; filled += 1_000) {
    await enqueueNotifications(bench.db, systemClock, events(bench, 1_000, 'bench'));
  }
  await bench.db.rows(sql`analyze event_notification`);
  const ending = new AbortController();
  const began = performance.now();
  const running = sender(bench).run(ending.signal);
  await pause(seconds * 1_000);
  ending.abort();
  await running;
  const took = (performance.now() - began) / 1_000;
  await bench.db.rows(sql`delete from event_notification where status = 'PENDING'`);
  return took;
}

async function paced(bench: Bench, seconds: number): Promise<void> {
  const ending = new AbortController();
  const running = sender(bench).run(ending.signal);
  for (let tick = 0; tick < Math.min(seconds, 10) * 10; tick++) {
    const stamped = events(bench, PACED_PER_SECOND / 10, String(Date.now()));
    await Promise.all([enqueueNotifications(bench.db, systemClock, stamped), pause(100)]);
  }
  await pause(2_000);
  ending.abort();
  await running;
}
