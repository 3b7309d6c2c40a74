import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { findProperty, findPropertyIdByUrl } from '../properties/lookup.ts';
import { revisionKinds } from '../properties/stored-events.ts';
import { findSourceWithSettings, updateSourceSettings } from '../sources/sources.ts';
import { expireUnseen, expireUnseenOfSources, type SweepResult } from './expire-unseen.ts';
import { readFeed } from './feed.ts';
import { ingestRecords } from './ingest-records.ts';
import { openPipeline } from './open.ts';

const { db } = await freshDatabase({ after });
const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };

let sources = 0;
async function fresh(count: number) {
  sources += 1;
  const source = `s${sources}`;
  const clock = new MovableClock('2026-03-01T12:00:00Z');
  const pipeline = openPipeline(db, clock, { places: nowhere });
  const urlOf = (key: number) => `https://${source}.example/${key}`;
  const line = (key: number) =>
    JSON.stringify({
      source,
      url: urlOf(key),
      observedAt: clock.now().toISOString(),
      kind: 'seen',
      payload: {
        propertyType: 'FLAT',
        transactionType: 'SELL',
        displayedPrice: 1_000 * key,
        area: { living: 20 + key },
      },
    });
  const crawl = async (keys: readonly number[]) => {
    const bytes = (async function* () {
      yield Buffer.from(keys.map(line).join('\n'));
    })();
    return ingestRecords(pipeline, readFeed(bytes, { format: 'ndjson', source, observedAt: clock.now() }));
  };
  const sweep = async (more = {}): Promise<SweepResult> => {
    const found = await findSourceWithSettings(db, source);
    assert.ok(found);
    return expireUnseen(pipeline, found, more);
  };
  const propertyOf = async (key: number) =>
    findProperty(db, (await findPropertyIdByUrl(db, urlOf(key))) ?? '');
  const all = Array.from({ length: count }, (_, at) => at + 1);
  await crawl(all);
  return { source, clock, pipeline, crawl, sweep, propertyOf, all };
}

test('a listing unseen for 30 days expires as of its last sighting, and is live again when seen', async () => {
  const { clock, crawl, sweep, propertyOf } = await fresh(4);
  await clock.advance({ days: 1 });
  await crawl([1, 2, 3]);
  await clock.advance({ days: 29 });
  await crawl([1, 2, 3]);
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 0 }, 'not yet');
  await clock.advance({ days: 1 });
  await crawl([1, 2, 3]);
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 1 });
  const expired = await propertyOf(4);
  assert.equal(expired?.property.expired, true);
  assert.equal(expired?.listings[0]?.expiredAt, '2026-03-01T12:00:00.001+00:00');
  const kinds = await db.rows(
    sql`select ${revisionKinds} as kinds from property_change where property_id = ${expired?.id ?? ''} order by recorded_at`,
  );
  assert.deepEqual(kinds, [{ kinds: ['CREATED'] }, { kinds: ['EXPIRED'] }]);
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 0 }, 'once');
  await crawl([4]);
  const reactivated = await propertyOf(4);
  assert.equal(reactivated?.property.expired, false);
  assert.equal(reactivated?.listings[0]?.expiredAt, undefined);
});

test('listings do not expire while their source is not crawled, or sends only new listings', async () => {
  const idle = await fresh(3);
  await idle.clock.advance({ days: 1 });
  await idle.crawl([1, 2, 3]);
  await idle.clock.advance({ days: 365 });
  assert.deepEqual(await idle.sweep(), { outcome: 'swept', expired: 0 });
  const news = await fresh(3);
  await news.clock.advance({ days: 365 });
  await news.crawl([4, 5, 6, 7, 8]);
  await news.crawl([4, 5, 6, 7, 8]);
  assert.deepEqual(
    await news.sweep(),
    { outcome: 'swept', expired: 0 },
    'a file ingested twice is one crawl',
  );
  await news.clock.advance({ days: 1 });
  await news.crawl([4, 5]);
  assert.deepEqual(
    await news.sweep(),
    { outcome: 'swept', expired: 0 },
    'two of five listings are no regular crawl',
  );
});

test('the days are a setting of the source, and 0 is never', async () => {
  const { source, clock, crawl, sweep } = await fresh(2);
  await clock.advance({ days: 8 });
  await crawl([1]);
  await updateSourceSettings(db, source, { unseenDays: 0 });
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 0 });
  await updateSourceSettings(db, source, { unseenDays: 7 });
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 1 });
});

test('expiring most of a source is refused unless forced', async () => {
  const { clock, crawl, sweep, all } = await fresh(45);
  await clock.advance({ days: 31 });
  await crawl(all.slice(0, 20));
  assert.deepEqual(await sweep(), { outcome: 'refused', unseen: 25, live: 45 });
  assert.deepEqual(await sweep({ force: true }), { outcome: 'swept', expired: 25 });
});

test('several workers sweep each source once a day', async () => {
  const { clock, crawl, pipeline, source } = await fresh(2);
  await clock.advance({ days: 40 });
  await crawl([1]);
  const swept: string[] = [];
  const sweepAll = () =>
    expireUnseenOfSources(pipeline, (slug) => void swept.push(slug), new AbortController().signal);
  await Promise.all([sweepAll(), sweepAll(), sweepAll()]);
  await sweepAll();
  assert.deepEqual(
    swept.filter((slug) => slug === source),
    [source],
  );
  await clock.advance({ ms: DAY_MS + 1 });
  await sweepAll();
  assert.deepEqual(
    swept.filter((slug) => slug === source),
    [source, source],
  );
});
