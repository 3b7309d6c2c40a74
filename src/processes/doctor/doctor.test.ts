import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { after, type TestContext, test } from 'node:test';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/log.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { openDatabase } from '../../db/pool.ts';
import { type Sql, sql } from '../../db/sql.ts';
import { systemClock } from '../../lib/clock.ts';
import { readSettings, type Settings } from '../settings.ts';
import type { CheckResult } from './check.ts';
import { type DoctorParts, examine } from './doctor.ts';

const shared = await freshDatabase({ after });

interface Patient {
  database?: TestDatabase;
  settings?: Record<string, string>;
  parts?: Partial<DoctorParts>;
  /** No worker is connected. */
  idle?: boolean;
}

const GIGABYTE = 2 ** 30;

/** The results for an installation that is healthy apart from what is given. */
async function examinePatient(t: TestContext, patient: Patient = {}): Promise<CheckResult[]> {
  const DATA_DIR = temporaryDirectory(t);
  const read = readSettings({ DATA_DIR, MASTER_KEYS: `1:${'A'.repeat(43)}=`, ...patient.settings }, {});
  assert.ok('settings' in read, JSON.stringify(read));
  const { connection } = patient.database ?? shared;
  const worker = openDatabase(connection, { log: silentLog, applicationName: 'gable serve+work', max: 1 });
  if (patient.idle !== true) await worker.rows(sql`select 1`);
  try {
    return await examine({
      settings: read.settings as Settings,
      connection,
      clock: systemClock,
      log: silentLog,
      readSpace: async () => ({ freeBytes: 50 * GIGABYTE, totalBytes: 100 * GIGABYTE }),
      ...patient.parts,
    });
  } finally {
    await worker.end();
  }
}

/** The test servers run without fsync: nothing in them is worth keeping. */
const faultsOf = (results: readonly CheckResult[]): string[] =>
  results.filter(({ state, check }) => state === 'fault' && check !== 'durability').map(({ check }) => check);

test('a healthy installation has no fault', async (t) => {
  const results = await examinePatient(t);
  assert.deepEqual(faultsOf(results), [], JSON.stringify(results));
  assert.ok(results.length >= 20, `${results.length} checks`);
});

const settingFaults: [check: string, settings: Record<string, string>][] = [
  ['public address', { HOST: '0.0.0.0' }],
  ['proxy', { BASE_URL: 'https://api.example.com' }],
  ['outbound', { OUTBOUND_LOOPBACK: 'on', DATABASE_URL: 'postgres://x@127.0.0.1/x' }],
  ['mail', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ['replica', { DATABASE_REPLICA_URL: 'postgres://x@127.0.0.1:9/x' }],
  ['sessions', { DATABASE_SESSIONS: '200' }],
  ['traces', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }],
];

for (const [check, settings] of settingFaults)
  test(`a fault of the settings is found: ${check}`, async (t) => {
    const results = await examinePatient(t, { settings });
    assert.deepEqual(faultsOf(results), [check]);
    assert.ok((results.find((result) => result.check === check)?.advice ?? '').length > 10);
  });

test('a full disk is found', async (t) => {
  const readSpace = async () => ({ freeBytes: GIGABYTE / 2, totalBytes: 100 * GIGABYTE });
  assert.deepEqual(faultsOf(await examinePatient(t, { parts: { readSpace } })), ['disk']);
});

test('a data directory that others may read is found', async (t) => {
  const DATA_DIR = temporaryDirectory(t);
  chmodSync(DATA_DIR, 0o755);
  assert.deepEqual(faultsOf(await examinePatient(t, { settings: { DATA_DIR } })), ['data directory']);
});

test('a clock that differs from the one of the database is found', async (t) => {
  const clock = { ...systemClock, now: () => new Date(Date.now() - 60_000) };
  assert.deepEqual(faultsOf(await examinePatient(t, { parts: { clock } })), ['clock']);
});

test('a database that does not answer, or refuses us, is found without its password', async (t) => {
  const connection = { connectionString: 'postgres://gable:secret@127.0.0.1:9/gable' };
  const results = await examinePatient(t, { parts: { connection } });
  assert.deepEqual(faultsOf(results), ['database']);
  assert.ok(!JSON.stringify(results).includes('secret'));
});

