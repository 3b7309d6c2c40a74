import assert from 'node:assert/strict';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../test/faults/until.ts';
import { moduleSteps } from '../api/warm-up.ts';
import { OpenRequests } from './open-requests.ts';
import { warmUp } from './warm-up.ts';

const { signal } = new AbortController();

test('steps run one after the other, each in a turn of its own', async () => {
  const done: string[] = [];
  const steps = ['one', 'two', 'three'].map((name) => async () => {
    done.push(`${name} begins`);
    await pause(1);
    done.push(`${name} ends`);
  });
  await warmUp(steps, { signal });
  assert.deepEqual(
    done,
    ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

test('no step begins while a request is open; a stop ends the wait', async () => {
  const stop = new AbortController();
  let [isServing, steps] = [true, 0];
  const warming = warmUp([() => (steps += 1), () => (isServing = true), () => (steps += 1)], {
    signal: stop.signal,
    isServing: () => isServing,
  });
  await pause(50);
  assert.equal(steps, 0);
  isServing = false;
  await until(() => isServing);
  stop.abort();
  await warming;
  assert.equal(steps, 1);
});

test('a step that fails ends the warm-up, and nothing else', async () => {
  let steps = 0;
  await warmUp([() => Promise.reject(new Error('no database')), () => (steps += 1)], { signal });
  assert.equal(steps, 0);
});

test('a server serves from a request until shortly after its response', async (t) => {
  const held = Promise.withResolvers<void>();
  const server = createServer((_request, response) => void held.promise.then(() => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  let waiting = 0;
  const requests = new OpenRequests(server, () => waiting);
  assert.equal(requests.isServing(), false);
  const answered = new Promise<void>((resolve) => {
    get({ port: (server.address() as AddressInfo).port, agent: false }, (response) =>
      response.resume().once('end', resolve),
    );
  });
  await until(() => requests.isServing());
  waiting = 1;
  assert.equal(requests.isServing(), false, 'it waits for the index');
  waiting = 0;
  assert.equal(requests.isServing(), true);
  held.resolve();
  await answered;
  assert.equal(requests.isServing(), true);
  await until(() => !requests.isServing());
});

test('the steps of modules need no service', async () => {
  for (const step of moduleSteps(new Date('2026-11-16T12:00:00Z'))) await step();
});
