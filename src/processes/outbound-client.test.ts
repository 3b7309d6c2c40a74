import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOutboundPolicy, openOutboundClient } from './outbound-client.ts';

const settings = {
  OUTBOUND_LOOPBACK: 'off',
  DATABASE_URL: undefined,
  BASE_URL: undefined,
  CONSOLE_URL: undefined,
} as const;

test('loopback is refused by default, and always with DATABASE_URL', () => {
  assert.equal(createOutboundPolicy(settings).loopback, false);
  assert.equal(createOutboundPolicy({ ...settings, OUTBOUND_LOOPBACK: 'on' }).loopback, true);
  assert.equal(
    createOutboundPolicy({ ...settings, OUTBOUND_LOOPBACK: 'on', DATABASE_URL: 'postgres://a@b/c' }).loopback,
    false,
  );
});

test('our own hosts are never called', () => {
  const withUrls = {
    ...settings,
    BASE_URL: 'https://api.gable.example',
    CONSOLE_URL: 'https://console.gable.example:8443',
  };
  assert.deepEqual(createOutboundPolicy(withUrls).ownHosts, [
    'api.gable.example:443',
    'console.gable.example:8443',
  ]);
});

test('the exception is logged as a warning, also when it is ignored', async () => {
  for (const [DATABASE_URL, expected] of [
    [undefined, /^DEVELOPMENT ONLY/],
    ['postgres://a@b/c', /ignored/],
  ] as const) {
    const log = createMemoryLog();
    await openOutboundClient({ ...settings, OUTBOUND_LOOPBACK: 'on', DATABASE_URL }, log).close();
    assert.deepEqual(
      log.kept.map(({ level }) => level),
      ['warn'],
    );
    assert.match(log.kept[0]?.message ?? '', expected);
  }
});
