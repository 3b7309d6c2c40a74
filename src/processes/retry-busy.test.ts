import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import type { Log } from '../lib/log.ts';
import { retryWhileBusy } from './retry-busy.ts';

const { db } = await freshDatabase({ after }, { statementTimeoutMs: 100 });

const createRecordingLog = () => {
  const lines: { message: string; fields: object }[] = [];
  const record = (fields: object, message: string): void => void lines.push({ fields, message });
  return { lines, log: { info: record, warn: record, error: record } as Log };
};

test('a step of the start-up that timed out is run again, with a message and no stack', async () => {
  const { lines, log } = createRecordingLog();
  let tries = 0;
  const step = () => {
    tries += 1;
    return db.rows(tries < 3 ? sql`select pg_sleep(60)` : sql`select 1`);
  };
  await retryWhileBusy(step, { log, signal: new AbortController().signal });
  assert.equal(tries, 3);
  assert.deepEqual(
    lines.map(({ message }) => message),
    Array(2).fill(
      'the database does not answer in time: this machine is busy. Retrying until it does; ending other programs helps',
    ),
  );
  assert.doesNotMatch(JSON.stringify(lines), /\\n +at /);
});

test('other errors and an aborted signal are thrown at once', async () => {
  const { lines, log } = createRecordingLog();
  const wrong = () => db.rows(sql`select 1 / 0`);
  await assert.rejects(retryWhileBusy(wrong, { log, signal: new AbortController().signal }), /division/);
  const slow = () => db.rows(sql`select pg_sleep(60)`);
  await assert.rejects(retryWhileBusy(slow, { log, signal: AbortSignal.abort() }), /abort/i);
  assert.deepEqual(lines, []);
});
