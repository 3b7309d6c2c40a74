import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { type ChannelHandlers, WorkerChannel } from './worker-channel.ts';

function openChannel(t: TestContext, handlers: ChannelHandlers) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  return { here: new WorkerChannel(port1, {}), there: new WorkerChannel(port2, handlers) };
}

test('messages arrive in order, and a request gets its reply', async (t) => {
  const received: number[] = [];
  const { here } = openChannel(t, {
    note: (given: number) => void received.push(given),
    sum: async (given: number[]) => given.reduce((sum, one) => sum + one, 0),
  });
  for (const given of [1, 2, 3]) here.send('note', given);
  assert.equal(await here.call('sum', [4, 5]), 9);
  assert.deepEqual(received, [1, 2, 3]);
});

test('a request whose handler fails or does not exist is rejected with the error', async (t) => {
  const { here } = openChannel(t, {
    break() {
      throw new RangeError('too far');
    },
  });
  await assert.rejects(here.call('break'), new RangeError('too far'));
  await assert.rejects(here.call('dance'), /no handler for "dance"/);
});

test('requests to a thread that ended fail, pending ones and later ones', async (t) => {
  const { here } = openChannel(t, { wait: () => new Promise(() => {}) });
  const waiting = here.call('wait');
  here.close(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  await assert.rejects(here.call('wait'), /gone/);
});
