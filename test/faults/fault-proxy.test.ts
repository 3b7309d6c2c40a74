import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as timer } from 'node:timers/promises';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type Endpoint, RestartableServer } from './restartable-server.ts';
import { until } from './until.ts';

/** Long enough for many round trips on loopback. */
const QUIET_MS = 30;

interface Client {
  socket: Socket;
  text(): string;
  pieces(): number;
  error(): string | undefined;
  ended(): boolean;
}

test('without a fault bytes pass both ways, are counted, and a clean end is forwarded', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  client.socket.end('hello');
  await until(() => client.socket.closed);
  assert.equal(client.text(), 'hello');
  assert.equal(client.error(), undefined);
  await until(() => proxy.counts.open === 0);
  assert.deepEqual(proxy.counts, {
    connections: 1,
    open: 0,
    toTarget: { passed: 5, dropped: 0 },
    toClient: { passed: 5, dropped: 0 },
  });
});

test('a client that has ended its side still gets the answer', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  proxy.fault({ delay: 20 }, 'toClient');
  client.socket.end('hello');
  await until(() => client.socket.closed);
  assert.deepEqual([client.text(), client.error()], ['hello', undefined]);
});

test('a megabyte passes unchanged', async (t) => {
  const { client } = await echoThroughProxy(t);
  const sent = 'gable '.repeat(175_000);
  client.socket.end(sent);
  await until(() => client.socket.closed);
  assert.equal(client.text(), sent);
});

test('a delay applies to each direction, and healing ends it at once', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  proxy.fault({ delay: 30 }, 'toTarget');
  proxy.fault({ delay: 20 }, 'toClient');
  const start = performance.now();
  client.socket.write('slow');
  await until(() => client.text() === 'slow');
  assert.ok(performance.now() - start >= 48, 'both delays were waited');
  proxy.fault({ delay: 60_000 });
  client.socket.write(' fast');
  await timer(QUIET_MS);
  assert.equal(client.text(), 'slow');
  await proxy.heal();
  await until(() => client.text() === 'slow fast');
});

test('low bandwidth passes bytes at its rate', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  proxy.fault({ bytesPerSecond: 200 }, 'toClient');
  const start = performance.now();
  client.socket.write('0123456789');
  await until(() => client.text() === '0123456789');
  const took = performance.now() - start;
  assert.ok(client.pieces() > 1, 'the first bytes came before the last');
  assert.ok(took >= 35, `10 bytes at 200 a second took ${took} ms`);
});

test('a stall holds bytes and the end, and forwards all when healed', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  proxy.fault({ stall: true });
  client.socket.end('later');
  await timer(QUIET_MS);
  assert.equal(client.text(), '');
  assert.equal(client.ended(), false);
  await proxy.heal();
  await until(() => client.socket.closed);
  assert.equal(client.text(), 'later');
});

test('bytes dropped one way are lost while the other way still works', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  proxy.fault({ drop: true }, 'toClient');
  client.socket.write('lost');
  await until(() => proxy.counts.toClient.dropped === 4);
  assert.equal(proxy.counts.toTarget.passed, 4);
  await proxy.heal();
  client.socket.write('kept');
  await until(() => client.text() === 'kept');
});

test('a half-open connection stays up while nothing passes, new ones included, not even the end', async (t) => {
  const { proxy, client, target } = await echoThroughProxy(t);
  proxy.halfOpen();
  client.socket.write('anyone there?');
  const late = await connect(t, proxy);
  late.socket.write('and now?');
  await until(() => proxy.counts.toTarget.dropped === 21);
  for (const socket of target.sockets) socket.destroy();
  late.socket.destroy();
  await timer(QUIET_MS);
  assert.equal(client.text() + late.text(), '');
  assert.equal(client.ended(), false);
  assert.equal(client.error(), undefined);
  assert.equal(proxy.counts.open, 2);
  await proxy.heal();
  await until(() => client.socket.closed && proxy.counts.open === 0);
});

test('a reset reaches both sides at once', async (t) => {
  const { proxy, client, target } = await echoThroughProxy(t);
  const [atTarget] = target.sockets;
  assert.ok(atTarget);
  const targetError = once(atTarget, 'error');
  proxy.reset();
  await until(() => client.socket.closed);
  assert.equal(client.error(), 'ECONNRESET');
  const [error] = await targetError;
  assert.equal(error.code, 'ECONNRESET');
});

