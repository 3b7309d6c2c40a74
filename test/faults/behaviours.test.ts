import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as timer } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
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
} from './behaviours.ts';
import { begin, send, textOf } from './client.ts';
import type { Behaviour } from './exchange.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './receiver.ts';
import { until } from './until.ts';

/** Long enough for many round trips on loopback. */
const QUIET_MS = 30;

test('an answer has its status, headers and body, and a redirect its location', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(answer(503, { headers: { 'retry-after': '120' }, body: 'later' }), redirect('/else', 307));
  const busy = await send(receiver);
  assert.deepEqual([busy.status, busy.headers['retry-after'], textOf(busy)], [503, '120', 'later']);
  const moved = await send(receiver);
  assert.deepEqual([moved.status, moved.headers.location], [307, '/else']);
});

test('a stall before the headers sends nothing, and notices that the client leaves', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(stallBeforeHead());
  const client = begin(receiver);
  await receiver.received(1);
  await timer(QUIET_MS);
  assert.deepEqual([client.outcome.status, client.outcome.error], [undefined, undefined]);
  client.leave();
  await until(() => receiver.counts.open === 0);
});

test('a stall after the headers sends only the headers', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(stallAfterHead(202));
  const client = begin(receiver);
  await until(() => client.outcome.status === 202);
  await timer(QUIET_MS);
  assert.deepEqual([client.outcome.pieces.length, client.outcome.error], [0, undefined]);
  client.leave();
  await until(() => receiver.counts.open === 0);
});

test('a drip sends byte by byte, and stops when the client leaves', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(drip('slow', 5), drip('x'.repeat(1_000), 5));
  const slow = await send(receiver);
  assert.equal(textOf(slow), 'slow');
  assert.ok(slow.pieces.length > 1, 'the first bytes came before the last');
  const client = begin(receiver);
  await until(() => client.outcome.pieces.length > 3);
  client.leave();
  assert.ok(textOf(client.outcome).length < 1_000);
  await until(() => receiver.counts.open === 0);
});

test('a huge body is streamed completely, and stops when the client leaves', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(hugeBody(3_000_001), hugeBody(1e12));
  const whole = await send(receiver);
  assert.equal(Buffer.concat(whole.pieces).length, 3_000_001);
  assert.equal(whole.headers['content-length'], undefined);
  const client = begin(receiver);
  await until(() => client.outcome.pieces.length > 3);
  client.leave();
  await until(() => receiver.counts.open === 0);
});

test('a gzip bomb is a thousand times smaller on the wire', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(gzipBomb(5_000_000));
  const { headers, pieces } = await send(receiver);
  const body = Buffer.concat(pieces);
  assert.equal(headers['content-encoding'], 'gzip');
  assert.ok(body.length < 6_000);
  assert.equal(gunzipSync(body).length, 5_000_000);
});

test('a malformed reply fails the client in the way it is malformed', async (t) => {
  const receiver = await receiverFor(t);
  const cases: [Behaviour, string][] = [
    [badChunking(), 'HPE_INVALID_CHUNK_SIZE'],
    [contentLengthLie({ promised: 100, sent: 10 }), 'ECONNRESET'],
    [hugeHeaders(100_000), 'HPE_HEADER_OVERFLOW'],
    [raw('hello, HTTP/0.9'), 'HPE_INVALID_CONSTANT'],
    [resetMidReply(), 'ECONNRESET'],
    [resetBeforeHead(), 'ECONNRESET'],
  ];
  for (const [behaviour, code] of cases) {
    receiver.next(behaviour);
    assert.equal((await send(receiver)).error, code);
  }
  assert.equal((await send(receiver)).status, 204, 'the receiver itself is unharmed');
});

test('of more bytes than promised the client gets the promised ones', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(contentLengthLie({ promised: 3, sent: 10 }));
  assert.equal(textOf(await send(receiver)), 'xxx');
});

test('a reset is a TCP reset, over HTTPS and plain HTTP, and within a reply follows the given bytes', async (t) => {
  for (const plain of [false, true]) {
    const receiver = await receiverFor(t, { plain });
    receiver.next(resetMidReply(7), resetBeforeHead());
    const midway = await send(receiver);
    // A connection that merely ended would say "aborted" or "socket hang up", with the same code.
    assert.deepEqual([midway.status, textOf(midway), midway.failure], [200, 'xxxxxxx', 'read ECONNRESET']);
    assert.equal((await send(receiver)).failure, 'read ECONNRESET');
  }
});

test('a flood of interim replies precedes the real one', async (t) => {
  const receiver = await receiverFor(t);
  receiver.next(informationFlood(500));
  const { status, interim } = await send(receiver);
  assert.deepEqual([status, interim], [204, 500]);
});

async function receiverFor(t: TestContext, options?: ReceiverOptions): Promise<Receiver> {
  const receiver = await startReceiver(options);
  t.after(() => receiver.close());
  return receiver;
}
