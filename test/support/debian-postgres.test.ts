import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asAdministrator } from './database-server.ts';
import { debianPostgresMissing, startDebianPostgres, startStandby } from './debian-postgres.ts';

const value = (url: string, question: string): Promise<unknown> =>
  asAdministrator({ connectionString: url }, async (client) =>
    Object.values((await client.query(question)).rows[0] ?? {}).at(0),
  );

test('a server of the distribution has jit on, and its standby replicates', {
  skip: debianPostgresMissing(),
}, async (t) => {
  const primary = await startDebianPostgres();
  t.after(() => primary.remove());
  assert.equal(await value(primary.url, 'select pg_jit_available()'), true);
  assert.equal(await value(primary.url, 'select rolsuper from pg_roles where rolname = current_user'), false);
  const standby = await startStandby(primary);
  t.after(() => standby.remove());
  assert.equal(await value(standby.url, 'select pg_is_in_recovery()'), true);
  await primary.stop('immediate');
  await primary.start();
  assert.equal(await value(primary.url, 'select pg_is_in_recovery()'), false);
});
