import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import {
  ALERT_EVENT,
  type PartitionedTable,
  PROPERTY_CHANGE,
  RAW_OBSERVATION,
} from '../../src/db/partitioned-tables.ts';
import { createPartitions, dropPartitionsExcept, listPartitions } from '../../src/db/partitions.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { type Db, identifier, type Sql, sql } from '../../src/db/sql.ts';
import { loadPostings } from '../../src/identity/key-store.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { newId } from '../../src/lib/ids.ts';
import { createRegion, planRegion } from '../../src/regions/add-region.ts';
import { distributeAccounts } from '../../src/regions/distribute-accounts.ts';
import { createCitusDatabases } from '../support/citus.ts';
import { silentLog as log } from '../support/log.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Tables that were distributed before they had partitions. */
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const LAST_BEFORE = '0049';
const NOW = new Date('2026-11-18T02:00:00Z');
const REGION = 'paris';
const later = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

const url = process.env['CITUS_COORDINATOR_URL'] ?? '';
const { distributed: connectionString } = await createCitusDatabases({ after }, url, `parts_${process.pid}`);

const open = (region?: string): OpenDatabase => {
  const db = openDatabase(
    { connectionString, ...(region === undefined ? {} : { region }) },
    { log, applicationName: 'gable test', max: 2, statementTimeoutMs: 60_000 },
  );
  after(() => db.end());
  return db;
};

async function openOlder(): Promise<{ account: OpenDatabase; region: OpenDatabase }> {
  const folder = temporaryDirectory({ after });
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const file of globSync('0*.sql', { cwd: folder }))
    if (file.slice(0, LAST_BEFORE.length) > LAST_BEFORE) rmSync(join(folder, file));
  const connection = { connectionString };
  await migrate(connection, { folder, log });
  const account = open();
  await distributeAccounts(account, 4);
  const request = { name: REGION, countries: ['FR'], divisions: [] };
  const planned = await planRegion(account, request, NOW);
  assert.ok(!('fault' in planned), JSON.stringify(planned));
  await createRegion({ db: account, connection, folder, log }, planned, (id) => [id]);
  return { account, region: open(REGION) };
}

const event = (at: Date, createdAt: Date): Sql => sql`
  insert into alert_event
    (account_id, alert_event_id, alert_id, property_id, revision_id, event_type, scope, subject_id, created_at)
  values (${randomUUID()}, ${newId(createdAt)}, ${randomUUID()}, ${randomUUID()}, ${newId(at)}, 'NEW_MATCH', 'PROPERTY',
    ${randomUUID()}, ${createdAt})`;
const observation = (at: Date, receivedAt: Date): Sql => sql`
  insert into raw_observation (listing_id, observed_at, source_id, received_at)
  values (${randomUUID()}, ${at}, ${randomUUID()}, ${receivedAt})`;
const change = (at: Date): Sql => sql`
  insert into property_change (property_id, revision_id, revision_number, occurred_at, recorded_at, kinds, listing_events)
  values (${randomUUID()}, ${newId(at)}, 1, ${at}, ${at}, '{}', '[]')`;

const count = async (db: Db, { table }: PartitionedTable): Promise<number> =>
  (await db.rows<{ count: number }>(sql`select count(*)::int as count from ${identifier(table)}`))[0]
    ?.count ?? 0;

const { account, region } = await openOlder();
const CASES = [
  { db: account, table: ALERT_EVENT, write: event, column: 'created_at' },
  { db: region, table: RAW_OBSERVATION, write: observation, column: 'received_at' },
  { db: region, table: PROPERTY_CHANGE, write: change, column: 'recorded_at' },
];
const OLD_ROWS = 5;
/** Some rows of seven. */
const KEYS = 20;

test('distributed tables become partitioned with their rows, and keys are put into rows of seven', async () => {
  for (const { db, write } of CASES)
    for (let row = 0; row < OLD_ROWS; row += 1) await db.rows(write(later(-row), later(-row)));
  const listingId = randomUUID();
  for (let key = 0; key < KEYS; key += 1)
    await region.rows(sql`insert into listing_key (key, listing_id) values (${key * 3}, ${listingId})`);
  for (const schema of [{}, { region: REGION }])
    await migrate({ connectionString, ...schema }, { folder: MIGRATIONS, log });
  for (const { db, table, write } of CASES) {
    await db.rows(write(NOW, NOW));
    await createPartitions(db, table, NOW);
    const [sealed, next] = await listPartitions(db, table);
    assert.ok(sealed !== undefined && sealed.from === undefined && next?.from !== undefined, table.table);
    await db.rows(write(next.from, next.from));
    assert.equal(await count(db, table), OLD_ROWS + 2, table.table);
  }
  const asked = Array.from({ length: KEYS }, (_, key) => ({ key: key * 3 }));
  const found = await loadPostings(region, asked);
  assert.deepEqual(
    found.map(({ at, listingIds }) => `${at} ${listingIds}`).toSorted(),
    asked.map((_, at) => `${at + 1} ${listingId}`).toSorted(),
  );
});

test('their periods are dropped without the young rows', async () => {
  for (const { db, table, write, column } of CASES.filter(({ table }) => table !== PROPERTY_CHANGE)) {
    const [, next] = await listPartitions(db, table);
    assert.ok(next?.from);
    const since = later(1_000);
    await db.rows(write(next.from, since));
    await dropPartitionsExcept(db, table, next.to, { column, since });
    assert.equal(await count(db, table), OLD_ROWS + 2, table.table);
    assert.equal((await listPartitions(db, table)).filter(({ name }) => name === next.name).length, 0);
    await db.rows(write(next.from, next.from));
    assert.equal(await count(db, table), OLD_ROWS + 3, table.table);
  }
});
