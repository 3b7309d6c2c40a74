import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { emptyDatabase } from '../../test/support/database.ts';
import { firstRow, sql } from './sql.ts';

const { db } = await emptyDatabase({ after });
await db.rows(sql`create table copied (number integer)`);

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const copy = (rows: string) =>
  db.transaction((bulk) => bulk.copy('copy copied from stdin', Buffer.from(rows)));

test('a finished copy leaves no timer, which would hold its rows and the process', async () => {
  await copy('1\n');
  const before = timers();
  for (let at = 0; at < 5; at += 1) await copy(`${at}\n`);
  assert.ok(timers() <= before, `${timers()} timers, ${before} before`);
  assert.deepEqual(await firstRow(db, sql`select count(*)::integer as count from copied`), { count: 6 });
});

test('a failed copy has its error, leaves no timer and affects no later one', async () => {
  const before = timers();
  await assert.rejects(copy('no number\n'), /invalid input syntax for type integer/);
  await assert.rejects(
    db.transaction((bulk) => bulk.copy('copy nowhere from stdin', Buffer.from('1\n'))),
    /nowhere/,
  );
  assert.ok(timers() <= before, `${timers()} timers, ${before} before`);
  await copy('7\n');
});
