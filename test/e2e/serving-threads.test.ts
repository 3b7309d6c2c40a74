import assert from 'node:assert/strict';
import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { revokeApiKey } from '../../src/accounts/accounts.ts';
import { matchAll } from '../../src/criteria/tree.ts';
import { type Db, firstRow, sql } from '../../src/db/sql.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { record } from '../../src/properties/record.ts';
import { NEWEST_FIRST } from '../../src/properties/search/order.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { day, expired, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, type GableProcess, runGableToEnd, spawnGable } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';
import { createOwner } from '../support/owners.ts';
import { createCity, flat, locationHere } from '../support/searches.ts';
import { requestOnNewConnection, type UncachedResponse } from '../support/uncached-request.ts';

const { db, connection } = await freshDatabase({ after });
const DATA_DIR = createDataDirectory({ after });
const snapshot = join(DATA_DIR, 'search', 'properties');
const settings = {
  DATABASE_URL: databaseUrl(connection),
  DATA_DIR,
  SEARCH_MEMORY_MB: '100',
  SERVE_THREADS: '2',
};
const THREADS = 2;
const BETWEEN_COUNTS_MS = 20;

const put = (at: Date) =>
  recordTogether(db, [madeListing(flat(createCity()), { createdAt: at, updatedAt: at, lastSeenAt: at })], at);
// Without a property there is no snapshot.
await put(day(0));

let run: GableProcess;
let url = '';
const start = async (more: Record<string, string> = {}): Promise<void> => {
  run = spawnGable({ after }, ['serve'], { ...settings, ...more });
  url = await run.url();
};
await start();

async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(20)) if (await holds()) return;
  assert.fail(`not within a minute: ${what}; log: ${run.stderr().slice(-2_000)}`);
}

/** Repeats a request until every thread has answered it. */
async function requestEachThread(send: () => Promise<UncachedResponse>): Promise<UncachedResponse[]> {
  const answers = new Map<string, UncachedResponse>();
  await eventually('every thread answers', async () => {
    const answer = await send();
    if (!answers.has(answer.thread)) answers.set(answer.thread, answer);
    return answers.size === THREADS;
  });
  return [...answers.values()];
}

const search = (key: string) => requestOnNewConnection(`${url}/properties`, { key, body: {} });
const idsIn = ({ text }: UncachedResponse): string[] =>
  (JSON.parse(text) as { id: string }[]).map(({ id }) => id);
const memoryReady = () =>
  eventually('memory is ready in every thread', async () =>
    (await requestEachThread(() => requestOnNewConnection(`${url}/health/ready`))).every(({ text }) =>
      text.includes('"search":"ok"'),
    ),
  );
const readMetrics = async (): Promise<string> => (await requestOnNewConnection(`${url}/metrics`)).text;
const figure = (text: string, line: RegExp): number => Number(line.exec(text)?.[1] ?? 0);
const countCalls = async (db: Db, accountId: string): Promise<number> =>
  (
    await firstRow<{ calls: number }>(
      db,
      sql`select coalesce(sum(calls), 0)::int as calls from usage_day where account_id = ${accountId}`,
    )
  )?.calls ?? 0;

