import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { answer, redirect, stallBeforeHead } from '../../test/faults/behaviours.ts';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { startReceiver } from '../../test/faults/receiver.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { loadDroppedMembers } from '../ingest/dropped-members.ts';
import { openPipeline } from '../ingest/open.ts';
import { loadRejectedRecords } from '../ingest/rejected-records.ts';
import { newId } from '../lib/ids.ts';
import { createOutboundClient } from '../outbound/client.ts';
import { STRICT_POLICY } from '../outbound/url.ts';
import { findProperty, findPropertyIdByUrl } from '../properties/lookup.ts';
import { sourceIdOf } from '../sources/sources.ts';
import { claimDueFeed, claimFeed, finishRun } from './claims.ts';
import type { FeedSettings } from './feed.ts';
import { addFeed, findFeed, listFeedRuns, removeFeed } from './feeds.ts';
import { runDueFeeds, runFeed } from './run-feed.ts';

const { db } = await freshDatabase({ after });
const temporary = await mkdtemp(join(tmpdir(), 'gable-test-'));
const outerTemporary = tmpdir();
process.env['TMPDIR'] = temporary;
after(async () => {
  process.env['TMPDIR'] = outerTemporary;
  await rm(temporary, { recursive: true });
});
const outbound = createOutboundClient({ loopback: true, ownHosts: [] });
const receiver = await startReceiver({ plain: true });
after(() => receiver.close());
after(() => outbound.close());
const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };

let feeds = 0;
/** A new source with a feed, a clock and a pipeline, so that no test depends on another. */
async function fresh(more: Partial<FeedSettings> = {}) {
  feeds += 1;
  const source = `source-${feeds}`;
  const clock = new MovableClock('2026-03-01T12:00:00Z');
  const pipeline = openPipeline(db, clock, { places: nowhere });
  const address = `${receiver.url}/${source}`;
  const settings = {
    source,
    address,
    format: 'ndjson',
    mapping: null,
    intervalSeconds: 3_600,
    full: true,
    maxBytes: 1e6,
    enabled: true,
  } as const;
  await db.rows(sql`delete from feed`);
  const { feed } = await addFeed(db, clock, { ...settings, ...more });
  const line = (key: number, price = 100_000) =>
    JSON.stringify({
      source,
      url: `https://${source}.example/${key}`,
      observedAt: clock.now().toISOString(),
      kind: 'seen',
      payload: { propertyType: 'FLAT', transactionType: 'SELL', displayedPrice: price, area: { living: 40 } },
    });
  const pulling = { pipeline, outbound };
  const runDue = () => runDueFeeds(pulling, () => undefined, new AbortController().signal);
  const runs = async () => (await listFeedRuns(db, feed.id, 1)).rows;
  const serve = (body: string | Buffer, headers = {}) =>
    receiver.when(({ url }) => url === `/${source}`, answer(200, { body, headers }));
  const requests = () => receiver.requests.filter(({ url }) => url === `/${source}`);
  return { source, clock, feed, line, pulling, runDue, runs, serve, requests };
}

test('a due feed is pulled and ingested, and its run is recorded', async () => {
  const { feed, line, runDue, runs, serve } = await fresh();
  serve([line(1), '{broken', line(2)].join('\n'));
  await runDue();
  const [run] = await runs();
  assert.deepEqual([run?.status, run?.accepted, run?.rejected, run?.error], ['TAKEN', 2, 1, null]);
  assert.equal(run?.rejections[0]?.line, 2);
  assert.match(run?.sha256 ?? '', /^[0-9a-f]{64}$/);
  assert.ok((run?.bytes ?? 0) > 100);
  assert.equal((await findFeed(db, feed.id))?.lastStatus, 'TAKEN');
});