test('a reset after so many bytes lets exactly those through', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  proxy.fault({ resetAfter: 6 }, 'toClient');
  client.socket.write('0123');
  await until(() => client.text() === '0123');
  client.socket.write('4567');
  await until(() => client.socket.closed);
  assert.equal(client.text(), '012345');
  assert.equal(client.error(), 'ECONNRESET');
  const other = await connect(t, proxy);
  other.socket.write('abc');
  await until(() => other.text() === 'abc', { what: () => 'a count of its own for each connection' });
});

test('new connections are refused while open ones continue, and accepted again on the same port', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  const { port } = proxy;
  proxy.refuse();
  await assert.rejects(connect(t, proxy), { code: 'ECONNREFUSED' });
  client.socket.write('still here');
  await until(() => client.text() === 'still here');
  await proxy.heal();
  assert.equal(proxy.port, port);
  const late = await connect(t, proxy);
  late.socket.write('back');
  await until(() => late.text() === 'back');
  assert.equal(proxy.counts.connections, 2);
});

test('hanging up closes cleanly', async (t) => {
  const { proxy, client } = await echoThroughProxy(t);
  client.socket.write('hi');
  await until(() => client.text() === 'hi');
  proxy.hangUp();
  await until(() => client.socket.closed);
  assert.equal(client.ended(), true);
  assert.equal(client.error(), undefined);
});

test('a reset by the server is forwarded, and so is a refused connection', async (t) => {
  const { proxy, client, target } = await echoThroughProxy(t);
  for (const socket of target.sockets) socket.resetAndDestroy();
  await until(() => client.socket.closed);
  assert.equal(client.error(), 'ECONNRESET');
  target.stopListening();
  const late = await connect(t, proxy);
  await until(() => late.socket.closed);
  assert.equal(late.error(), 'ECONNRESET');
});

test('Unix sockets work on both sides, as a PostgreSQL socket folder needs', async (t) => {
  const folder = temporaryDirectory(t);
  const listen = { path: join(folder, '.s.PGSQL.5432') };
  const { proxy, client } = await echoThroughProxy(t, { path: join(folder, 'target') }, listen);
  client.socket.write('hello');
  await until(() => client.text() === 'hello');
  proxy.refuse();
  await assert.rejects(connect(t, proxy), { code: 'ENOENT' });
  await proxy.heal();
  const late = await connect(t, proxy);
  proxy.reset();
  await until(() => client.socket.closed && late.socket.closed);
  await proxy.close();
  assert.equal(existsSync(listen.path), false);
});

test('closing leaves nothing open with any fault', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  for (const fault of [{ stall: true }, { drop: true }, { delay: 60_000 }, { bytesPerSecond: 1 }]) {
    const { proxy, client, target } = await echoThroughProxy(t);
    proxy.fault(fault);
    client.socket.write('unfinished');
    await timer(5);
    await proxy.close();
    await until(() => client.socket.closed && target.sockets.size === 0);
    assert.equal(proxy.counts.open, 0);
    await proxy.close();
  }
  assert.ok(timers() <= before, 'no delay is waited out after the close');
});

async function echoThroughProxy(t: TestContext, at?: Endpoint, listen?: Endpoint) {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
  const target = new RestartableServer(server, at);
  await target.open();
  t.after(() => target.close());
  const proxy = await startFaultProxy({ target: target.address, ...(listen && { listen }) });
  t.after(() => proxy.close());
  const client = await connect(t, proxy);
  await until(() => target.sockets.size === 1);
  return { proxy, client, target };
}

async function connect(t: TestContext, proxy: FaultProxy): Promise<Client> {
  const socket = net.connect({ ...proxy.address, allowHalfOpen: true });
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  const seen: { bytes: Buffer[]; error?: string; ended: boolean } = { bytes: [], ended: false };
  socket.on('data', (chunk) => seen.bytes.push(chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    seen.error = error.code ?? error.message;
  });
  socket.on('end', () => {
    seen.ended = true;
    socket.end();
  });
  const text = () => Buffer.concat(seen.bytes).toString();
  return { socket, text, pieces: () => seen.bytes.length, error: () => seen.error, ended: () => seen.ended };
}
