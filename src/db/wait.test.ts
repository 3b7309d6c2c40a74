import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startFaultProxy } from '../../test/faults/fault-proxy.ts';
import { until } from '../../test/faults/until.ts';
import { emptyDatabase } from '../../test/support/database.ts';
import { startDatabaseProxy } from '../../test/support/database-proxy.ts';
import { connectionTo } from '../../test/support/database-server.ts';
import { recordingLog } from '../../test/support/log.ts';
import { requireMinVersion, waitForDatabase } from './wait.ts';

const { connection } = await emptyDatabase({ after });

test('an available database is used at once, and nothing is logged', async () => {
  const log = recordingLog();
  await waitForDatabase(connection, { log });
  assert.deepEqual(log.lines, []);
});

test('a database that starts later is waited for, with one log line at each end', async () => {
  const log = recordingLog();
  const { target, through } = startDatabaseProxy(connection);
  const proxy = await startFaultProxy({ target });
  proxy.refuse();
  const waiting = waitForDatabase(through(proxy), { log });
  await until(() => log.lines.length === 1);
  await proxy.heal();
  await waiting;
  await proxy.close();
  assert.deepEqual(log.lines, ['warn: waiting for the database', 'info: the database is up']);
});

test('waiting ends when the signal aborts', async () => {
  const log = recordingLog();
  const stop = new AbortController();
  const nowhere = { host: '/nonexistent', port: 5432, user: 'gable', database: 'gable' };
  const waiting = waitForDatabase(nowhere, { log, signal: stop.signal });
  await until(() => log.lines.length === 1);
  stop.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
});

test('an error that waiting cannot resolve is thrown at once', async () => {
  const missing = connectionTo(connection, 'no_such_database');
  await assert.rejects(waitForDatabase(missing, { log: recordingLog() }), /no_such_database/);
});

test('a server older than PostgreSQL 15 is refused by name', () => {
  assert.throws(() => requireMinVersion(14, '14.11'), /PostgreSQL 14\.11; Gable needs PostgreSQL 15/);
  assert.doesNotThrow(() => requireMinVersion(15, '15.0'));
});