test('a feed with a mapping reads a foreign file, and names the columns that it does not use', async () => {
  const mapping = {
    format: 'csv',
    url: 'Lien',
    fields: {
      transactionType: { value: 'SELL' },
      propertyType: { from: 'Type', values: { Appt: 'FLAT' } },
      displayedPrice: 'Prix',
      'area.living': 'Surface',
    },
  };
  const { source, runDue, runs, serve, feed } = await fresh({ format: null, mapping });
  serve(`Lien;Type;Prix;Surface;Note\nhttps://${source}.example/1;Appt;250 000;62,5;interne\n`);
  await runDue();
  const [run] = await runs();
  assert.deepEqual([run?.status, run?.accepted, run?.error], ['TAKEN', 1, null]);
  assert.deepEqual((await findFeed(db, feed.id))?.mapping, mapping);
  const found = await findPropertyIdByUrl(db, `https://${source}.example/1`);
  const stored = await findProperty(db, found ?? '');
  assert.deepEqual(
    [stored?.property.propertyType, stored?.property.pricing?.displayed, stored?.property.area?.displayed],
    ['FLAT', 250_000, 62.5],
  );
  const [dropped] = await loadDroppedMembers(db, sourceIdOf(source), new Date(0));
  assert.equal(dropped?.member, 'Note');
});

test('a mapping that names a column the file lacks fails the run before its first record', async () => {
  const mapping = { format: 'csv', url: 'Lien', fields: { displayedPrice: 'Prix' } };
  const { runDue, runs, serve } = await fresh({ format: null, mapping });
  serve('Lien;Montant\nhttps://a.example/1;250000\n');
  await runDue();
  const [run] = await runs();
  assert.deepEqual([run?.status, run?.accepted], ['FAILED', 0]);
  assert.match(run?.error ?? '', /no column "Prix"/);
});

test('the interval is observed, and an unchanged file is read once a day', async () => {
  const { clock, line, runDue, runs, serve, requests } = await fresh();
  serve(line(1));
  await runDue();
  await runDue();
  assert.equal(requests().length, 1, 'not due yet');
  await clock.advance({ minutes: 59 });
  await runDue();
  assert.equal(requests().length, 1, 'still not due');
  await clock.advance({ minutes: 1 });
  await runDue();
  assert.deepEqual(
    (await runs()).map(({ status }) => status),
    ['UNCHANGED', 'TAKEN'],
  );
  await clock.advance({ hours: 24 });
  await runDue();
  assert.deepEqual((await runs()).map(({ status, unchanged }) => [status, unchanged])[0], ['TAKEN', 1]);
});

test('a 304 response counts as unchanged', async () => {
  const { clock, line, runDue, runs, serve, requests, source } = await fresh();
  serve(line(1), { etag: '"one"', 'last-modified': 'Sun, 01 Mar 2026 10:00:00 GMT' });
  await runDue();
  receiver.when(
    ({ url, headers }) => url === `/${source}` && headers['if-none-match'] === '"one"',
    answer(304),
  );
  await clock.advance({ hours: 1 });
  await runDue();
  assert.equal(requests()[1]?.headers['if-modified-since'], 'Sun, 01 Mar 2026 10:00:00 GMT');
  assert.deepEqual((await runs()).map(({ status, bytes }) => [status, bytes])[0], ['UNCHANGED', null]);
});

test('a full feed expires absent listings, unless they are most of the source', async () => {
  const { clock, line, runDue, runs, serve, feed, pulling } = await fresh();
  serve([1, 2, 3, 4].map((key) => line(key)).join('\n'));
  await runDue();
  await clock.advance({ hours: 1 });
  serve([1, 2, 3].map((key) => line(key)).join('\n'));
  await runDue();
  assert.deepEqual((await runs()).map(({ status, expired }) => [status, expired])[0], ['TAKEN', 1]);
  await clock.advance({ hours: 1 });
  serve(line(1));
  await runDue();
  const [refused] = await runs();
  assert.deepEqual([refused?.status, refused?.expired, refused?.unchanged], ['FAILED', 0, 1]);
  assert.match(refused?.error ?? '', /would expire 2 of its 3/);
  const manual = await runFeed(pulling, feed.id, { force: true }, new AbortController().signal);
  assert.deepEqual([manual?.status, manual?.expired], ['TAKEN', 2]);
});

