import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { until } from '../../test/faults/until.ts';
import { limitUnreadTime } from './unread-time.ts';

/** More than the kernel buffers of a connection. */
const LARGE_BYTES = 32 * 2 ** 20;

test('a large response that its client does not read is cut off; one that reads slowly gets all of it', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  app.get('/large', (_request, reply) => {
    limitUnreadTime(reply, LARGE_BYTES, 2_000);
    reply.send('x'.repeat(LARGE_BYTES));
  });
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
  await until(async () => (await openSockets()) === 0, { within: 20_000, every: 20 });
  let bytes = 0;
  for await (const chunk of idle.resume()) bytes += (chunk as Buffer).length;
  assert.ok(bytes < LARGE_BYTES, `${bytes} bytes`);
});
