import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { startReceiver } from '../../test/faults/receiver.ts';
import { createOutboundClient } from './client.ts';
import { fetchOutbound } from './fetch.ts';
import type { ResolveHost } from './resolve.ts';
import { STRICT_POLICY } from './url.ts';

const PUBLIC = '93.184.216.34';
const ASKING = { method: 'POST', deadlineMs: 10_000, maxBytes: 1_000, body: '{}' } as const;

/** No packet is sent: every IP address that would be dialled is recorded, and the dial fails. */
function watched(resolve: ResolveHost, policy = STRICT_POLICY) {
  const dialled: string[] = [];
  const outbound = createOutboundClient(policy, {
    resolve,
    dial: ({ addresses }) => {
      dialled.push(...addresses);
      const socket = new Socket();
      setImmediate(() => socket.destroy(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
      return socket;
    },
  });
  const failureOf = async (url: string): Promise<string> => {
    const outcome = await fetchOutbound(outbound, url, ASKING);
    return outcome.ok
      ? `status ${outcome.value.status}`
      : `${outcome.failure.kind}: ${outcome.failure.message}`;
  };
  return { dialled, failureOf, outbound };
}

const REFUSED = 'blocked: address not allowed';

test('a name is refused when any of its IP addresses is not allowed, and nothing is dialled', async (t) => {
  for (const answer of [
    ...[['127.0.0.1'], ['::1'], [PUBLIC, '10.0.0.1'], ['2606:4700::1111', 'fe80::1'], ['168.63.129.16']],
    ...[['::ffff:127.0.0.1'], ['64:ff9b::7f00:1'], ['169.254.169.254'], ['not an address'], [PUBLIC, '']],
  ]) {
    const { dialled, failureOf, outbound } = watched(async () => answer);
    t.after(() => outbound.close());
    assert.equal(await failureOf('https://hooks.example.com/'), REFUSED, answer.join());
    assert.deepEqual(dialled, []);
  }
});

test('a name that changes its IP address a thousand times between check and use never reaches loopback', async (t) => {
  let asked = 0;
  const { dialled, failureOf, outbound } = watched(async () => [asked++ % 2 === 0 ? PUBLIC : '127.0.0.1']);
  t.after(() => outbound.close());
  const failures = new Map<string, number>();
  for (let round = 0; round < 1_000; round++) {
    const failed = await failureOf('https://hooks.example.com/');
    failures.set(failed, (failures.get(failed) ?? 0) + 1);
  }
  assert.deepEqual(
    [...failures],
    [
      ['connect: the connection was refused', 500],
      [REFUSED, 500],
    ],
  );
  assert.deepEqual(new Set(dialled), new Set([PUBLIC]));
});

test('the IP addresses dialled are exactly those that were checked', async (t) => {
  const { dialled, failureOf, outbound } = watched(async () => [PUBLIC, '2606:4700::1111']);
  t.after(() => outbound.close());
  await failureOf('https://hooks.example.com/');
  assert.deepEqual(dialled, [PUBLIC, '2606:4700::1111']);
});

test('an IP literal is checked though no name is resolved', async (t) => {
  const { dialled, failureOf, outbound } = watched(async () => assert.fail('nothing to resolve'));
  t.after(() => outbound.close());
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '10.0.0.1']) {
    assert.match(await failureOf(`https://${host}/`), /^blocked: /);
  }
  assert.deepEqual(dialled, []);
  // Even past the check of the text, as a name of the agent would be.
  const agent = await outbound.agent();
  await assert.rejects(agent.request({ origin: 'https://127.0.0.1', path: '/', method: 'GET' }), {
    message: 'address not allowed',
  });
  assert.deepEqual(dialled, []);
});

test('a socket with another peer than was checked is closed before a byte is sent', async (t) => {
  const receiver = await startReceiver({ plain: true });
  t.after(() => receiver.close());
  const outbound = createOutboundClient(STRICT_POLICY, {
    resolve: async () => [PUBLIC],
    dial: () => new Socket().connect(receiver.port, '127.0.0.1'),
  });
  t.after(() => outbound.close());
  const outcome = await fetchOutbound(outbound, 'https://hooks.example.com/', ASKING);
  assert.deepEqual(outcome, {
    ok: false,
    failure: { kind: 'blocked', message: 'address not allowed' },
  });
  assert.equal(receiver.requests.length, 0);
});

test('a silent resolver, a name without IP addresses and one with ten thousand fail within five seconds', async (t) => {
  const never = watched(() => new Promise(() => undefined));
  const none = watched(async () => []);
  const many = watched(async () => Array.from({ length: 10_000 }, () => PUBLIC));
  for (const { outbound } of [never, none, many]) t.after(() => outbound.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const silent = never.failureOf('https://hooks.example.com/');
  await new Promise(setImmediate);
  t.mock.timers.tick(5_000);
  assert.equal(await silent, 'timeout: the host name does not resolve in time');
  t.mock.timers.reset();
  assert.equal(await none.failureOf('https://hooks.example.com/'), 'dns: the host name does not resolve');
  assert.match(await many.failureOf('https://hooks.example.com/'), /too many addresses/);
  assert.deepEqual([...never.dialled, ...none.dialled, ...many.dialled], []);
});
