import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../test/faults/until.ts';
import { emptyDatabase } from '../../test/support/database.ts';
import { recordingLog } from '../../test/support/log.ts';
import { listen } from './listen.ts';
import { sql } from './sql.ts';

const { db, connection } = await emptyDatabase({ after });

test('hints arrive, also after the listening session was cut, and each return is itself a hint', async () => {
  const log = recordingLog();
  const stop = new AbortController();
  const hints: string[] = [];
  const onHint = (channel: string, payload: string) => void hints.push(`${channel} ${payload}`);
  const listening = listen(connection, { channels: ['Change'], log, signal: stop.signal, onHint });
  await until(() => hints.length === 1);
  await db.rows(sql`select pg_notify(${'Change'}, ${'1'})`);
  await until(() => hints.length === 2);
  await db.rows(sql`select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and application_name = 'gable listen'`);
  await until(() => hints.length === 3);
  await db.rows(sql`select pg_notify(${'Change'}, ${'2'})`);
  await until(() => hints.length === 4);
  stop.abort();
  await listening;
  assert.deepEqual(hints, ['Change ', 'Change 1', 'Change ', 'Change 2']);
  assert.deepEqual(log.lines, [
    'warn: not listening to the database',
    'info: listening to the database again',
  ]);
});
