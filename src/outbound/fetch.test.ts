import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answer,
  badChunking,
  contentLengthLie,
  drip,
  gzipBomb,
  hugeBody,
  hugeHeaders,
  informationFlood,
  raw,
  redirect,
  resetBeforeHead,
  resetMidReply,
  stallAfterHead,
  stallBeforeHead,
} from '../../test/faults/behaviours.ts';
import type { Behaviour } from '../../test/faults/exchange.ts';
import { startReceiver } from '../../test/faults/receiver.ts';
import { createOutboundClient } from './client.ts';
import { fetchOutbound, type OutboundRequest } from './fetch.ts';

const LOOPBACK = { loopback: true, ownHosts: [] };
const REQUEST = { method: 'POST', deadlineMs: 5_000, maxBytes: 1_000, body: '{}' } as const;

async function startCalling(t: { after(run: () => Promise<void>): void }, plain = false) {
  const receiver = await startReceiver({ plain });
  const outbound = createOutboundClient(LOOPBACK, { ca: receiver.authority.certificate });
  t.after(() => outbound.close());
  t.after(() => receiver.close());
  const call = (more: Partial<OutboundRequest> = {}, path = '/hook') =>
    fetchOutbound(outbound, `${receiver.url}${path}`, { ...REQUEST, ...more });
  return { receiver, call };
}

const summarize = (outcome: Awaited<ReturnType<typeof fetchOutbound>>): string =>
  outcome.ok ? `status ${outcome.value.status}` : outcome.failure.kind;

test('a call returns status, headers and the bytes of the body', async (t) => {
  const { receiver, call } = await startCalling(t);
  receiver.next(answer(201, { headers: { 'x-kept': 'yes' }, body: 'thé' }));
  const outcome = await call({ headers: { 'x-sent': '1' }, body: 'Été' });
  assert.ok(outcome.ok);
  assert.equal(outcome.value.status, 201);
  assert.equal(outcome.value.headers['x-kept'], 'yes');
  assert.equal(outcome.value.body.toString(), 'thé');
  assert.equal(outcome.value.truncated, false);
  assert.equal(receiver.requests[0]?.headers['x-sent'], '1');
  assert.equal(receiver.requests[0]?.body.toString(), 'Été');
});

test('calls to one host share pooled connections', async (t) => {
  const { receiver, call } = await startCalling(t);
  for (let sent = 0; sent < 20; sent++) assert.equal(summarize(await call()), 'status 204');
  // The next call may start before the pool knows that the first connection is free.
  assert.ok(receiver.counts.connections <= 2);
});

test('a host on which hundreds of calls hang still answers the next one', async (t) => {
  const { receiver, call } = await startCalling(t, true);
  receiver.when(({ url }) => url === '/hangs', stallBeforeHead());
  const giveUp = new AbortController();
  const hanging = Array.from({ length: 300 }, () =>
    call({ deadlineMs: 60_000, signal: giveUp.signal }, '/hangs'),
  );
  await receiver.received(300, { within: 30_000 });
  assert.equal(summarize(await call({ deadlineMs: 30_000 })), 'status 204');
  giveUp.abort();
  assert.deepEqual(new Set((await Promise.all(hanging)).map(summarize)), new Set(['cancelled']));
});

test('a reply that arrived while this process was busy is not late', async (t) => {
  const { receiver, call } = await startCalling(t, true);
  assert.equal(summarize(await call()), 'status 204');
  const replying = Promise.withResolvers<void>();
  receiver.next(({ response }) => {
    response.writeHead(204).end();
    replying.resolve();
  });
  const outcome = call({ deadlineMs: 300 });
  await replying.promise;
  const busyUntil = performance.now() + 400;
  while (performance.now() < busyUntil);
  assert.equal(summarize(await outcome), 'status 204');
});

test('a redirect is a reply like any other; its target is never called', async (t) => {
  const { receiver, call } = await startCalling(t);
  const elsewhere = await startReceiver({ plain: true });
  t.after(() => elsewhere.close());
  for (const status of [301, 302, 307, 308]) {
    receiver.next(redirect(elsewhere.url, status), redirect('/again', status));
    assert.equal(summarize(await call()), `status ${status}`);
    assert.equal(summarize(await call()), `status ${status}`);
  }
  assert.equal(elsewhere.counts.connections, 0);
  assert.equal(receiver.requests.length, 8);
});

