import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/log.ts';
import { openDatabase } from '../db/pool.ts';
import { withRetries } from '../db/retrying.ts';
import { sql } from '../db/sql.ts';
import { sourceIdOf } from '../sources/sources.ts';
import type { FeedRejection } from './feed.ts';
import { ingestFeedBytes } from './ingest-feed.ts';
import { openPipeline } from './open.ts';
import {
  countRejected,
  loadRejectedRecords,
  MAX_RECORDS_PER_SOURCE,
  storeRejected,
} from './rejected-records.ts';

const { db } = await freshDatabase({ after });
const clock = new MovableClock('2026-03-01T12:00:00Z');
const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };
const pipelineOver = (over: typeof db) => openPipeline(over, clock, { places: nowhere });
const pipeline = pipelineOver(db);

const line = (
  source: string,
  key: number | string,
  observedAt = '2026-03-01T08:00:00.000Z',
  price = 100_000,
) =>
  JSON.stringify({
    source,
    url: `https://${source}.example/${key}`,
    observedAt,
    kind: 'seen',
    payload: { propertyType: 'FLAT', transactionType: 'SELL', displayedPrice: price, area: { living: 40 } },
  });

async function* bytesOf(lines: readonly string[]) {
  yield Buffer.from(`${lines.join('\n')}\n`);
}

async function feed(lines: readonly string[], over = pipeline) {
  const rejections: FeedRejection[] = [];
  const report = await ingestFeedBytes(over, bytesOf(lines), {
    ...{ format: 'ndjson', source: '', full: false, force: false },
    onRejection: (rejection) => void rejections.push(rejection),
  });
  return { report, rejections };
}

const urlsOf = async (source: string): Promise<string[]> => {
  const rows = await db.rows<{ url: string }>(
    sql`select url from listing where source_id = ${sourceIdOf(source)}`,
  );
  return rows.map(({ url }) => url).sort();
};

const listRejected = async (source: string) =>
  (await loadRejectedRecords(db, sourceIdOf(source), 1)).rows.map(({ url, kind, reason, resolvedAt }) => ({
    ...{ url, kind, reason },
    open: resolvedAt === null,
  }));

/** Makes the database refuse some URLs while `work` runs. */
async function withRefusedUrls(work: () => Promise<void>): Promise<void> {
  await db.rows(sql`alter table listing add constraint refused check (url not like '%/bad%') not valid`);
  try {
    await work();
  } finally {
    await db.rows(sql`alter table listing drop constraint refused`);
  }
}

const REASON = /^the database refuses it: .*violates check constraint "refused" \(23514\)$/;

test('records that the database refuses are found by bisection and stored; the others are ingested', async () => {
  const lines = Array.from({ length: 120 }, (_, at) =>
    line('halved', [7, 63, 64].includes(at) ? `bad${at}` : at),
  );
  await withRefusedUrls(async () => {
    const { report, rejections } = await feed(lines);
    assert.deepEqual([report.new, report.rejected], [117, 3]);
    assert.deepEqual(
      rejections.map((one) => one.line).sort((one, other) => one - other),
      [8, 64, 65],
    );
    for (const { reason } of rejections) assert.match(reason, REASON);
    assert.equal((await urlsOf('halved')).length, 117);
    assert.equal((await countRejected(db)).REFUSED, 3);
    const before = await listRejected('halved');
    assert.deepEqual(before.map(({ url, kind, open }) => [url.split('/').at(-1), kind, open]).sort(), [
      ['bad63', 'REFUSED', true],
      ['bad64', 'REFUSED', true],
      ['bad7', 'REFUSED', true],
    ]);
    const again = await feed(lines);
    assert.deepEqual([again.report.new, again.report.unchanged, again.report.rejected], [0, 117, 3]);
    assert.deepEqual(await listRejected('halved'), before);
  });
  const good = await feed(lines);
  assert.deepEqual([good.report.new, good.report.unchanged, good.report.rejected], [3, 117, 0]);
  assert.deepEqual(
    (await listRejected('halved')).map(({ open }) => open),
    [false, false, false],
  );
  assert.equal((await countRejected(db)).REFUSED, 0);
});

