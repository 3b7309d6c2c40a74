import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createChangeStreams } from '../../src/changes/changes.ts';
import { readChanges } from '../../src/changes/read-changes.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { ListingState } from '../../src/properties/listing-state.ts';
import { record } from '../../src/properties/record.ts';
import { removeListing } from '../../src/properties/remove-listing.ts';
import { selectDocuments } from '../../src/properties/store.ts';
import { createRandom } from '../../src/world/random.ts';
import { expired, madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { freshDatabase } from '../support/database.ts';
import type { GableProcess } from '../support/gable.ts';
import { passHorizon } from '../support/horizon.ts';
import { startServer } from '../support/killed-server.ts';
import type { Mirror } from '../support/mirror-process.ts';
import { createOwner } from '../support/owners.ts';
import { planMerge, planSplit } from '../support/plan-moves.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const CLIENT_KILLS = 15;
const SERVER_KILLS = 5;
const WRITERS = 3;
/**
 * Changes that a writer makes for each kill at most. On a busy machine a server starts in a minute: without a bound
 * the mirror had thousands to catch up with.
 */
const STEPS_PER_KILL = 40;
/** The mirror may fall silent so long while it catches up. */
const MAX_SILENCE_MS = 30_000;
/** A killed server starts five times, on a busy machine. */
const SLOW = { timeout: 600_000 };
const CLIENT = join(import.meta.dirname, '../support/mirror-process.ts');

const database = await freshDatabase({ after });
const { db } = database;
const folder = temporaryDirectory({ after });
const [file, urlFile] = [join(folder, 'mirror.json'), join(folder, 'url')];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** How far the writers may go. */
interface WriteBudget {
  signal: AbortSignal;
  steps: number;
}

/** Changes the market at random, in transactions beside each other, until it is stopped. */
async function write(seed: number, budget: WriteBudget): Promise<void> {
  const chance = createRandom('mirror', seed);
  const own: { state: ListingState; propertyId: string }[] = [];
  const pick = () => own[Math.floor(chance.unit() * own.length)];
  for (let step = 0; !budget.signal.aborted; step += 1) {
    while (step >= budget.steps && !budget.signal.aborted) await pause(20);
    const now = new Date();
    const one = pick();
    const what = own.length < 6 ? 0 : Math.floor(chance.unit() * 6);
    if (what === 0 || one === undefined) {
      const state = madeListing(
        { propertyType: 'FLAT', pricing: { displayed: 200_000 + step } },
        { createdAt: now, updatedAt: now, lastSeenAt: now },
      );
      own.push({ state, propertyId: await recordTogether(db, [state], now) });
    } else if (what === 1 || what === 2) {
      const change = { pricing: { displayed: 200_000 + step * 10 } };
      one.state = what === 1 ? revisited(one.state, now, change) : expired(one.state, now);
      await db.transaction(async (tx) => {
        await record(tx, { listings: [{ state: one.state }] }, now);
        // Transactions end in another order than they began.
        await pause(chance.unit() * 40);
      });
      if (what === 2) {
        const back = { ...one.state, expiredAt: undefined, updatedAt: new Date(), lastSeenAt: new Date() };
        one.state = back;
        await record(db, { listings: [{ state: back }] }, new Date());
      }
    } else if (what === 3) await merge(one.state.id, pick()?.state.id ?? '');
    else if (what === 4) await split(one.state.id);
    else {
      own.splice(own.indexOf(one), 1);
      await db.transaction((tx) =>
        removeListing(tx, { listingId: one.state.id, propertyIds: [] }, now).then(() => undefined),
      );
    }
    await pause(20 + chance.unit() * 30);
  }
}

const propertyOf = async (listingId: string): Promise<string | undefined> =>
  (
    await db.rows<{ id: string }>(sql`select property_id as id from listing where listing_id = ${listingId}`)
  )[0]?.id;

async function merge(one: string, other: string): Promise<void> {
  const ids = [await propertyOf(one), await propertyOf(other)].flatMap((id) => id ?? []);
  await record(db, { moves: await planMerge(db, ids) }, new Date());
}

async function split(listingId: string): Promise<void> {
  const propertyId = await propertyOf(listingId);
  const [row] = await db.rows<{ ids: string[] }>(
    sql`select listing_ids as ids from property where property_id = ${propertyId}`,
  );
  const [first, ...rest] = row?.ids ?? [];
  if (first === undefined || rest.length === 0) return;
  await record(db, { moves: planSplit([[first], rest], new Date()) }, new Date());
}

async function readService(from: Db): Promise<Record<string, unknown>> {
  const ids = await from.rows<{ id: string }>(sql`select property_id as id from property`);
  const rows = await selectDocuments(
    from,
    ids.map(({ id }) => id),
  );
  return Object.fromEntries(rows.map(({ id, document }) => [id, document]));
}

/** Last-seen times alone are no change. */
const withoutVisits = (properties: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(properties, (name, value) => (name === 'lastSeenAt' ? undefined : value)));

async function startService(): Promise<GableProcess> {
  const server = startServer(database.connection, folder);
  writeFileSync(urlFile, await server.url());
  return server;
}

/** The mirror once it equals the service, or once nothing in it changed for a while. */
async function readMirror(service: unknown): Promise<unknown> {
  let mirrored: unknown;
  for (let since = performance.now(); performance.now() - since < MAX_SILENCE_MS; await pause(100)) {
    const now = withoutVisits((JSON.parse(readFileSync(file, 'utf8')) as Mirror).properties);
    if (isDeepStrictEqual(now, service)) return now;
    if (!isDeepStrictEqual(now, mirrored)) since = performance.now();
    mirrored = now;
  }
  return mirrored;
}

const startClient = (key: string, at: number): ChildProcess =>
  spawn(process.execPath, [CLIENT, file, urlFile, key, at % 2 === 0 ? 'events' : 'pages'], {
    stdio: 'inherit',
  });

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('a mirror kept by the stream equals the service after 20 kills of either side', SLOW, async (t) => {
  const owner = await createOwner(db, systemClock);
  const streams = createChangeStreams(db, systemClock, createPlaceService(db, assert.ifError));
  const first = await readChanges(streams, { accountId: owner.accountId, limit: 1 });
  assert.ok('cursor' in first);
  writeFileSync(file, JSON.stringify({ cursor: first.cursor, properties: {} } satisfies Mirror));
  let server = await startService();
  t.after(() => server.child.kill('SIGKILL'));
  const stopping = new AbortController();
  const budget = { signal: stopping.signal, steps: STEPS_PER_KILL };
  const writing = Array.from({ length: WRITERS }, (_, seed) => write(seed, budget));
  let client = startClient(owner.key, 0);
  t.after(() => client.kill('SIGKILL'));
  for (let at = 1; at <= CLIENT_KILLS; at += 1) {
    await pause(300 + (at % 4) * 150);
    await kill(client);
    client = startClient(owner.key, at);
    budget.steps += STEPS_PER_KILL;
    if (at % (CLIENT_KILLS / SERVER_KILLS) !== 0) continue;
    await pause(200);
    server.child.kill('SIGKILL');
    await server.exited;
    server = await startService();
  }
  stopping.abort();
  await Promise.all(writing);
  const service = withoutVisits(await readService(db));
  assert.deepEqual(await readMirror(service), service);
  const types = new Map<string, number>();
  await passHorizon(db);
  for (let cursor = first.cursor; ; ) {
    const page = await readChanges(streams, { accountId: owner.accountId, cursor, limit: 500 });
    assert.ok('cursor' in page);
    for (const { changeType } of page.changes) types.set(changeType, (types.get(changeType) ?? 0) + 1);
    if (!page.hasMore) break;
    cursor = page.cursor;
  }
  for (const type of ['CREATED', 'CHANGED', 'EXPIRED', 'REACTIVATED', 'MERGED', 'SPLIT', 'REMOVED'])
    assert.ok((types.get(type) ?? 0) > 0, `no change is ${type}: ${JSON.stringify([...types])}`);
});