test('each way a reply can go wrong has its kind, and the next call is well', async (t) => {
  const { receiver, call } = await startCalling(t);
  const cases: [Behaviour, string][] = [
    [badChunking(), 'invalid reply'],
    [contentLengthLie({ promised: 100, sent: 5 }), 'invalid reply'],
    [hugeHeaders(100_000), 'invalid reply'],
    [raw('hello\r\n\r\n'), 'invalid reply'],
    [raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), 'invalid reply'],
    [resetMidReply(), 'invalid reply'],
    [resetBeforeHead(), 'connect'],
  ];
  for (const [behaviour, kind] of cases) {
    receiver.next(behaviour);
    assert.equal(summarize(await call()), kind, `case ${cases.findIndex((one) => one[0] === behaviour)}`);
    assert.equal(summarize(await call()), 'status 204');
  }
  receiver.next(informationFlood(10_000));
  assert.match(summarize(await call()), /^(status 204|invalid reply|connect)$/);
});

/** A busy machine needs a part of it to connect. */
const DEADLINE_MS = 600;

test('the deadline covers the last byte of the reply, and the connection is closed', async (t) => {
  const { receiver, call } = await startCalling(t);
  // Beside other tests a first call takes longer than a deadline of this test.
  await call();
  for (const behaviour of [stallBeforeHead(), stallAfterHead(), drip('x'.repeat(1_000), 50)]) {
    receiver.next(behaviour);
    const began = performance.now();
    assert.equal(summarize(await call({ deadlineMs: DEADLINE_MS })), 'timeout');
    assert.ok(performance.now() - began < 20_000, 'the reply would take 50 s');
  }
  receiver.next(stallAfterHead(200));
  const outcome = await call({ deadlineMs: DEADLINE_MS });
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.status, 200);
  const leaving = new AbortController();
  receiver.next(stallBeforeHead());
  const given = call({ signal: leaving.signal });
  await receiver.received(6);
  leaving.abort();
  assert.equal(summarize(await given), 'cancelled');
});

test('a huge or compressed reply is truncated, and never decompressed', async (t) => {
  const { receiver, call } = await startCalling(t);
  for (const behaviour of [hugeBody(500_000_000), gzipBomb(50_000_000)]) {
    receiver.next(behaviour);
    const before = process.memoryUsage().rss;
    const outcome = await call();
    assert.ok(outcome.ok);
    assert.deepEqual(
      [outcome.value.status, outcome.value.body.length, outcome.value.truncated],
      [200, 1_000, true],
    );
    assert.ok(process.memoryUsage().rss - before < 40_000_000);
  }
});

test('a certificate that cannot be trusted is refused with its reason', async (t) => {
  const { receiver } = await startCalling(t);
  for (const [kind, message] of [
    ['expired', 'the certificate has expired'],
    ['wrong-name', 'the certificate is for another name'],
    ['self-signed', 'the certificate is self-signed'],
    ['old-protocol', 'TLS 1.2 or later is needed'],
  ] as const) {
    await receiver.present(kind);
    const outbound = createOutboundClient(LOOPBACK, { ca: receiver.authority.certificate });
    t.after(() => outbound.close());
    const outcome = await fetchOutbound(outbound, receiver.url, REQUEST);
    assert.deepEqual(outcome, { ok: false, failure: { kind: 'tls', message } });
  }
  assert.equal(receiver.requests.length, 0);
});

test('a closed port is a failed connection, and headers cannot be injected', async (t) => {
  const { receiver, call } = await startCalling(t, true);
  assert.equal(summarize(await call({}, '/a%0d%0ax-evil:%201?q=%0d%0a')), 'status 204');
  assert.equal(receiver.requests[0]?.url, '/a%0d%0ax-evil:%201?q=%0d%0a');
  assert.equal(receiver.requests[0]?.headers['x-evil'], undefined);
  assert.equal(summarize(await call({ headers: { 'x-a': 'b\r\nx-evil: 1' } })), 'internal');
  await receiver.refuse();
  assert.equal(summarize(await call()), 'connect');
});
