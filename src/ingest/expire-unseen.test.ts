import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { DAY_MS } from '../lib/durations.ts';
import { findProperty, findPropertyIdByUrl } from '../properties/lookup.ts';
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
  const visit = async (keys: readonly number[]) => {
    const bytes = (async function* () {
      yield Buffer.from(keys.map(line).join('\n'));
    })();
    return ingestRecords(pipeline, readFeed(bytes, { format: 'ndjson', source, observedAt: clock.now() }));
  };
  const sweep = async (more = {}): Promise<SweepResult> => {
    const settled = await findSourceWithSettings(db, source);
    assert.ok(settled);
    return expireUnseen(pipeline, settled, more);
  };
  const propertyOf = async (key: number) =>
    findProperty(db, (await findPropertyIdByUrl(db, urlOf(key))) ?? '');
  const all = Array.from({ length: count }, (_, at) => at + 1);
  await visit(all);
  return { source, clock, pipeline, visit, sweep, propertyOf, all };
}

test('a listing that visits no longer find expires after 30 days, as of the moment it was last seen, and is back when seen again', async () => {
  const { clock, visit, sweep, propertyOf } = await fresh(4);
  await clock.advance({ days: 1 });
  await visit([1, 2, 3]);
  await clock.advance({ days: 29 });
  await visit([1, 2, 3]);
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 0 }, 'not yet');
  await clock.advance({ days: 1 });
  await visit([1, 2, 3]);
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 1 });
  const gone = await propertyOf(4);
  assert.equal(gone?.property.expired, true);
  assert.equal(gone?.listings[0]?.expiredAt, '2026-03-01T12:00:00.001+00:00');
  const kinds = await db.rows(
    sql`select kinds from property_change where property_id = ${gone?.id ?? ''} order by recorded_at`,
  );
  assert.deepEqual(kinds, [{ kinds: ['CREATED'] }, { kinds: ['EXPIRED'] }]);
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 0 }, 'once');
  await visit([4]);
  const back = await propertyOf(4);
  assert.equal(back?.property.expired, false);
  assert.equal(back?.listings[0]?.expiredAt, undefined);
});

test('while nobody visits a source its listings stay, and so they do where nothing is ever visited again', async () => {
  const left = await fresh(3);
  await left.clock.advance({ days: 1 });
  await left.visit([1, 2, 3]);
  await left.clock.advance({ days: 365 });
  assert.deepEqual(await left.sweep(), { outcome: 'swept', expired: 0 });
  const news = await fresh(3);
  await news.clock.advance({ days: 365 });
  await news.visit([4, 5, 6, 7, 8]);
  await news.visit([4, 5, 6, 7, 8]);
  assert.deepEqual(
    await news.sweep(),
    { outcome: 'swept', expired: 0 },
    'a file fed twice is no second visit',
  );
  await news.clock.advance({ days: 1 });
  await news.visit([4, 5]);
  assert.deepEqual(
    await news.sweep(),
    { outcome: 'swept', expired: 0 },
    'two of five by chance are no round of visits',
  );
});

test('days may be settled for a source, and 0 is never', async () => {
  const { source, clock, visit, sweep } = await fresh(2);
  await clock.advance({ days: 8 });
  await visit([1]);
  await updateSourceSettings(db, source, { unseenDays: 0 });
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 0 });
  await updateSourceSettings(db, source, { unseenDays: 7 });
  assert.deepEqual(await sweep(), { outcome: 'swept', expired: 1 });
});

test('most of a source at once is held back, unless a person says so', async () => {
  const { clock, visit, sweep, all } = await fresh(45);
  await clock.advance({ days: 31 });
  await visit(all.slice(0, 20));
  assert.deepEqual(await sweep(), { outcome: 'held', unseen: 25, live: 45 });
  assert.deepEqual(await sweep({ force: true }), { outcome: 'swept', expired: 25 });
});

test('several workers look through each source once a day', async () => {
  const { clock, visit, pipeline, source } = await fresh(2);
  await clock.advance({ days: 40 });
  await visit([1]);
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
