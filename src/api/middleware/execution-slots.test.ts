import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { until } from '../../../test/faults/until.ts';
import { Problem } from '../../service/problem.ts';
import { ExecutionSlots } from './execution-slots.ts';

/** Routes behind the limit, each waiting until the test lets it respond. */
function guarded(maxCalls: number) {
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
  const { app, waiting } = guarded(3);
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
  const { app, waiting } = guarded(2);
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