test('a compressed file is ingested; one over the limit or of another format fails', async () => {
  const { clock, line, runDue, runs, serve } = await fresh({ maxBytes: 2_000 });
  serve(gzipSync(line(1)));
  await runDue();
  assert.equal((await runs())[0]?.accepted, 1);
  await clock.advance({ hours: 1 });
  serve('x'.repeat(2_001));
  await runDue();
  assert.equal((await runs())[0]?.error, 'the file has more than 2000 bytes');
  await clock.advance({ hours: 6 });
  serve('<?xml version="1.0"?><root><kyero><feed_version>3</feed_version></kyero></root>');
  await runDue();
  assert.match((await runs())[0]?.error ?? '', /^line 1: this is /);
});

test('a failing feed is retried with exponential backoff until one success', async () => {
  const { clock, line, runDue, runs, serve, feed, source } = await fresh({ intervalSeconds: 86_400 });
  receiver.when(({ url }) => url === `/${source}`, answer(500));
  const waits: number[] = [];
  for (let failure = 0; failure < 9; failure++) {
    await runDue();
    const due = (await findFeed(db, feed.id))?.dueAt ?? new Date(0);
    waits.push((due.getTime() - clock.now().getTime()) / 60_000);
    await clock.set(due);
  }
  for (const [at, wait] of waits.entries()) {
    const full = Math.min(5 * 2 ** at, 1_440);
    assert.ok(wait >= full / 2 && wait <= full, `failure ${at}: ${wait} minutes`);
  }
  assert.equal((await runs())[0]?.error, 'the server answers 500');
  serve(line(1));
  await runDue();
  assert.equal((await findFeed(db, feed.id))?.failures, 0);
});

test('a redirect and a forbidden URL fail with their reason', async () => {
  const { clock, source, runDue, runs, feed, pulling } = await fresh();
  receiver.when(({ url }) => url === `/${source}`, redirect('https://elsewhere.example/'));
  await runDue();
  assert.match(
    (await runs())[0]?.error ?? '',
    /302 to https:\/\/elsewhere.example\/: redirects are not followed/,
  );
  const strict = createOutboundClient(STRICT_POLICY);
  await clock.advance({ minutes: 1 });
  const run = await runFeed(
    { ...pulling, outbound: strict },
    feed.id,
    { force: false },
    new AbortController().signal,
  );
  await strict.close();
  assert.match(run?.error ?? '', /must begin with https/);
});

test('Retry-After delays the next pull', async () => {
  const { clock, source, runDue, feed } = await fresh();
  receiver.when(({ url }) => url === `/${source}`, answer(429, { headers: { 'retry-after': '7200' } }));
  await runDue();
  assert.equal((await findFeed(db, feed.id))?.dueAt.getTime(), clock.now().getTime() + 7_200_000);
});

test('twenty concurrent workers pull a feed once', async () => {
  const { line, runDue, serve, requests } = await fresh();
  serve(line(1));
  await Promise.all(Array.from({ length: 20 }, runDue));
  assert.equal(requests().length, 1);
});

test('a worker that lost its lease cannot overwrite the run of its successor', async () => {
  const { clock, feed } = await fresh();
  const late = await claimDueFeed(db, newId(clock.now()), clock.now());
  assert.equal(await claimFeed(db, feed.id, newId(clock.now()), clock.now()), undefined);
  await clock.advance({ seconds: 61 });
  const successor = await claimFeed(db, feed.id, newId(clock.now()), clock.now());
  assert.ok(late && successor);
  const run = {
    status: 'TAKEN',
    bytes: 1,
    sha256: null,
    accepted: 1,
    unchanged: 0,
    expired: 0,
    rejected: 0,
    rejections: [],
    rejectionReasons: [],
    error: null,
  } as const;
  const finished = {
    run: { ...run, rejections: [], rejectionReasons: [] },
    next: { dueAt: clock.now(), failures: 9 },
  };
  assert.equal(await finishRun(db, late, finished, clock.now()), false);
  assert.equal((await findFeed(db, feed.id))?.failures, 0);
  assert.equal((await findFeed(db, feed.id))?.running, true);
  assert.equal(await finishRun(db, successor, finished, clock.now()), true);
});