test('a database without the migrations of this version is found', async (t) => {
  const results = await examinePatient(t, { database: await emptyDatabase(t) });
  assert.ok(faultsOf(results).includes('migrations'));
});

test('a missing worker is found', async (t) => {
  const results = await examinePatient(t, { database: await freshDatabase(t), idle: true });
  assert.deepEqual(faultsOf(results), ['worker']);
});

const LONG_AGO = new Date(Date.now() - 3_600_000);

const ID = '00000000-0000-7000-8000-000000000001';
const FEED = sql`
  with source as (insert into source (source_id, slug, name, folded_name, created_at)
                  values (${ID}, 'portal', 'Portal', 'portal', now()) returning source_id)
  insert into feed (feed_id, source_id, url, format, interval_seconds, is_full, max_bytes, enabled, created_at, due_at)
  select ${ID}, source_id, 'https://x.example', 'observations', 60, true, 1000, true, now(), now() + interval '1 hour'
  from source`;

/** Rows that make one check fail. */
const databaseFaults: [check: string, faults: Sql[]][] = [
  ['migrations', [sql`insert into migration (name, sha256) values ('9999_newer', 'x')`]],
  [
    'matching',
    [
      sql`insert into property_change (property_id, revision_id, revision_number, occurred_at, recorded_at, kinds, listing_events, changes)
          values (${ID}, ${ID}, 1, ${LONG_AGO}, ${LONG_AGO}, '{}', '[]', '[]')`,
    ],
  ],
  [
    'alerts',
    [
      sql`insert into alert (account_id, alert_id, name, enabled, rules, version, created_at, updated_at, unreadable_since)
          values (${ID}, ${ID}, 'x', true, '[]', 1, now(), now(), now())`,
    ],
  ],
  [
    'deliveries',
    [
      sql`insert into event_notification (account_id, event_notification_id, alert_event_id, event_type, alert_id,
                                          alert_name, channel, status, due_at, created_at, updated_at)
          values (${ID}, ${ID}, ${ID}, 'NEW_MATCH', ${ID}, 'x', 'WEBHOOK', 'PENDING', ${LONG_AGO}, now(), now())`,
    ],
  ],
  ['scheduled feeds', [FEED, sql`update feed set due_at = ${LONG_AGO}`]],
  [
    'feed runs',
    [
      FEED,
      sql`insert into feed_run (feed_id, feed_run_id, started_at, finished_at, status, error)
          values (${ID}, ${ID}, now(), now(), 'FAILED', 'HTTP 404')`,
    ],
  ],
  [
    'analytics',
    [
      sql`insert into warehouse_file (file_id, month, started_at, closed_at, event_count, bytes, first_event_at, last_event_at)
          values (${ID}, '2026-11-01', now(), now(), 1, 1, now(), now())`,
    ],
  ],
  [
    'master keys',
    [
      sql`insert into signing_key (account_id, encrypted_key, hint, created_at)
          values (${ID}, '\\x01aabbccdd'::bytea, 'x', now())`,
    ],
  ],
];

for (const [check, faults] of databaseFaults)
  test(`a fault of the database is found: ${check}`, async (t) => {
    const database = await freshDatabase(t);
    for (const statement of faults) await database.db.rows(statement);
    assert.deepEqual(faultsOf(await examinePatient(t, { database })), [check]);
  });

test('rejected records and suspended destinations are notices, and no fault', async (t) => {
  const database = await freshDatabase(t);
  await database.db.rows(sql`
    insert into rejected_record (source_id, listing_id, url, kind, reason, first_rejected_at, rejected_at)
    values (${ID}, ${ID}, 'https://x.example', 'invalid', 'no price', now(), now())`);
  await database.db.rows(sql`
    insert into event_destination (account_id, event_destination_id, destination_type, url, suspended_at, created_at)
    values (${ID}, ${ID}, 'WEBHOOK', 'https://x.example', now(), now())`);
  const results = await examinePatient(t, { database });
  assert.deepEqual(faultsOf(results), []);
  assert.deepEqual(
    results.filter(({ state }) => state === 'notice').map(({ check }) => check),
    ['rejected records', 'destinations'],
  );
});
