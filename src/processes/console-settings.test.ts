import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSingleUser } from './console-settings.ts';
import { readSettings, type Settings } from './settings.ts';

const settingsOf = (environment: Record<string, string>): Settings => {
  const read = readSettings(environment, {});
  assert.ok('settings' in read, JSON.stringify(read));
  return read.settings;
};

const provider = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://id.acme.example',
  clientId: 'a',
  clientSecret: 'hush',
};

test('local sign-in is on only when other machines cannot connect, unless configured', () => {
  assert.equal(isSingleUser(settingsOf({})), true);
  for (const environment of [
    { HOST: '0.0.0.0' },
    { BASE_URL: 'https://api.gable.example' },
    { CONSOLE_URL: 'http://gable.example/console' },
    { DATABASE_URL: 'postgres://gable@db/gable' },
    { SIGN_IN_PROVIDERS: JSON.stringify([provider]) },
    { LOCAL_SIGN_IN: 'off' },
  ]) {
    assert.equal(isSingleUser(settingsOf(environment)), false, JSON.stringify(environment));
  }
  assert.equal(isSingleUser(settingsOf({ HOST: '0.0.0.0', LOCAL_SIGN_IN: 'on' })), true);
});

test('an invalid provider is an error that does not show its secret', () => {
  for (const wrong of [
    { ...provider, issuer: 'http://id.acme.example' },
    { ...provider, id: 'local' },
    { ...provider, clientId: '' },
    { ...provider, scope: 'all' },
  ]) {
    const read = readSettings({ SIGN_IN_PROVIDERS: JSON.stringify([wrong]) }, {});
    assert.ok('faults' in read && read.faults.length === 1);
    assert.ok(!read.faults[0]?.includes('hush'), read.faults[0]);
  }
});
