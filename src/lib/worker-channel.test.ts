import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { type ChannelHandlers, WorkerChannel } from './worker-channel.ts';

function line(t: TestContext, answers: ChannelHandlers) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  return { here: new WorkerChannel(port1, {}), there: new WorkerChannel(port2, answers) };
}

test('what is told arrives in order, and a question is answered', async (t) => {
  const told: number[] = [];
  const { here } = line(t, {
    note: (given: number) => void told.push(given),
    sum: async (given: number[]) => given.reduce((sum, one) => sum + one, 0),
  });
  for (const given of [1, 2, 3]) here.send('note', given);
  assert.equal(await here.call('sum', [4, 5]), 9);
  assert.deepEqual(told, [1, 2, 3]);
});

test('a question that fails there, or that nobody answers, fails here with its words', async (t) => {
  const { here } = line(t, {
    break() {
      throw new RangeError('too far');
    },
  });
  await assert.rejects(here.call('break'), new RangeError('too far'));
  await assert.rejects(here.call('dance'), /there is no handler for "dance"/);
});

test('questions to a thread that is gone fail, those that wait and those that come', async (t) => {
  const { here } = line(t, { wait: () => new Promise(() => {}) });
  const waiting = here.call('wait');
  here.close(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  await assert.rejects(here.call('wait'), /gone/);
});