test('a known listing keeps its state when a later record is refused, and does not expire', async () => {
  await feed([line('known', 1), line('known', 2)]);
  await db.rows(
    sql`alter table property_change add constraint refused check (listing_events::text not like '%94321%') not valid`,
  );
  try {
    const lines = [
      line('known', 1, '2026-03-01T09:00:00Z', 94_321),
      line('known', 2, '2026-03-01T09:00:00Z', 99_000),
    ];
    const report = await ingestFeedBytes(pipeline, bytesOf(lines), {
      ...{ format: 'ndjson', source: 'known', full: true, force: true },
    });
    assert.deepEqual([report.changed, report.rejected, report.expired], [1, 1, 0]);
  } finally {
    await db.rows(sql`alter table property_change drop constraint refused`);
  }
});

test('an observation dated more than five minutes ahead of our clock is rejected with its reason', async () => {
  const { report, rejections } = await feed([
    line('ahead', 1, '2026-03-01T12:05:00.000Z'),
    line('ahead', 2, '2026-03-01T12:05:00.001Z'),
    line('ahead', 3, '2027-03-01T00:00:00.000Z'),
  ]);
  assert.deepEqual([report.new, report.rejected], [1, 2]);
  assert.deepEqual(
    rejections.map(({ line: number, reason }) => [number, reason]),
    [
      [
        2,
        'observedAt 2026-03-01T12:05:00.001Z is more than 5 minutes ahead of our clock, 2026-03-01T12:00:00.000Z',
      ],
      [
        3,
        'observedAt 2027-03-01T00:00:00.000Z is more than 5 minutes ahead of our clock, 2026-03-01T12:00:00.000Z',
      ],
    ],
  );
  assert.deepEqual(
    (await listRejected('ahead')).map(({ kind }) => kind),
    ['INVALID', 'INVALID'],
  );
  const { report: late } = await feed([line('ahead', 3, '2026-03-01T09:00:00.000Z')]);
  assert.equal(late.new, 1);
  assert.deepEqual((await listRejected('ahead')).filter(({ open }) => open).length, 1);
});

test('an invalid record is stored with its reason when its listing is known', async () => {
  const bad = line('ruled', 1).replace('100000', '1e400');
  await feed([bad, line('ruled', 2), '{broken']);
  assert.deepEqual(await listRejected('ruled'), [
    {
      url: 'https://ruled.example/1',
      kind: 'INVALID',
      reason: 'displayedPrice is not a possible number',
      open: true,
    },
  ]);
  await feed([line('ruled', 1)]);
  assert.deepEqual(
    (await listRejected('ruled')).map(({ open }) => open),
    [false],
  );
});

test('rejected records are limited by source, and resolved ones are deleted first', async () => {
  const sourceId = sourceIdOf('endless');
  const rejection = (at: number) => ({
    ...{ sourceId, url: `https://endless.example/${at}`, kind: 'INVALID' as const, reason: 'no' },
    listingId: `00000000-0000-5000-8000-${String(at).padStart(12, '0')}`,
    ...{ observedAt: undefined, record: '\0x\ud800' },
  });
  const all = Array.from({ length: MAX_RECORDS_PER_SOURCE + 50 }, (_, at) => rejection(at));
  await storeRejected(db, all.slice(0, MAX_RECORDS_PER_SOURCE), clock.now());
  await storeRejected(db, all, clock.now());
  const total = async () => (await loadRejectedRecords(db, sourceId, 1)).total;
  assert.equal(await total(), MAX_RECORDS_PER_SOURCE);
  await db.rows(sql`update rejected_record set resolved_at = ${clock.now()} where source_id = ${sourceId}`);
  await storeRejected(db, all.slice(MAX_RECORDS_PER_SOURCE), clock.now());
  assert.equal(await total(), 50);
});

test('a statement that timed out is retried, and the feed continues', async (t) => {
  const { db: impatient, connection } = await freshDatabase(t, { statementTimeoutMs: 400 });
  const holder = openDatabase(connection, { log: silentLog, applicationName: 'holder' });
  t.after(() => holder.end());
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = holder.transaction(async (tx) => {
    await tx.rows(sql`lock table listing in exclusive mode`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  let retries = 0;
  const patient = withRetries(impatient, {
    ...{ maxTries: 3, maxAwayMs: 0 },
    onRetry() {
      retries += 1;
      if (retries === 2) release.resolve();
    },
  });
  const { report } = await feed([line('patient', 1), line('patient', 2)], pipelineOver(patient));
  await holding;
  assert.deepEqual([report.new, report.rejected], [2, 0]);
  assert.ok(retries >= 2);
});
