import assert from 'node:assert/strict';
import { once } from 'node:events';
import https from 'node:https';
import { type TestContext, test } from 'node:test';
import { answer, drip, hugeBody, stallAfterHead, stallBeforeHead } from './behaviours.ts';
import { send } from './client.ts';
import { MovableClock } from './movable-clock.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts';

test('every request is recorded as received: bytes, headers, time of arrival', async (t) => {
  const clock = new MovableClock('2026-03-01T12:00:00Z');
  const receiver = await receiverFor(t, { clock });
  const body = Buffer.from([0, 255, 13, 10, 128]);
  await send(receiver, { method: 'POST', path: '/hook?a=1', headers: { 'X-Signature': 'abc' }, body });
  await clock.advance({ minutes: 5 });
  await send(receiver, { path: '/second' });
  const [first, second] = await receiver.received(2);
  assert.ok(first && second);
  assert.deepEqual([first.method, first.url, first.complete], ['POST', '/hook?a=1', true]);
  assert.deepEqual(first.body, body);
  assert.equal(first.headers['x-signature'], 'abc');
  assert.ok(first.rawHeaders.includes('X-Signature'));
  assert.equal(first.arrivedAt.toISOString(), '2026-03-01T12:00:00.000Z');
  assert.equal(second.arrivedAt.toISOString(), '2026-03-01T12:05:00.000Z');
});

test('a request whose client left early is recorded as incomplete', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(answer(503));
  const headers = { 'content-length': 100 };
  const request = https.request(receiver.url, {
    ca: receiver.authority.certificate,
    method: 'POST',
    headers,
  });
  request.on('error', () => {});
  await new Promise((resolve) => request.write('only this', resolve));
  request.destroy();
  const [cut] = await receiver.received(1);
  assert.deepEqual([cut?.complete, cut?.body.toString()], [false, 'only this']);
  assert.equal((await send(receiver)).status, 503, 'the behaviour waits for a request that is whole');
});

test('many requests may share one connection', async (t) => {
  const receiver = await receiverFor(t);
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on('warning', warned);
  t.after(() => process.off('warning', warned));
  const agent = new https.Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  for (let n = 0; n < 20; n++) await answered(receiver, agent);
  assert.equal(receiver.counts.connections, 1);
  assert.equal(receiver.requests.length, 20);
  assert.deepEqual(warnings, []);
});

test('waiting for missing requests fails with the number received', async (t) => {
  const receiver = await receiverFor(t);
  await send(receiver);
  const waiting = receiver.received(2, { within: 10 });
  await assert.rejects(waiting, /2 requests \(there were 1\) did not come within 10 ms/);
});

test('behaviours apply in order: the next one, the latest matching rule, the default', async (t) => {
  const receiver = await receiverFor(t);
  const status = async (path: string) => (await send(receiver, { path })).status;
  assert.equal(await status('/'), 204);
  receiver.otherwise(answer(200));
  receiver.when(({ url }) => url.startsWith('/a'), answer(500));
  receiver.when(({ url }) => url === '/ab', answer(501));
  receiver.next(answer(410), answer(411));
  const statuses = [];
  for (const path of ['/a', '/', '/', '/a', '/ab']) statuses.push(await status(path));
  assert.deepEqual(statuses, [410, 411, 200, 500, 501]);
});

test('a receiver that refuses is unreachable until it accepts again on the same port', async (t) => {
  const receiver = await receiverFor(t);
  const { url } = receiver;
  receiver.next(stallBeforeHead());
  const cut = send(receiver);
  await receiver.received(1);
  await receiver.refuse();
  assert.equal((await cut).error, 'ECONNRESET');
  assert.equal((await send(receiver)).error, 'ECONNREFUSED');
  await receiver.accept();
  assert.equal(receiver.url, url);
  assert.equal((await send(receiver)).status, 204);
});

test('each faulty certificate fails the handshake, and a valid one is accepted again', async (t) => {
  const receiver = await receiverFor(t);
  const outcomes: Record<string, unknown> = {};
  for (const kind of ['expired', 'wrong-name', 'self-signed', 'old-protocol', 'valid'] as const) {
    await receiver.present(kind);
    const { error, status } = await send(receiver);
    outcomes[kind] = error ?? status;
  }
  assert.deepEqual(outcomes, {
    expired: 'CERT_HAS_EXPIRED',
    'wrong-name': 'ERR_TLS_CERT_ALTNAME_INVALID',
    'self-signed': 'DEPTH_ZERO_SELF_SIGNED_CERT',
    'old-protocol': 'EPROTO',
    valid: 204,
  });
  assert.equal(receiver.requests.length, 1);
});

test('a receiver may have another name', async (t) => {
  const receiver = await receiverFor(t, { names: ['hooks.example'] });
  assert.equal((await send(receiver, { servername: 'hooks.example' })).status, 204);
  assert.equal((await send(receiver)).error, 'ERR_TLS_CERT_ALTNAME_INVALID');
});

test('plain HTTP is an option', async (t) => {
  const receiver = await receiverFor(t, { plain: true });
  assert.match(receiver.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await send(receiver)).status, 204);
  await assert.rejects(receiver.present('expired'), /plain receiver/);
});

test('closing ends every exchange with any behaviour, and is idempotent', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(stallBeforeHead(), stallAfterHead(), drip('x'.repeat(1_000), 1_000), hugeBody(1e12));
  const sending = [1, 2, 3, 4].map(() => send(receiver));
  await receiver.received(4);
  await receiver.close();
  for (const outcome of await Promise.all(sending)) assert.equal(outcome.error, 'ECONNRESET');
  assert.equal(receiver.counts.open, 0);
  await receiver.close();
});

async function receiverFor(t: TestContext, options?: ReceiverOptions): Promise<Receiver> {
  const receiver = await startReceiver(options);
  t.after(() => receiver.close());
  return receiver;
}

/** Reads the reply to its end and, unlike send(), leaves the connection to its agent. */
async function answered(receiver: Receiver, agent: https.Agent): Promise<void> {
  const request = https.get(receiver.url, { ca: receiver.authority.certificate, agent });
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'close');
}
