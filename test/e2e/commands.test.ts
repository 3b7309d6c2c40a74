import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createAccount } from '../../src/accounts/accounts.ts';
import { listActions } from '../../src/audit/audit-log.ts';
import { formatNames } from '../../src/ingest/format-names.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';

const DATA_DIR = createDataDirectory({ after });

test('commands run on an empty directory, and leave no database running', async (t) => {
  assert.equal((await runGableToEnd(t, ['migrate'], { DATA_DIR })).stdout, 'the database is up to date\n');
  const account = await runGableToEnd(t, ['account', 'create', 'Acme'], { DATA_DIR });
  assert.match(account.stdout, /^[0-9a-f-]{36}\n$/);
  const create = ['key', 'create', '--account', 'Acme', '--name', 'ci', '--scope', 'alerts'];
  await runGableToEnd(t, create, { DATA_DIR });
  const listed = await runGableToEnd(t, ['key', 'list', '--account', 'Acme'], { DATA_DIR });
  assert.match(listed.stdout, /\tnever used\tlive, alerts only\tci\n$/);
  const revoked = await runGableToEnd(t, ['key', 'revoke', 'ci', '--account', 'Acme'], { DATA_DIR });
  assert.match(revoked.stdout, /^revoked [0-9a-f-]{36} \(ci\)\n$/);
  assert.match(
    (await runGableToEnd(t, ['key', 'list', '--account', 'Acme'], { DATA_DIR })).stdout,
    /\trevoked\tci\n$/,
  );
  const json = await runGableToEnd(t, ['key', 'list', '--account', 'Acme', '--json'], { DATA_DIR });
  const { name, scope, revokedAt } = JSON.parse(json.stdout);
  assert.deepEqual([name, scope], ['ci', 'ALERTS']);
  assert.match(revokedAt, /^\d{4}-\d\d-\d\dT/);
});

test('a wrong call is one line on standard error, with exit code 2 for usage and 1 for failure', async (t) => {
  const failure = async (...args: string[]) => {
    const { code, stdout, stderr } = await runGableToEnd(t, args, { DATA_DIR });
    assert.equal(stdout, '');
    assert.equal(stderr.split('\n').length, 2, stderr);
    return `${code} ${stderr.trim()}`;
  };
  assert.equal(await failure('fly'), '2 gable: there is no command "fly". See: gable --help');
  assert.equal(await failure('key'), '2 gable: there is no command "key". See: gable key --help');
  assert.match(
    await failure('account', 'create'),
    /^2 gable: NAME is missing\. Usage: gable account create NAME$/,
  );
  assert.match(await failure('key', 'create'), /^2 gable: --account NAME is missing/);
  const bot = ['key', 'create', '--account', 'x', '--scope'] as const;
  assert.equal(await failure(...bot, 'all'), '2 gable: --scope takes one of read, alerts, full');
  assert.match(await failure(...bot, 'alerts', '--operator'), /^2 gable: a key with --operator has/);
  assert.match(
    await failure(...bot, 'full', '--read-only'),
    /^2 gable: --read-only is short for --scope read/,
  );
  assert.match(await failure('key', 'create', '--acount', 'x'), /^2 gable: Unknown option '--acount'/);
  assert.match(await failure('account', 'create', 'a', 'b'), /^2 gable: unexpected argument "b"\./);
  assert.match(
    await failure('key', 'create', '--account', 'nobody'),
    /^1 gable: there is no account called "nobody"/,
  );
});

test('unknown and invalid settings are one line each', async (t) => {
  const { code, stderr } = await runGableToEnd(t, ['serve'], { DATA_DIR, PORT: 'http', DATABASE_URI: 'x' });
  assert.equal(code, 2);
  assert.match(stderr, /DATABASE_URI in the environment is not a setting; did you mean DATABASE_URL\?/);
  assert.match(stderr, /PORT=http: must be a whole number from 0 to 65535/);
});

test('a command that changes an account is in its audit log', async (t) => {
  const { db, connection } = await freshDatabase(t);
  const account = await createAccount(db, systemClock, 'Acme');
  const settings = { DATA_DIR, DATABASE_URL: databaseUrl(connection) };
  const { stdout } = await runGableToEnd(t, ['account', 'credits', 'Acme', '--add', '5'], settings);
  assert.equal(stdout, '5\n');
  const { rows } = await listActions(db, account?.accountId ?? '', 1);
  assert.deepEqual(
    rows.map(({ action, target, apiKeyId, personId }) => [action, target, apiKeyId, personId]),
    [['account credits', '--add 5', null, null]],
  );
});

test('regions are added and listed; a move is refused where it cannot be', async (t) => {
  const { connection } = await freshDatabase(t);
  const run = (...args: string[]) =>
    runGableToEnd(t, args, { DATA_DIR, DATABASE_URL: databaseUrl(connection), LOG_LEVEL: 'warn' });
  assert.match(
    (await run('region', 'add', 'spain', '--countries', 'ES,PT')).stdout,
    /^region spain is added/,
  );
  assert.equal((await run('region', 'list')).stdout, 'public\t-\t-\nspain\tES,PT\t-\n');
  const again = await run('region', 'add', 'iberia', '--countries', 'PT');
  assert.match(again.stderr, /a country or division is of the region "spain" already/);
  assert.match((await run('region', 'move', 'spain', 'localhost:1')).stderr, /this PostgreSQL is one node/);
});

test('a port in use is one line, and nothing keeps running', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => void other.close());
  const PORT = String((other.address() as AddressInfo).port);
  const { code, stderr } = await runGableToEnd(t, ['serve'], { DATA_DIR, PORT });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`gable: port ${PORT} is in use; choose another with PORT\n`));
});

test('help and version need no database', async (t) => {
  const general = await runGableToEnd(t, ['--help'], { DATA_DIR });
  assert.equal(general.code, 0);
  for (const words of ['serve', 'work', 'migrate', 'account create NAME', 'key revoke KEY --account NAME']) {
    assert.ok(general.stdout.includes(words), words);
  }
  const one = await runGableToEnd(t, ['key', 'create', '--help'], { DATA_DIR });
  assert.match(
    one.stdout,
    /^Usage: gable key create --account NAME.*\n\nCreate an API key, printed once\.\n/,
  );
  const group = await runGableToEnd(t, ['feed', '--help'], { DATA_DIR });
  assert.deepEqual(
    [...group.stdout.matchAll(/^ {2}feed (\w+)/gm)].map(([, word]) => word),
    ['add', 'list', 'show', 'run', 'remove'],
  );
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  assert.equal((await runGableToEnd(t, ['--version'], { DATA_DIR })).stdout, `gable ${version}\n`);
});

test('the help of feeds lists every format', async (t) => {
  for (const words of [['ingest'], ['feed', 'add']]) {
    const { stdout } = await runGableToEnd(t, [...words, '--help'], { DATA_DIR });
    assert.ok(stdout.includes(formatNames.join(', ')), stdout);
  }
});
