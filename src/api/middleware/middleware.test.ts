import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../service/problem.ts';
import { type Middleware, runMiddleware } from './middleware.ts';

/** Which steps ran, and the result. */
function runChain(chain: Record<string, Middleware>): Promise<{ passed: string[]; ended: unknown }> {
  const passed: string[] = [];
  const watched = Object.entries(chain).map(
    ([name, step]): Middleware =>
      (request, reply) => {
        passed.push(name);
        return step(request, reply);
      },
  );
  const hook = runMiddleware(watched) as (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ) => void;
  return new Promise((resolve) => {
    hook({} as FastifyRequest, {} as FastifyReply, (ended) => resolve({ passed, ended }));
  });
}

const open: Middleware = () => undefined;
const slow: Middleware = async () => undefined;
const problem = new Problem('not-found', 'x');

test('steps run in order, those that wait and those that need not', async () => {
  assert.deepEqual(await runChain({ one: open, two: slow, three: open, four: slow }), {
    passed: ['one', 'two', 'three', 'four'],
    ended: undefined,
  });
});

test('the first rejection ends the chain', async () => {
  assert.deepEqual(await runChain({ one: open, two: () => problem, three: open }), {
    passed: ['one', 'two'],
    ended: problem,
  });
  assert.deepEqual(await runChain({ one: async () => problem, two: open }), {
    passed: ['one'],
    ended: problem,
  });
});

test('a step that throws ends the chain with its error', async () => {
  const error = new Error('broken');
  assert.deepEqual(await runChain({ one: slow, two: () => Promise.reject(error), three: open }), {
    passed: ['one', 'two'],
    ended: error,
  });
  const throwing: Middleware = () => {
    throw error;
  };
  for (const first of [open, slow]) {
    assert.deepEqual(await runChain({ first, throwing, last: open }), {
      passed: ['first', 'throwing'],
      ended: error,
    });
  }
});

test('steps that need not wait run synchronously', () => {
  let done = false;
  const hook = runMiddleware([open, open]) as (request: object, reply: object, done: () => void) => void;
  hook({}, {}, () => {
    done = true;
  });
  assert.equal(done, true);
});