test('a stopped worker releases its feed and leaves no file', async () => {
  const { source, pulling, feed, runs, requests } = await fresh();
  receiver.when(({ url }) => url === `/${source}`, stallBeforeHead());
  const stopping = new AbortController();
  const running = runDueFeeds(pulling, () => undefined, stopping.signal);
  while (requests().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  stopping.abort();
  await running;
  const released = await findFeed(db, feed.id);
  assert.deepEqual([released?.failures, released?.running], [0, false]);
  assert.equal((await runs())[0]?.status, 'FAILED');
  assert.deepEqual(await readdir(temporary), []);
});

test('a record that the database refuses is listed in the run and does not fail the pull', async () => {
  const { line, runDue, serve, runs, source, clock } = await fresh();
  const ahead = line(4).replace(clock.now().toISOString(), '2027-03-01T12:00:00.000Z');
  serve([line(1), line(2).replace('/2"', '/bad"'), line(3), ahead].join('\n'));
  await db.rows(sql`alter table listing add constraint refused check (url not like '%/bad') not valid`);
  try {
    await runDue();
  } finally {
    await db.rows(sql`alter table listing drop constraint refused`);
  }
  const [run] = await runs();
  assert.deepEqual([run?.status, run?.accepted, run?.rejected, run?.error], ['TAKEN', 2, 2, null]);
  assert.deepEqual(run?.rejections.map((one) => [one.line, one.reason.slice(0, 23)]).sort(), [
    [2, 'the database refuses it'],
    [4, 'observedAt 2027-03-01T1'],
  ]);
  const { rows } = await loadRejectedRecords(db, sourceIdOf(source), 1);
  assert.deepEqual(rows.map(({ kind }) => kind).sort(), ['INVALID', 'REFUSED']);
});

test('removing a feed deletes its runs and keeps its listings', async () => {
  const { line, runDue, serve, feed, source } = await fresh();
  serve(line(1));
  await runDue();
  assert.equal(await removeFeed(db, feed.id), true);
  assert.equal(await removeFeed(db, feed.id), false);
  assert.deepEqual(await db.rows(sql`select 1 from feed_run where feed_id = ${feed.id}`), []);
  const live = await db.rows(sql`select 1 from listing join source using (source_id) where slug = ${source}`);
  assert.equal(live.length, 1);
});

test('the last 120 runs of a feed are stored', async () => {
  const { feed, clock } = await fresh();
  await db.rows(sql`
    insert into feed_run (feed_id, feed_run_id, started_at, status)
    select ${feed.id}, gen_random_uuid(), '2026-01-01'::timestamptz + n * interval '1 hour', 'UNCHANGED' from generate_series(1, 200) as n`);
  const claimed = await claimFeed(db, feed.id, newId(clock.now()), clock.now());
  assert.ok(claimed);
  const run = {
    status: 'TAKEN',
    bytes: 1,
    sha256: null,
    accepted: 0,
    unchanged: 0,
    expired: 0,
    rejected: 0,
    rejections: [],
    rejectionReasons: [],
    error: null,
  } as const;
  await finishRun(
    db,
    claimed,
    { run: { ...run, rejections: [], rejectionReasons: [] }, next: { dueAt: clock.now(), failures: 0 } },
    clock.now(),
  );
  assert.equal((await listFeedRuns(db, feed.id, 1)).total, 120);
});
