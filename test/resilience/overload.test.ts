import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createAccount, createApiKey } from '../../src/accounts/accounts.ts';
import { MAX_EXECUTING_CALLS } from '../../src/api/middleware/execution-slots.ts';
import { sql } from '../../src/db/sql.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { startFaultProxy } from '../faults/fault-proxy.ts';
import { until } from '../faults/until.ts';
import { freshDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { createDataDirectory, spawnGable } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';
import { createTestProperty } from '../support/owners.ts';

const IDLE_CONNECTIONS = 2_000;
const SLOW_CLIENTS = 100;
/** Of the calls at three times the capacity, the first. */
const WRITES = 40;
const MAX_GROWTH_BYTES = 250 * 2 ** 20;

/** A real process whose connection to the database a test may slow down, and ten accounts with a key each. */
async function overloadable(t: TestContext) {
  const { db, connection } = await freshDatabase(t);
  const { target, through } = startDatabaseProxy(connection);
  const proxy = await startFaultProxy({ target });
  t.after(() => proxy.close());
  const DATABASE_URL = databaseUrl(through(proxy));
  const keys: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const account = await createAccount(db, systemClock, `busy ${count}`);
    keys.push(
      (await createApiKey(db, systemClock, { accountId: account?.accountId ?? '', name: 'e2e' })).key,
    );
  }
  const run = spawnGable(t, ['serve'], { DATABASE_URL, DATA_DIR: createDataDirectory(t), LOG_LEVEL: 'info' });
  const address = await run.url();
  const ask = (at = 0, path = '/sources') =>
    fetch(address + path, { headers: { 'x-api-key': keys[at % keys.length] ?? '' } });
  const addFavorite = (propertyId: string) =>
    fetch(`${address}/favorite-properties`, {
      method: 'POST',
      headers: { 'x-api-key': keys[0] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ propertyId }),
    });
  const storedFavorites = async (): Promise<Set<string>> =>
    new Set(
      (await db.rows<{ id: string }>(sql`select property_id as id from favorite_property`)).map(
        ({ id }) => id,
      ),
    );
  const memory = async (): Promise<number> => {
    const text = await (await fetch(`${address}/metrics`)).text();
    return Number(/^gable_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
  };
  const port = Number(new URL(address).port);
  return { db, address, port, key: keys[0] ?? '', ask, addFavorite, storedFavorites, memory, proxy, run };
}

function open(t: TestContext, port: number, said = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  t.after(() => void socket.destroy());
  return new Promise((resolve) => {
    socket.once('connect', () => {
      if (said !== '') socket.write(said);
      resolve(socket);
    });
    socket.once('close', () => resolve(socket));
  });
}

test('two thousand idle connections, slow senders and readers that do not read delay no other and do not fill the memory', {
  timeout: 180_000,
}, async (t) => {
  const { port, key, ask, memory, run } = await overloadable(t);
  for (let count = 0; count < 20; count += 1) await ask(count);
  const before = await memory();
  const head = `Host: localhost\r\nX-API-KEY: ${key}\r\nAccept: application/json\r\n`;
  for (let count = 0; count < IDLE_CONNECTIONS; count += 100)
    await Promise.all(Array.from({ length: 100 }, () => open(t, port)));
  const senders = await Promise.all(
    Array.from({ length: SLOW_CLIENTS }, () =>
      open(
        t,
        port,
        `POST /properties HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{`,
      ),
    ),
  );
  const readers = await Promise.all(
    Array.from({ length: SLOW_CLIENTS }, () => open(t, port, `GET /openapi.json HTTP/1.1\r\n${head}\r\n`)),
  );
  for (const reader of readers) reader.pause();
  for (const sender of senders) sender.resume();
  for (let count = 0; count < 20; count += 1) assert.equal((await ask(count)).status, 200);
  const grown = (await memory()) - before;
  t.diagnostic(`${Math.round(grown / 2 ** 20)} MiB more with ${IDLE_CONNECTIONS} idle connections`);
  assert.ok(grown < MAX_GROWTH_BYTES, `${grown} bytes more`);
  await until(() => senders.every(({ destroyed, readableEnded }) => destroyed || readableEnded), {
    within: 60_000,
    what: () => 'slow senders cut off',
  });
  assert.equal((await ask()).status, 200);
  assert.equal(run.child.exitCode, null);
});

test('at three times the capacity excess calls get 503 with Retry-After at once, and the service recovers', {
  timeout: 180_000,
}, async (t) => {
  const { db, address, ask, addFavorite, storedFavorites, memory, proxy, run } = await overloadable(t);
  const properties: string[] = [];
  for (let count = 0; count < WRITES; count += 1) properties.push(await createTestProperty(db, systemClock));
  for (let count = 0; count < 20; count += 1) await ask(count);
  const before = await memory();
  proxy.fault({ delay: 1_000 });
  const writes = properties.map(addFavorite);
  const reads = Array.from({ length: 3 * MAX_EXECUTING_CALLS - WRITES }, (_, at) => ask(at));
  const live = await fetch(`${address}/health/live`);
  assert.equal(live.status, 200, 'probes are answered meanwhile');
  const written = await Promise.all(writes);
  const answers = [...written, ...(await Promise.all(reads))];
  const grown = (await memory()) - before;
  const statuses = new Map<number, number>();
  for (const answer of answers) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  for (const answer of answers) {
    assert.ok([200, 201, 429, 503].includes(answer.status), String(answer.status));
    if (answer.status >= 400) assert.ok(answer.headers.get('retry-after'), String(answer.status));
  }
  assert.ok((statuses.get(503) ?? 0) + (statuses.get(429) ?? 0) > 0, 'some are refused');
  assert.ok(grown < MAX_GROWTH_BYTES, `${grown} bytes more`);
  await proxy.heal();
  let last = 503;
  for (let tries = 0; tries < 100 && last >= 400; tries += 1)
    last = (await addFavorite(properties[0] ?? '')).status;
  assert.ok(last < 300, `${last}: ${run.stderr().slice(-1_000)}`);
  const stored = await storedFavorites();
  const acknowledged = properties.filter((_, at) => at === 0 || written[at]?.status === 201);
  t.diagnostic(
    `${JSON.stringify([...statuses])}, ${acknowledged.length} writes acknowledged, ${Math.round(grown / 2 ** 20)} MiB more`,
  );
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
    'what was acknowledged is stored',
  );
});