const waitingForLock = async (): Promise<number> =>
  (
    await firstRow<{ waiting: number }>(
      db,
      sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )?.waiting ?? 0;

test('every thread answers from memory the same as SQL, and sees a change soon after its commit', async () => {
  await memoryReady();
  const { key } = await createOwner(db, systemClock);
  const inSql = sqlEngine(db, createPlaceService(db, console.error));
  const states = Array.from({ length: 8 }, (_, at) =>
    madeListing(flat(createCity()), { updatedAt: day(at + 1) }),
  );
  const soonest: number[] = [];
  for (const [at, state] of states.entries()) {
    const id = await recordTogether(db, [state], day(at + 1));
    const committed = performance.now();
    await eventually('every thread has the new one', async () =>
      (await requestEachThread(() => search(key))).every((answer) => idsIn(answer).includes(id)),
    );
    soonest.push(performance.now() - committed);
    if (at % 2 === 1) {
      await record(db, { listings: [{ state: expired(state, day(20)), propertyId: id }] }, day(20));
      await eventually('no thread has the one that expired', async () =>
        (await requestEachThread(() => search(key))).every((answer) => !idsIn(answer).includes(id)),
      );
    }
  }
  const { ids } = await inSql.queryPage({ criteria: matchAll, order: NEWEST_FIRST, offset: 0, limit: 10 });
  for (const answer of await requestEachThread(() => search(key))) assert.deepEqual(idsIn(answer), ids);
  // On a busy machine most refreshes are late, but not all of them.
  assert.ok(Math.min(...soonest) < 300, `${soonest.map((ms) => ms.toFixed(0))} ms`);
  assert.ok(figure(await readMetrics(), /gable_search_queries_total\{engine="memory"\} (\d+)/) > 8);
});

test('a cursor scan shows each property once, whichever thread answers the next page', async () => {
  const { key } = await createOwner(db, systemClock);
  const city = createCity();
  const states = Array.from({ length: 20 }, (_, at) => madeListing(flat(city), { updatedAt: day(at + 1) }));
  const ids: string[] = [];
  for (const [at, state] of states.entries()) ids.push(await recordTogether(db, [state], day(at + 1)));
  await eventually('every thread has the newest', async () =>
    (await requestEachThread(() => search(key))).every((answer) => idsIn(answer).includes(ids.at(-1) ?? '')),
  );
  const accept = 'application/vnd.api+json';
  const scan = { size: 2, paginationType: 'CURSOR', criteria: locationHere(city) };
  const [shown, threads]: [string[], Set<string>] = [[], new Set()];
  for (let [cursor, step] = ['', 0]; step < 10; step += 1) {
    const body = { ...scan, ...(cursor === '' ? {} : { cursor }) };
    const { text, thread } = await requestOnNewConnection(`${url}/properties`, {
      key,
      headers: { accept },
      body,
    });
    const answer = JSON.parse(text) as { data: { id: string }[]; meta: { cursor: string } };
    shown.push(...answer.data.map(({ id }) => id));
    threads.add(thread);
    cursor = answer.meta.cursor;
    // The oldest row is now the newest; the scan keeps its position, in memory as in SQL.
    const [propertyId, state] = [ids[0] ?? '', states[0] ?? madeListing()];
    const at = day(30 + step);
    if (step < 8)
      await record(
        db,
        { listings: [{ state: revisited(state, at, flat(city, 250_000 + 10_000 * step)), propertyId }] },
        at,
      );
  }
  assert.deepEqual(shown, ids.toReversed());
  assert.equal(threads.size, THREADS);
});

test('one scrape has the sum over all threads, and process metrics once', async () => {
  const { key } = await createOwner(db, systemClock);
  const counted = async () =>
    figure(
      await readMetrics(),
      /gable_http_request_duration_seconds_count\{method="GET",route="GET \/source-categories",status="200"\} (\d+)/,
    );
  const earlier = await counted();
  const threads = new Set<string>();
  for (let call = 0; call < 20; call += 1)
    threads.add((await requestOnNewConnection(`${url}/source-categories`, { key })).thread);
  assert.equal(threads.size, THREADS);
  assert.equal((await counted()) - earlier, 20);
  const text = await readMetrics();
  assert.equal(text.match(/^gable_process_resident_memory_bytes /gm)?.length, 1);
  assert.ok(figure(text, /^gable_process_resident_memory_bytes (\d+)/m) < 2 ** 31, 'not summed');
  assert.match(text, /gable_search_index_properties \d+/);
});

test('over all threads an account has 500 calls a minute, and an IP address 60 without a key', async () => {
  const { key } = await createOwner(db, systemClock);
  const statuses: number[] = [];
  const threads = new Set<string>();
  const caller = async (): Promise<void> => {
    while (statuses.length < 600) {
      const { status, thread } = await requestOnNewConnection(`${url}/sources`, { key });
      statuses.push(status);
      threads.add(thread);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: 8 }, caller));
  const admitted = statuses.filter((status) => status === 200).length;
  assert.equal(threads.size, THREADS);
  // After a minute the limit starts again.
  if (performance.now() - began < 55_000) assert.ok(admitted <= 500, `${admitted} admitted`);
  assert.ok(admitted > 450, `${admitted} admitted`);
  const without: number[] = [];
  for (let call = 0; call < 90; call += 1) {
    without.push((await requestOnNewConnection(`${url}/sources`)).status);
    // On a busy machine a count takes longer than a call to reach the other thread.
    await pause(BETWEEN_COUNTS_MS);
  }
  const refused = without.filter((status) => status === 401).length;
  assert.ok(refused >= 60 && refused <= 63, `${refused} before the limit`);
  assert.equal(without.at(-1), 429);
});

test('every thread refuses a revoked key within a second', async () => {
  const owner = await createOwner(db, systemClock);
  const send = () => requestOnNewConnection(`${url}/sources`, { key: owner.key });
  for (const { status } of await requestEachThread(send)) assert.equal(status, 200);
  await revokeApiKey(db, systemClock, owner, owner.apiKey.apiKeyId);
  const revokedAt = performance.now();
  for (let isRefused = false; !isRefused; await pause(50)) {
    const askedAfterMs = performance.now() - revokedAt;
    const statuses = (await requestEachThread(send)).map(({ status }) => status);
    isRefused = statuses.every((status) => status === 401 || status === 429);
    assert.ok(isRefused || askedAfterMs < 1_000, `${statuses}, ${askedAfterMs} ms after the revocation`);
  }
});

