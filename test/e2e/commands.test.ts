import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';

const DATA_DIR = createDataDirectory({ after });

test('commands work alone on an empty folder, and leave no database behind', async (t) => {
  assert.equal((await runGableToEnd(t, ['migrate'], { DATA_DIR })).stdout, 'the database is up to date\n');
  const account = await runGableToEnd(t, ['account', 'create', 'Acme'], { DATA_DIR });
  assert.match(account.stdout, /^[0-9a-f-]{36}\n$/);
  await runGableToEnd(t, ['key', 'create', '--account', 'Acme', '--name', 'ci'], { DATA_DIR });
  const listed = await runGableToEnd(t, ['key', 'list', '--account', 'Acme'], { DATA_DIR });
  assert.match(listed.stdout, /\tnever used\tlive\tci\n$/);
  const revoked = await runGableToEnd(t, ['key', 'revoke', 'ci', '--account', 'Acme'], { DATA_DIR });
  assert.match(revoked.stdout, /^revoked [0-9a-f-]{36} \(ci\)\n$/);
  assert.match(
    (await runGableToEnd(t, ['key', 'list', '--account', 'Acme'], { DATA_DIR })).stdout,
    /\trevoked\tci\n$/,
  );
});

test('what a person did wrong is told in one line with an honest exit code', async (t) => {
  const told = async (...args: string[]) => {
    const { code, stdout, stderr } = await runGableToEnd(t, args, { DATA_DIR });
    assert.equal(stdout, '');
    assert.equal(stderr.split('\n').length, 2, stderr);
    return `${code} ${stderr.trim()}`;
  };
  assert.equal(await told('fly'), '2 gable: there is no command "fly". See: gable --help');
  assert.match(
    await told('account', 'create'),
    /^2 gable: NAME is missing\. Usage: gable account create NAME$/,
  );
  assert.match(await told('key', 'create'), /^2 gable: --account NAME is missing/);
  assert.match(await told('key', 'create', '--acount', 'x'), /^2 gable: Unknown option '--acount'/);
  assert.match(await told('account', 'create', 'a', 'b'), /^2 gable: "b" is one word too many/);
  assert.match(
    await told('key', 'create', '--account', 'nobody'),
    /^1 gable: there is no account called "nobody"/,
  );
});

test('unknown and invalid settings stop the start with a line each', async (t) => {
  const { code, stderr } = await runGableToEnd(t, ['serve'], { DATA_DIR, PORT: 'http', DATABASE_URI: 'x' });
  assert.equal(code, 2);
  assert.match(stderr, /DATABASE_URI in the environment is not a setting; did you mean DATABASE_URL\?/);
  assert.match(stderr, /PORT=http: must be a whole number from 0 to 65535/);
});

test('a taken port is told in one line, and nothing stays behind', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => void other.close());
  const PORT = String((other.address() as AddressInfo).port);
  const { code, stderr } = await runGableToEnd(t, ['serve'], { DATA_DIR, PORT });
  assert.equal(code, 1);
  assert.match(
    stderr,
    new RegExp(`gable: port ${PORT} is taken by another program; choose one with PORT\n$`),
  );
});

test('help teaches without a database', async (t) => {
  const general = await runGableToEnd(t, ['--help'], { DATA_DIR });
  assert.equal(general.code, 0);
  for (const words of ['serve', 'work', 'migrate', 'account create NAME', 'key revoke KEY --account NAME']) {
    assert.ok(general.stdout.includes(words), words);
  }
  const one = await runGableToEnd(t, ['key', 'create', '--help'], { DATA_DIR });
  assert.match(one.stdout, /^Usage: gable key create --account NAME/);
});
