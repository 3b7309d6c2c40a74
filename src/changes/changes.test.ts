import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether, revisited } from '../../test/fixtures/listing-states.ts';
import { startApi } from '../../test/support/api.ts';
import { passHorizon } from '../../test/support/horizon.ts';
import { createOwner } from '../../test/support/owners.ts';
import { planMerge, planSplit } from '../../test/support/plan-moves.ts';
import { sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { record } from '../properties/record.ts';
import { purgeChangeLogJob } from './jobs.ts';
import type { StreamChange } from './property-change.ts';

let ahead = 0;
const clock = {
  now: () => new Date(Date.now() + ahead),
  monotonicMs: () => performance.now(),
  sleep: async (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};
const api = await startApi({ after }, { clock });
const { db } = api;

interface Page {
  data: StreamChange[];
  meta: { count: number; cursor: string; hasMore: boolean };
}

async function read(query: Record<string, string>, key?: string): Promise<Page> {
  const path = `/changes?${new URLSearchParams(query)}`;
  const { status, body, text } = await api.call({
    path,
    accept: 'application/json',
    ...(key === undefined ? {} : { key }),
  });
  assert.equal(status, 200, text);
  return body as Page;
}

async function start(): Promise<string> {
  await passHorizon(db);
  return (await read({})).meta.cursor;
}

async function readAll(cursor: string, query: Record<string, string> = {}): Promise<StreamChange[]> {
  await passHorizon(db);
  const found: StreamChange[] = [];
  for (let from = cursor; ; ) {
    const { data, meta } = await read({ ...query, cursor: from });
    found.push(...data);
    if (!meta.hasMore) return found;
    from = meta.cursor;
  }
}

const flat = (price: number) => madeListing({ propertyType: 'FLAT', pricing: { displayed: price } });

test('each change is in the stream once and in order, with revision, time and cause', async () => {
  const cursor = await start();
  const [one, other] = [flat(250_000), flat(255_000)];
  const kept = await recordTogether(db, [one], day(1));
  const merged = await recordTogether(db, [other], day(2));
  const cheaper = revisited(one, day(3), { pricing: { displayed: 240_000 } });
  await record(db, { listings: [{ state: cheaper, propertyId: kept }] }, day(3));
  await record(db, { listings: [{ state: expired(cheaper, day(4)), propertyId: kept }] }, day(4));
  await record(
    db,
    { listings: [{ state: { ...cheaper, updatedAt: day(5), lastSeenAt: day(5) }, propertyId: kept }] },
    day(5),
  );
  await record(db, { moves: await planMerge(db, [kept, merged]) }, day(6));
  await record(db, { moves: planSplit([[one.id], [other.id]], day(7)) }, day(7));
  const changes = await readAll(cursor, { limit: '2' });
  assert.deepEqual(
    changes.slice(0, 7).map(({ changeType, cause }) => `${changeType} ${cause.type}`),
    [
      'CREATED LISTING_CREATED',
      'CREATED LISTING_CREATED',
      'CHANGED LISTING_UPDATED',
      'EXPIRED LISTING_EXPIRED',
      'REACTIVATED LISTING_REACTIVATED',
      'CHANGED REGROUPED',
      'MERGED REGROUPED',
    ],
  );
  // Both sides of a split are one transaction, in any order.
  const sides = changes.slice(7).map(({ changeType }) => changeType);
  assert.deepEqual(sides.toSorted(), ['CHANGED', 'SPLIT']);
  const [created, , cheapened, , , , gone] = changes;
  const split = changes.find(({ changeType }) => changeType === 'SPLIT');
  assert.equal(created?.propertyId, kept);
  assert.equal(gone?.mergedInto, kept);
  assert.equal(gone?.data, null);
  assert.equal(split?.splitFrom, kept);
  assert.equal(cheapened?.changes[0]?.numericNew, 240_000);
  assert.ok(changes.every(({ revisionId }) => revisionId !== undefined));
  assert.equal(new Set(changes.map(({ id }) => id)).size, changes.length);
  for (const change of changes) if (change.data !== null) assert.equal(change.data.id, change.propertyId);
});

test('a new price verdict is a change without a revision', async () => {
  const listing = flat(250_000);
  const propertyId = await recordTogether(db, [listing], day(1));
  const cursor = await start();
  const { updateDocuments } = await import('../properties/store.ts');
  const { documentChanges, logChanges } = await import('../properties/change-log.ts');
  const { findProperty } = await import('../properties/lookup.ts');
  const document = await findProperty(db, propertyId);
  assert.ok(document);
  await db.transaction(async (tx) => {
    await updateDocuments(tx, [
      { ...document, listings: document.listings.map((one) => ({ ...one, priceCoherent: false })) },
    ]);
    await logChanges(tx, documentChanges([propertyId], 'VERDICT'));
  });
  const [change, ...more] = await readAll(cursor);
  assert.equal(more.length, 0);
  assert.equal(change?.cause.type, 'PRICE_VERDICT');
  assert.equal(change?.revisionId, undefined);
  assert.equal(change?.data?.listings[0]?.priceCoherent, false);
});

test('a transaction that began first and recorded last is read last, and nothing is read before it ends', async () => {
  const listing = flat(250_000);
  const propertyId = await recordTogether(db, [listing], day(1));
  const cursor = await start();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: beginning, resolve: begun } = Promise.withResolvers<void>();
  const slow = db.transaction(async (tx) => {
    await tx.rows(sql`select pg_current_xact_id()`);
    begun();
    await released;
    const state = revisited(listing, day(3), { pricing: { displayed: 230_000 } });
    await record(tx, { listings: [{ state, propertyId }] }, day(3));
  });
  await beginning;
  const state = revisited(listing, day(2), { pricing: { displayed: 240_000 } });
  await record(db, { listings: [{ state, propertyId }] }, day(2));
  const before = await read({ cursor });
  assert.equal(before.meta.count, 0, 'an older transaction still runs');
  release();
  await slow;
  const changes = await readAll(before.meta.cursor);
  assert.deepEqual(
    changes.map(({ changes: made }) => made[0]?.numericNew),
    [240_000, 230_000],
  );
});

test('criteria: what enters is sent, what leaves is announced without data, the rest is left out', async () => {
  const cursor = await start();
  const [cheap, dear] = [flat(200_000), flat(900_000)];
  const cheapId = await recordTogether(db, [cheap], day(1));
  const dearId = await recordTogether(db, [dear], day(1));
  const criteria = JSON.stringify({ property: { pricing: { displayed: { lte: 300_000 } } } });
  const entered = await readAll(cursor, { criteria });
  assert.deepEqual(
    entered.map(({ propertyId, data }) => [propertyId, data !== null]),
    [[cheapId, true]],
  );
  const middle = await start();
  const raise = revisited(cheap, day(2), { pricing: { displayed: 500_000 } });
  await record(db, { listings: [{ state: raise, propertyId: cheapId }] }, day(2));
  const lower = revisited(dear, day(2), { pricing: { displayed: 290_000 } });
  await record(db, { listings: [{ state: lower, propertyId: dearId }] }, day(2));
  const moved = await readAll(middle, { criteria });
  assert.deepEqual(
    moved.map(({ propertyId, data }) => [propertyId, data !== null]),
    [
      [cheapId, false],
      [dearId, true],
    ],
  );
});

test('a stream starts at a moment of the last 30 days, and refuses an earlier one', async () => {
  await recordTogether(db, [flat(210_000)], day(1));
  await passHorizon(db);
  const { data } = await read({ since: new Date(Date.now() - 3_600_000).toISOString(), limit: '500' });
  assert.ok(data.length > 10, 'everything of this test file');
  const early = await api.call({
    path: `/changes?since=${new Date(Date.now() - 31 * DAY_MS).toISOString()}`,
  });
  assert.equal(early.status, 422);
});

test('a cursor is of one account, and of 30 days', async () => {
  const cursor = await start();
  const stranger = await createOwner(db, clock);
  const path = `/changes?cursor=${cursor}`;
  assert.equal((await api.call({ path, key: stranger.key })).status, 400);
  assert.equal((await api.call({ path: '/changes?cursor=nonsense' })).status, 400);
  assert.equal((await api.call({ path: '/changes?criteria=%7B' })).status, 400);
  ahead = 31 * DAY_MS;
  assert.equal((await api.call({ path })).status, 400);
  await db.rows(sql`update property_change_log set logged_at = logged_at - interval '1 hour'`);
  await purgeChangeLogJob({ db, clock }).run(AbortSignal.timeout(10_000));
  assert.equal((await db.rows(sql`select 1 from property_change_log`)).length, 0);
  ahead = 0;
});

test('server-sent events arrive as they happen and continue after the last one received', async () => {
  const port = await api.listen();
  const headers = { 'x-api-key': api.owner.key, accept: 'text/event-stream' };
  const open = async (more: Record<string, string>) => {
    const ending = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/changes`, {
      headers: { ...headers, ...more },
      signal: ending.signal,
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.ok(response.body);
    return { events: readEvents(response.body), end: () => ending.abort() };
  };
  const first = await open({});
  const one = await recordTogether(db, [flat(220_000)], day(1));
  const event = await first.events.next();
  assert.equal(event.value?.data.propertyId, one);
  first.end();
  const two = await recordTogether(db, [flat(225_000)], day(1));
  const second = await open({ 'last-event-id': event.value?.id ?? '' });
  const next = await second.events.next();
  assert.equal(next.value?.data.propertyId, two, 'what happened between the streams');
  second.end();
  await api.usage.flush();
});

async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ id: string; data: StreamChange }> {
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) =>
        block.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field('data');
      if (data !== undefined) yield { id: field('id') ?? '', data: JSON.parse(data) };
    }
  }
}
