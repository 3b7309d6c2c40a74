import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { createTestEngine } from '../../test/support/warehouse.ts';
import { WorkerChannel } from '../lib/worker-channel.ts';
import { EngineBusy } from './engine.ts';
import { createRemoteEngine, createSessionHandlers } from './remote-sessions.ts';

const engine = createTestEngine({ after });
const { port1, port2 } = new MessageChannel();
after(() => port1.close());
new WorkerChannel(port2, createSessionHandlers(engine));
const borrowed = createRemoteEngine(engine.folder, new WorkerChannel(port1, {}));

const counted = (upTo: number) =>
  borrowed.use(async (session) => {
    await session.run('create temp table counted as select i from range($1) as r (i)', [upTo]);
    const rows: { i: bigint }[] = [];
    for await (const some of session.rows<{ i: bigint }>('select i from counted order by i'))
      rows.push(...some);
    return rows.length;
  });

test('a borrowed session runs statements and returns all rows, several sessions at once', async () => {
  assert.deepEqual(await Promise.all([counted(5_000), counted(3), counted(0)]), [5_000, 3, 0]);
});

test('a failing statement or borrower returns its session', async () => {
  for (let round = 0; round < 4; round += 1) {
    await assert.rejects(
      borrowed.use((session) => session.run('select nothing from nowhere')),
      /nowhere/,
    );
    await assert.rejects(
      borrowed.use(async () => {
        throw new RangeError('of the borrower');
      }),
      new RangeError('of the borrower'),
    );
  }
  assert.equal(await counted(7), 7);
});

test('a query over its time limit fails as such on the other side', async () => {
  const long = 'select count(*) from range(1000000) as a (i), range(1000000) as b (j) where i * j % 7 = 3';
  await assert.rejects(
    borrowed.use((session) => session.run(long), 200),
    EngineBusy,
  );
  assert.equal(await counted(2), 2);
});