test('an elicitation answer reaches the waiting tool call, whichever thread receives it', async () => {
  const { key } = await createOwner(db, systemClock);
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
  const post = (message: object, more = {}, onText?: Parameters<typeof requestOnNewConnection>[2]) =>
    requestOnNewConnection(
      `${url}/mcp`,
      { key, headers: { ...headers, ...more }, body: { jsonrpc: '2.0', ...message } },
      onText,
    );
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo };
  const begun = await post({ id: 1, method: 'initialize', params });
  const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']) };
  const pairs = new Set<boolean>();
  for (let call = 2; call < 40 && pairs.size < 2; call += 1) {
    let answering: Promise<UncachedResponse> | undefined;
    const alert = { name: 'Flats', priceMax: 100, webhookUrl: 'https://hooks.customer.example/new' };
    const toolCall = await post(
      { id: call, method: 'tools/call', params: { name: 'create_alert', arguments: alert } },
      session,
      (text) => {
        const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1];
        if (id === undefined || answering !== undefined) return;
        const result = { action: 'decline' };
        answering = post({ id, result }, session);
      },
    );
    const answered = await answering;
    assert.equal(answered?.status, 202, toolCall.text);
    assert.match(toolCall.text, /"id":\d+/);
    pairs.add(answered?.thread === toolCall.thread);
  }
  assert.ok(pairs.has(false), 'an answer reached another thread than the tool call');
});

test('all threads use the one analytics engine of the process', async () => {
  const { key } = await createOwner(db, systemClock);
  for (const { status, text } of await requestEachThread(() =>
    requestOnNewConnection(`${url}/analytics/listings`, { key }),
  ))
    assert.equal(status, 200, text);
  const table = `${url}/account/api-usage/export?format=csv`;
  for (const { status, text } of await requestEachThread(() =>
    requestOnNewConnection(table, { key, headers: { accept: '*/*' } }),
  ))
    assert.equal(status, 200, text);
});

test('another process cannot share the port of the threads', async (t) => {
  const other = await runGableToEnd(t, ['serve'], { ...settings, PORT: new URL(url).port });
  assert.equal(other.code, 1);
  assert.match(other.stderr, /port \d+ is in use/);
});

test('a stop finishes the open requests of every thread, and loses neither usage nor log lines', async () => {
  const owner = await createOwner(db, systemClock);
  const threads = new Set<string>();
  for (let call = 0; call < 60; call += 1)
    threads.add((await requestOnNewConnection(`${url}/sources`, { key: owner.key })).thread);
  assert.equal(threads.size, THREADS);
  let slow: Promise<UncachedResponse[]> | undefined;
  await db.transaction(async (tx) => {
    await tx.rows(sql`lock table source_category in access exclusive mode`);
    const blocked = () => requestOnNewConnection(`${url}/source-categories`, { key: owner.key });
    slow = Promise.all(Array.from({ length: 6 }, blocked));
    await eventually(
      'a call of each thread waits for the lock',
      async () => (await waitingForLock()) >= THREADS,
    );
    run.child.kill('SIGTERM');
    await eventually('the stop has begun', async () => run.stderr().includes('process.stopping'));
  });
  const finished = (await slow) ?? [];
  assert.deepEqual(new Set(finished.map(({ status }) => status)), new Set([200]));
  assert.equal(await run.exited, 0);
  assert.equal(await countCalls(db, owner.accountId), 66);
  const lines = run.stderr().trimEnd().split('\n');
  const requests = lines.map((line) => JSON.parse(line) as { msg: string; accountId?: string });
  assert.equal(requests.filter(({ accountId }) => accountId === owner.accountId).length, 66);
  assert.equal(requests.at(-1)?.msg, 'stopped');
});

test('a damaged snapshot is rebuilt for every thread; the death of a thread ends the process with an error', async () => {
  const owner = await createOwner(db, systemClock);
  assert.ok(existsSync(snapshot));
  truncateSync(snapshot, 3_000);
  const id = await put(day(40));
  const breaking = join(import.meta.dirname, '../support/breaking-thread.ts');
  const trigger = join(DATA_DIR, 'break');
  await start({ NODE_OPTIONS: `--import ${breaking}`, BREAK_AT: trigger });
  await memoryReady();
  await eventually('the log shows a rebuild', async () => run.stderr().includes('"fromFile":false'));
  await eventually('every thread has the newest', async () =>
    (await requestEachThread(() => search(owner.key))).every((answer) => idsIn(answer)[0] === id),
  );
  const answered = run.stderr().split(owner.accountId).length;
  await eventually(
    'what was counted is written',
    async () => (await countCalls(db, owner.accountId)) >= answered - 1,
  );
  writeFileSync(trigger, '');
  assert.equal(await run.exited, 1);
  const logged = /process\.thread_died[\s\S]*broken on purpose[\s\S]*gable: a serving thread died/;
  assert.match(run.stderr(), logged);
  assert.ok((await countCalls(db, owner.accountId)) >= answered - 1);
});
