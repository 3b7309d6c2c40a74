import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { until } from '../../../test/faults/until.ts';
import { Problem } from '../../service/problem.ts';
import { ExecutionSlots, limitUnreadTime } from './shed-load.ts';

/** More than the kernel buffers of a connection. */
const LARGE_BYTES = 32 * 2 ** 20;

/** Routes behind the limit, each waiting until the test lets it respond. */
function guarded({ maxCalls = 100, maxUnreadMs }: { maxCalls?: number; maxUnreadMs?: number }) {
  const app = fastify();
  const slots = new ExecutionSlots(maxCalls);
  const waiting: PromiseWithResolvers<void>[] = [];
  app.setErrorHandler((error, _request, reply) => {
    assert.ok(error instanceof Problem);
    return reply.code(503).headers(error.headers).send(error.message);
  });
  app.get(
    '/fails',
    slots.guard(async () => {
      throw new Problem('internal', 'a fault');
    }),
  );
  app.get(
    '/large',
    slots.guard(async (_request, reply) => {
      limitUnreadTime(reply, LARGE_BYTES, maxUnreadMs);
      reply.send('x'.repeat(LARGE_BYTES));
    }),
  );
  app.get(
    '/waits',
    slots.guard(async (_request, reply) => {
      const gate = Promise.withResolvers<void>();
      waiting.push(gate);
      await gate.promise;
      reply.send('done');
    }),
  );
  return { app, waiting };
}

test('beyond the bound calls are refused at once with Retry-After, and slots come back', async (t) => {
  const { app, waiting } = guarded({ maxCalls: 3 });
  t.after(() => app.close());
  const held = Array.from({ length: 3 }, () => app.inject('/waits'));
  await until(() => waiting.length === 3);
  const refused = await app.inject('/waits');
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '1']);
  for (const gate of waiting) gate.resolve();
  for (const answer of await Promise.all(held)) assert.equal(answer.statusCode, 200);
  for (let count = 0; count < 10; count += 1) assert.match((await app.inject('/fails')).body, /a fault/);
});

test('a client that leaves gives its slot back once its call is over', async (t) => {
  const { app, waiting } = guarded({ maxCalls: 2 });
  t.after(() => app.close());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const gone = [1, 2].map(() => fetch(`${address}/waits`, { signal: leaving.signal }).catch(() => 'gone'));
  await until(() => waiting.length === 2);
  leaving.abort();
  assert.deepEqual(await Promise.all(gone), ['gone', 'gone']);
  assert.equal((await fetch(`${address}/waits`)).status, 503, 'their calls still run');
  for (const gate of waiting) gate.resolve();
  const asked = fetch(`${address}/waits`);
  await until(() => waiting.length === 3);
  waiting[2]?.resolve();
  assert.equal((await asked).status, 200);
});

test('a large response that its client does not read is cut off; one that reads slowly gets all of it', async (t) => {
  const { app } = guarded({ maxUnreadMs: 2_000 });
  t.after(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ask = () => {
    const socket = connect(port, '127.0.0.1');
    t.after(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return socket.pause();
  };
  const openSockets = (): Promise<number> =>
    new Promise((resolve) => void app.server.getConnections((_, count) => resolve(count)));
  const idle = ask();
  await once(idle, 'connect');
  const slow = ask();
  let received = 0;
  slow.on('data', (bytes) => {
    received += bytes.length;
    slow.pause();
  });
  while (!slow.destroyed && received < LARGE_BYTES) {
    slow.resume();
    await pause(1);
  }
  assert.ok(received >= LARGE_BYTES, `${received} bytes`);
  slow.destroy();
  const deadline = performance.now() + 20_000;
  while ((await openSockets()) > 0) {
    assert.ok(performance.now() < deadline, 'the connection is closed');
    await pause(20);
  }
  let bytes = 0;
  for await (const chunk of idle.resume()) bytes += (chunk as Buffer).length;
  assert.ok(bytes < LARGE_BYTES, `${bytes} bytes`);
});
