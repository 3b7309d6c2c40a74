import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

const faults = (environment: NodeJS.ProcessEnv, file = {}) => {
  const read = readSettings(environment, file);
  return 'faults' in read ? read.faults : [];
};

test('without values every setting has its default', () => {
  const read = readSettings({ PATH: '/bin', HOME: '/home/ada' }, {});
  assert.ok('settings' in read);
  assert.equal(read.settings.PORT, 8080);
  assert.equal(read.settings.DATABASE_URL, undefined);
  assert.deepEqual(read.settings.TRUSTED_PROXIES, []);
});

test('the environment overrides .env', () => {
  const read = readSettings({ PORT: '1' }, { PORT: '2', HOST: '::1' });
  assert.ok('settings' in read);
  assert.equal(read.settings.PORT, 1);
  assert.equal(read.settings.HOST, '::1');
});

test('an unknown name in .env and a mistyped one in the environment are named', () => {
  assert.deepEqual(faults({}, { COLOUR: 'red' }), ['COLOUR in .env is not a setting']);
  for (const name of ['DATABASE_URI', 'DATABSE_URL', 'DATA_DIRS', 'ATABASE_URL', 'DATABASE_ULR']) {
    assert.match(
      faults({ [name]: 'x' })[0] ?? '',
      /is not a setting; did you mean DATA(BASE_URL|_DIR)\?/,
      name,
    );
  }
});

test('unrelated variables are ignored', () => {
  assert.deepEqual(faults({ HOME: '/root', HOSTNAME: 'x', PORTS: '1', NODE_ENV: 'test', LOGNAME: 'x' }), []);
});

test('every invalid value is reported, in one line each', () => {
  assert.deepEqual(
    faults({ PORT: '70000', DEMO: 'yes', BASE_URL: 'example.com', DATABASE_URL: 'mysql://x' }),
    [
      'PORT=70000: must be a whole number from 0 to 65535.',
      'DATABASE_URL: must look like postgres://user:password@host:5432/database.',
      'BASE_URL: must be an http or https URL.',
      'DEMO=yes: must be one of , on, off.',
    ],
  );
});

test('a malformed URL is not repeated in the error, because it may contain a password', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'SMTP_URL', 'BASE_URL', 'CONSOLE_URL']) {
    for (const value of [
      'postgres:/gable:hush@db/gable',
      'postgres//gable:hush@db/gable',
      'postgresql://gable:hu/hush@db/gable',
      'postgres://gable:123#hush@db/gable',
      'postgres://gable:hush%zz@db/gable',
      'smtp:/gable:hush@mail',
      'smtps://gable:12#hush@mail',
      'smtps://gable:hush%@mail',
      'ftp://gable:hush@x',
      'gable:hush@x',
    ]) {
      const found = faults({ [name]: value });
      assert.equal(found.length, 1, `${name}=${value}`);
      assert.ok(!found.join().includes('hush'), found.join());
    }
  }
});
