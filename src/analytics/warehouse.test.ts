import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { measureLongestBlock } from '../../test/support/longest-block.ts';
import { generateEvents } from '../../test/support/made-events.ts';
import { createTestWarehouse, FLAT, type TestWarehouse } from '../../test/support/warehouse.ts';
import { type BulkDb, type Database, sql } from '../db/sql.ts';
import { HOUR_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import { deleteObsoleteFiles } from './clean.ts';
import { closeMonth, closeMonths } from './close.ts';
import { collectEvents } from './collect.ts';
import { insertFile, selectLiveFiles } from './manifest.ts';
import { mergeFiles, selectFilesToMerge } from './merge.ts';
import { parseAnalyticsQuery } from './query.ts';
import { rebuildWarehouse } from './rebuild.ts';
import { insertTailEvents } from './store.ts';

const MONTH = '2026-01-01';
const januaryEvents = (count: number, seed: number) =>
  generateEvents(count * 8, seed)
    .filter(({ month }) => month === MONTH)
    .slice(0, count);

const counted = async ({ ask }: TestWarehouse): Promise<number> => (await ask({})).meta.sample_size;
const onDisk = ({ engine }: TestWarehouse): string[] => globSync('**/*.parquet', { cwd: engine.folder });

test('a change is an event exactly once, with any number of collectors and failures', async (t) => {
  const warehouse = await createTestWarehouse(t);
  const { db, clock } = warehouse;
  for (let at = 0; at < 120; at++) await recordTogether(db, [madeListing({ propertyType: 'FLAT' })], day(1));
  let statements = 0;
  const failing: Database = {
    ...db,
    transaction: (work) =>
      db.transaction((inner) =>
        work({
          rows: (statement) =>
            ++statements === 4 ? Promise.reject(new Error('away')) : inner.rows(statement),
        } as BulkDb),
      ),
  };
  await assert.rejects(collectEvents(failing, clock), /away/);
  assert.equal(await counted(warehouse), 0);
  await Promise.all([1, 2, 3].map(() => collectEvents(db, clock)));
  await collectEvents(db, clock);
  assert.equal(await counted(warehouse), 120);
  assert.equal(await collectEvents(db, clock), 0);
});

test('a change whose transaction commits late is not skipped', async (t) => {
  const warehouse = await createTestWarehouse(t);
  const { db, clock } = warehouse;
  const { promise: blocked, resolve: commit } = Promise.withResolvers<void>();
  const late = db.transaction(async (transaction) => {
    await recordTogether(transaction, [madeListing({ propertyType: 'FLAT' })], day(1));
    await blocked;
  });
  await recordTogether(db, [madeListing({ propertyType: 'HOUSE' })], day(2));
  await collectEvents(db, clock);
  commit();
  await late;
  await collectEvents(db, clock);
  assert.equal(await counted(warehouse), 2);
});

test('events leave the tail with their file, and concurrent closers close a month once', async (t) => {
  const warehouse = await createTestWarehouse(t);
  await insertTailEvents(warehouse.db, januaryEvents(300, 1), warehouse.clock.now());
  assert.equal(await counted(warehouse), 300);
  await Promise.all([1, 2, 3, 4].map(() => closeMonth(warehouse, MONTH)));
  assert.equal(await counted(warehouse), 300);
  assert.equal((await selectLiveFiles(warehouse.db)).length, 1);
  assert.deepEqual(await warehouse.db.rows(sql`select from listing_event`), []);
  assert.match(onDisk(warehouse)[0] ?? '', /^listing_events\/month=2026-01\/[0-9a-f-]{36}\.parquet$/);
  assert.equal(await closeMonth(warehouse, MONTH), undefined);
});

test('a month is closed when enough events wait, or have waited long enough', async (t) => {
  const clock = new MovableClock('2026-02-01T00:00:00Z');
  const warehouse = await createTestWarehouse(t, clock);
  await insertTailEvents(warehouse.db, januaryEvents(10, 1), clock.now());
  assert.equal(await closeMonths(warehouse), 0);
  await clock.advance({ minutes: 5 });
  assert.equal(await closeMonths(warehouse), 10);
});

test('a commit whose answer is lost counts once', async (t) => {
  const warehouse = await createTestWarehouse(t);
  await insertTailEvents(warehouse.db, januaryEvents(50, 1), warehouse.clock.now());
  const db: Database = {
    ...warehouse.db,
    transaction: async (work, options) => {
      await warehouse.db.transaction(work, options);
      throw new Error('the line broke');
    },
  };
  await assert.rejects(closeMonth({ ...warehouse, db }, MONTH), /line broke/);
  assert.equal(await counted(warehouse), 50);
  assert.equal(await closeMonth(warehouse, MONTH), undefined);
  assert.equal(await deleteObsoleteFiles(warehouse), 0);
  assert.equal(await counted(warehouse), 50);
});

test('a dead writer is abandoned, and its files are deleted', async (t) => {
  const clock = new MovableClock('2026-02-01T00:00:00Z');
  const warehouse = await createTestWarehouse(t, clock);
  const { db, engine } = warehouse;
  await insertTailEvents(db, januaryEvents(20, 1), clock.now());
  const dead = newId(clock.now());
  assert.ok(await insertFile(db, dead, MONTH, clock.now()));
  for (const place of ['writing', 'listing_events/month=2026-01']) {
    mkdirSync(join(engine.folder, place), { recursive: true });
    writeFileSync(join(engine.folder, place, `${dead}.parquet`), 'half');
  }
  assert.equal(await closeMonth(warehouse, MONTH), undefined);
  await deleteObsoleteFiles(warehouse);
  assert.equal(onDisk(warehouse).length, 2, 'it may still be writing');
  await clock.advance({ minutes: 11 });
  await deleteObsoleteFiles(warehouse);
  assert.deepEqual(onDisk(warehouse), []);
  assert.equal(await closeMonth(warehouse, MONTH), 20);
  assert.equal(await counted(warehouse), 20);
});

test('downloads and spill files of dead processes are deleted after a day, those of live ones are not', async (t) => {
  const warehouse = await createTestWarehouse(t);
  const { engine } = warehouse;
  await engine.use((session) => session.run('select 1'));
  const leave = (path: string, hoursAgo: number): void => {
    mkdirSync(dirname(join(engine.folder, path)), { recursive: true });
    writeFileSync(join(engine.folder, path), 'half');
    const at = new Date(warehouse.clock.now().getTime() - hoursAgo * HOUR_MS);
    for (const touched of [path, dirname(path)]) utimesSync(join(engine.folder, touched), at, at);
  };
  leave('spill/dead/duckdb_temp', 25);
  leave('downloads/old.csv', 25);
  leave('downloads/new.csv', 1);
  assert.equal(await deleteObsoleteFiles(warehouse), 2);
  const left = ['downloads', 'spill'].map((part) => readdirSync(join(engine.folder, part)).length);
  assert.deepEqual(left, [1, 1]);
});

test('merging loses no event, and readers of the old files may finish', async (t) => {
  const clock = new MovableClock('2026-02-01T00:00:00Z');
  const warehouse = await createTestWarehouse(t, clock);
  for (let part = 0; part < 8; part++) {
    await insertTailEvents(warehouse.db, januaryEvents(30, part + 1), clock.now());
    await closeMonth(warehouse, MONTH);
  }
  const before = await warehouse.ask({ group_by: ['property_type'], metrics: ['median:price', 'count'] });
  const old = onDisk(warehouse);
  assert.equal(await mergeFiles(warehouse), 8);
  assert.equal((await selectLiveFiles(warehouse.db)).length, 1);
  assert.deepEqual(
    await warehouse.ask({ group_by: ['property_type'], metrics: ['median:price', 'count'] }),
    before,
  );
  await deleteObsoleteFiles(warehouse);
  assert.ok(old.every((path) => existsSync(join(warehouse.engine.folder, path))));
  await clock.advance({ hours: 2 });
  assert.equal(await deleteObsoleteFiles(warehouse), 8);
  assert.equal(onDisk(warehouse).length, 1);
  assert.deepEqual(
    await warehouse.ask({ group_by: ['property_type'], metrics: ['median:price', 'count'] }),
    before,
  );
});

test('files of one size are merged when there are enough, the rest when the month is quiet', () => {
  const now = new Date('2026-03-01');
  const file = (eventCount: number, closedAt: Date) => ({
    ...{ fileId: newId(now), month: MONTH, eventCount, closedAt, firstEventAt: now, lastEventAt: now },
  });
  const sizes = (counts: number[], closedAt: Date): number[] =>
    selectFilesToMerge(
      counts.map((count) => file(count, closedAt)),
      now,
    ).map(({ eventCount }) => eventCount);
  const long = new Date('2026-02-01');
  assert.deepEqual(sizes([1, 2, 3, 4, 5, 6, 7], now), []);
  assert.deepEqual(sizes([8, 1, 2, 3, 4, 5, 6, 7, 500_000], now), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(sizes([20, 500_000, 1_000_000], long), [20, 500_000]);
  assert.deepEqual(sizes([20, 1_000_000], long), []);
});

test('rebuilding restores the events of all changes', async (t) => {
  const warehouse = await createTestWarehouse(t);
  for (let at = 0; at < 5; at++) await recordTogether(warehouse.db, [madeListing()], day(1));
  await collectEvents(warehouse.db, warehouse.clock);
  await closeMonth(warehouse, MONTH);
  assert.equal(await rebuildWarehouse(warehouse.db, warehouse.clock), 5);
  assert.equal(await counted(warehouse), 0);
  await collectEvents(warehouse.db, warehouse.clock);
  assert.equal(await counted(warehouse), 5);
});

test('the event loop is never blocked for 20 ms while metrics are computed', async (t) => {
  const warehouse = await createTestWarehouse(t);
  for (let part = 0; part < 12; part++) {
    await insertTailEvents(warehouse.db, generateEvents(1_000, part), warehouse.clock.now());
  }
  const parsed = parseAnalyticsQuery({
    group_by: ['property_type', 'city_id', 'event_type'],
    metrics: ['count', 'median:price', 'percentile:price:90', 'avg:area'],
  });
  assert.ok('query' in parsed);
  const { query } = parsed;
  await warehouse.engine.open();
  const longest = await measureLongestBlock(
    async () => void (await warehouse.analytics.listings(query, FLAT)),
  );
  assert.ok(longest < 20, `${longest} ms`);
});

test('the engine can access only its directory', async (t) => {
  const { engine } = await createTestWarehouse(t);
  const refused = [
    "select * from read_csv('/etc/passwd')",
    "copy (select 1) to '/tmp/gable-escaped.csv'",
    `select * from read_parquet('${engine.folder}/../../etc/passwd')`,
    "attach '/tmp/gable-escaped.db'",
    'install httpfs',
    'set enable_external_access = true',
    "set allowed_directories = ['/']",
    "set memory_limit = '100GB'",
  ];
  for (const statement of refused) {
    await assert.rejects(
      engine.use((session) => session.run(statement)),
      /Permission|Cannot|disabled|configuration/,
      statement,
    );
  }
});
